range N = 1..n;
dvar int x[N] in N; // x[column] = row
dvar int up[N] in 2..2 * n;
dvar int down[N] in 1 - n..n - 1;

constraints {
  forall(i in N) up[i] == x[i] + i;
  forall(i in N) down[i] == x[i] - i;
  allDifferent(x);
  allDifferent(up);
  allDifferent(down);
  forall(s in placed) x[s.column] == s.row;
  forall(s in blocked) x[s.column] != s.row;
  forall(i in N, d in rising) up[i] != d;
  forall(i in N, d in falling) down[i] != d;
}

execute {
  write("x = [", x[1]);
  for (var i = 2; i <= n; i++) write(" ", x[i]);
  writeln("];");
}
