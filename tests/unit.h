/* Included into each unit test by the Makefile, which renames `main`: its declaration under the new name. */
int main(void);
