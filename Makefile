# make                  builds build/nqueens and the libraries
# make solve N=1000000  builds and runs `nqueens solve`
# make test             runs the tests, in two to three minutes; the last line totals them
# make test-all         runs the tests of packages, scripts and published tables as well
# make test-long        runs all published instances and counts to n = 18; half an hour
# make tour             shows the program in under a minute; results in build/tour/
# make help             lists the other targets

MAKEFLAGS += --no-builtin-rules
# All processors, but for make --jobs=N.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=$(shell nproc)
endif
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

VERSION := $(shell sed -n 's/^\#define NQ_VERSION "\(.*\)"/\1/p' src/nqueens/base.h)
SOVERSION := $(firstword $(subst ., ,$(VERSION)))

CC      ?= gcc
ifeq ($(origin CC),default)
CC      := gcc
endif
# -g1 has the functions and lines of a trace or profile.  Variables, with -g, take a third more time to build.
CFLAGS  ?= -O3 -g1
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
BUILD   ?= build
SANITIZE ?=
COVERAGE ?=
DEBUG   ?=
# NO_DEPS=1: assume that all packages are installed.
NO_DEPS ?=
# V=1: show the commands.
Q       := $(if $(V),,@)
say      = @$(if $(V),:,printf '  %-3s %s\n' $(1) '$(2)')

# Link flags of the build; LDFLAGS and CFLAGS are the user's.
LINK     :=
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wcast-qual -Wwrite-strings -Wformat=2 -Wvla
HARDEN   := -fstack-protector-strong -fstack-clash-protection
ifeq ($(SANITIZE),)
HARDEN   += -D_FORTIFY_SOURCE=2
else
HARDEN   += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all -DNQ_SANITIZED
# Inlined everywhere, checks make clang take twenty times as long over greedy_blocks.c.
HARDEN   += -Dalways_inline=
LINK     += -fsanitize=$(SANITIZE)
endif
ifneq ($(DEBUG),)
HARDEN   += -DNQ_DEBUG -O1
endif
ifneq ($(COVERAGE),)
HARDEN   += --coverage
LINK     += --coverage
endif
# Relocation tables become read-only after loading, and the stack is not executable.
LINK     += -Wl,-z,relro,-z,now,-z,noexecstack
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -Isrc $(WARNINGS) \
             $(HARDEN) -fPIC -fvisibility=hidden -pthread -MMD -MP \
             $(CPPFLAGS) $(CFLAGS) $(EXTRA_CFLAGS)

# The library: what src/nqueens.h offers.
PUBLIC_HEADERS := src/nqueens.h $(sort $(wildcard src/nqueens/*.h))
LIB_ROOMS    := core parallel board local local/rounds genetic exact counting sampling solve enumerate \
                generate format format/boards format/exports format/read format/scan
# Used by the program only.
PROGRAM_CORE := src/core/json.c src/core/sizes.c src/board/check_party.c src/board/solutions.c
LIB_SOURCES  := $(filter-out $(PROGRAM_CORE),$(sort $(foreach room,$(LIB_ROOMS),$(wildcard src/$(room)/*.c))))
# Texts that the library holds, such as src/format/exports/z3py.py: each becomes an array, here nq_z3py_py.
LIB_TEXTS    := $(sort $(foreach suffix,py mzn mod lp,$(wildcard src/format/exports/*.$(suffix))))
# Suites of instances, each a table.
LIB_TEXTS    += $(wildcard src/generate/*.csv)
LIB_OBJECTS  := $(LIB_SOURCES:%.c=$(BUILD)/%.o) $(LIB_TEXTS:%=$(BUILD)/%.o)
LIB_LIBS     := -ljansson -lm
STATIC       := $(BUILD)/libnqueens.a
SHARED       := $(BUILD)/libnqueens.so.$(VERSION)
# The rest of the program: comparisons, pictures and files of counts, with the libraries that they need.
# An archive, so that tests can link parts of it.
PROGRAM_ROOMS   := ledger experiment draw output options cli cli/count cli/check cli/generate cli/solve
PROGRAM_SOURCES := $(PROGRAM_CORE) $(sort $(foreach room,$(PROGRAM_ROOMS),$(wildcard src/$(room)/*.c)))
# The texts of the program, such as src/draw/page.js.
PROGRAM_TEXTS   := $(filter-out src/web/%,$(sort $(foreach suffix,css html js bash fish zsh txt,\
                     $(wildcard src/*/*.$(suffix)))))
PROGRAM_OBJECTS := $(PROGRAM_SOURCES:%.c=$(BUILD)/%.o) $(PROGRAM_TEXTS:%=$(BUILD)/%.o)
PROGRAM_LIBS    := -lsqlite3 -lz
PROGRAM         := $(BUILD)/program.a
MAIN            := $(BUILD)/src/main.o

# A program of its own for clusters, where MPI is there.
CLUSTER_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard src/cluster/*.c)))

# A thread may have a small stack.
ifeq ($(SANITIZE)$(DEBUG)$(COVERAGE),)
$(LIB_OBJECTS) $(PROGRAM_OBJECTS) $(CLUSTER_OBJECTS): WARNINGS += -Wframe-larger-than=16384
endif
MPICC           ?= mpicc

# Optional: CaDiCaL for the method `sat`, cairo for pictures as PNG and PDF, MPI for nqueens-mpi.  config.mk
# records whether they were found, in each build folder, after the packages for building are installed.
ifneq ($(filter-out clean dist release help format lint uninstall coverage tsan valgrind,$(or $(MAKECMDGOALS),all)),)
include $(BUILD)/config.mk
endif
ifeq ($(HAVE_CADICAL),1)
ALL_CFLAGS += -DNQ_HAVE_CADICAL
LIB_LIBS += -lcadical -lstdc++
endif
# The program starts faster with these libraries in it, where the compiler has them as archives.
STATIC_LIBS ?= sqlite3 z jansson stdc++
ARCHIVES := $(if $(SANITIZE),,$(filter /%,$(foreach lib,$(STATIC_LIBS),$(shell $(CC) -print-file-name=lib$(lib).a))))
PROGRAM_LINK = $(if $(filter %/libstdc++.a,$(ARCHIVES)),-static-libgcc) \
               $(foreach lib,$(PROGRAM_LIBS) $(LIB_LIBS),$(or $(filter %/$(lib:-l%=lib%.a),$(ARCHIVES)),$(lib)))
ifeq ($(HAVE_MPI),1)
CLUSTER_PROGRAM := $(BUILD)/nqueens-mpi
MPI_COMMAND := $(shell $(MPICC) -show)
MPI_CFLAGS := $(patsubst -I%,-isystem %,$(filter -I%,$(MPI_COMMAND)))
MPI_LIBS := $(filter -L% -l% -Wl%,$(MPI_COMMAND))
endif
ifeq ($(HAVE_CAIRO),1)
# Loaded when a picture is drawn (src/draw/canvas_cairo.c); tests read pictures with it.
ALL_CFLAGS += -DNQ_HAVE_CAIRO
TEST_CAIRO := -lcairo
endif

.PHONY: all shared static solve man test test-all test-long unit bench peers install uninstall lint format clean help FORCE
shared: $(SHARED)
all: $(BUILD)/nqueens $(CLUSTER_PROGRAM) $(STATIC) $(SHARED) $(BUILD)/nqueens.pc

# ---- Packages from Debian for the build and the tests ----------------------------------------
# One stamp per group of packages; tools/install-deps does nothing if all are installed.
.PRECIOUS: build/.deps-%
build/.deps-%: tools/install-deps
	@mkdir -p $(@D)
	@$(if $(NO_DEPS),:,tools/install-deps $* && touch $@)

# Solvers that read our exports: if one cannot be installed, its tests are skipped, and the next
# `make test` tries again.
build/.deps-interop: tools/install-deps | build/.deps-test
	@$(if $(NO_DEPS),:,if tools/install-deps interop; then touch $@; \
	  else echo 'Some solvers are missing: the tests that need them are skipped' >&2; fi)

# Without them the build goes on if the compiler finds the headers it needs.
REQUIRED := jansson.h sqlite3.h zlib.h
build/.deps-build: tools/install-deps
	@mkdir -p $(@D)
	@$(if $(NO_DEPS),:,tools/install-deps build && touch $@ || :)

# If something was missing, look again: it may be there now.  A file that stays the same rebuilds nothing.
# The file is read anew once it is written; make then stops if it holds an error.
LOOK_AGAIN := $(if $(MAKE_RESTARTS),,$(shell grep -qse ':= 0' -e error $(BUILD)/config.mk && echo FORCE))
$(BUILD)/config.mk: tools/install-deps $(LOOK_AGAIN) | build/.deps-build
	@mkdir -p $(@D)
	@has() { echo "#include <$$1>" | $(CC) $(CPPFLAGS) $(CFLAGS) -E -x c - >/dev/null 2>&1 && echo 1 || echo 0; }; \
	{ echo "HAVE_CADICAL := $$(has ccadical.h)"; \
	  echo "HAVE_CAIRO := $$(has cairo/cairo-pdf.h)"; \
	  echo "HAVE_MPI := $$(command -v $(MPICC) >/dev/null && echo 1 || echo 0)"; \
	  for header in $(if $(NO_DEPS),,$(REQUIRED)); do [ $$(has $$header) = 1 ] || \
	    echo "\$$(if \$$(MAKE_RESTARTS),\$$(error no $$header, needed for the build;" \
	      "if it is where CFLAGS do not name it, use \`make NO_DEPS=1'))"; done; } >$@.$$$$; \
	grep -q error $@.$$$$ || touch build/.deps-build; \
	if [ -e build/.deps-build ] && cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; sed -n \
	  -e "s/.*CADICAL := 0/  --  the method sat: left out, optional (Debian: libcadical-dev)/p" \
	  -e "s/.*CAIRO := 0/  --  pictures as PNG and PDF: left out, optional (Debian: libcairo2-dev)/p" \
	  -e "s/.*MPI := 0/  --  nqueens-mpi, for clusters: left out, optional (Debian: libopenmpi-dev)/p" $@; fi

# ---- Program and libraries --------------------------------------------------------------------
$(BUILD)/src/%.o: src/%.c Makefile $(BUILD)/config.mk | build/.deps-build
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$Q$(CC) $(ALL_CFLAGS) -c $< -o $@

# What mostly reads options and prints: without the optimizer it is built in a third of the time, and a
# sanitizer is not slower.
ifneq ($(SANITIZE),)
$(foreach room,cli cluster draw ledger options output,$(BUILD)/src/$(room)/%.o): ALL_CFLAGS += -O0
endif

# Numbers, since C compilers need not take long strings.  The texts are ASCII.
TEXTS := $(LIB_TEXTS) $(PROGRAM_TEXTS)
$(patsubst %,$(BUILD)/%.c,$(filter-out %.csv,$(TEXTS))): $(BUILD)/%.c: % Makefile
	@mkdir -p $(@D)
	$Q{ echo 'extern const char nq_$(subst .,_,$(<F))[]; const char nq_$(subst .,_,$(<F))[] = {'; \
	  od -An -v -tu1 $< | sed 's/[0-9]\{1,\}/&,/g'; echo '0};'; } > $@

$(patsubst %,$(BUILD)/%.c,$(filter %.csv,$(TEXTS))): $(BUILD)/%.c: % src/generate/suite.awk Makefile
	@mkdir -p $(@D)
	$Qawk -f src/generate/suite.awk $< > $@

$(TEXTS:%=$(BUILD)/%.o): %.o: %.c $(BUILD)/config.mk | build/.deps-build
	$(call say,CC,$<)
	$Q$(CC) $(ALL_CFLAGS) -c $< -o $@

$(STATIC): $(LIB_OBJECTS)
	$(call say,AR,$@)
	$Qrm -f $@
	$Q$(AR) rcs $@ $^

$(SHARED): $(LIB_OBJECTS) src/nqueens.map
	$(call say,LD,$@)
	$Q$(CC) -shared -Wl,-soname,libnqueens.so.$(SOVERSION) $(if $(SANITIZE),,-Wl,--no-undefined) -Wl,--exclude-libs,ALL \
	  -Wl,--version-script=src/nqueens.map -pthread $(LINK) $(LDFLAGS) $(LIB_OBJECTS) -o $@ $(LIB_LIBS)
	$Qln -sf $(@F) $(BUILD)/libnqueens.so.$(SOVERSION)
	$Qln -sf $(@F) $(BUILD)/libnqueens.so

$(PROGRAM): $(PROGRAM_OBJECTS)
	$(call say,AR,$@)
	$Qrm -f $@
	$Q$(AR) rcs $@ $^

$(BUILD)/nqueens: $(MAIN) $(PROGRAM) $(STATIC)
	$(call say,LD,$@)
	$Q$(CC) -pie -pthread $(LINK) $(LDFLAGS) $^ -o $@ $(PROGRAM_LINK)

# One file that runs on any Linux of this processor.  A static program cannot load cairo: its pictures are SVG.
STATIC_OBJECTS := $(BUILD)/static/src/draw/canvas_cairo.o $(BUILD)/static/src/cli/version.o
$(STATIC_OBJECTS): $(BUILD)/static/%.o: %.c Makefile $(BUILD)/config.mk
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$Q$(CC) $(ALL_CFLAGS) -UNQ_HAVE_CAIRO -c $< -o $@
-include $(STATIC_OBJECTS:.o=.d)

$(BUILD)/nqueens-static: $(STATIC_OBJECTS) $(MAIN) $(PROGRAM) $(STATIC)
	$(call say,LD,$@)
	$Q$(CC) -static -pthread $(LINK) $(LDFLAGS) $^ -o $@ $(PROGRAM_LIBS) $(LIB_LIBS)
static: $(BUILD)/nqueens-static

# The same on the ranks of an MPI run.
$(CLUSTER_OBJECTS): ALL_CFLAGS += $(MPI_CFLAGS)
$(BUILD)/nqueens-mpi: $(CLUSTER_OBJECTS) $(PROGRAM) $(STATIC)
	$(call say,LD,$@)
	$Q$(CC) -pie -pthread $(LINK) $(LDFLAGS) $^ -o $@ $(PROGRAM_LIBS) $(LIB_LIBS) $(MPI_LIBS)

# Ranks that only pretend to count: tools/table-ranks.
PRETEND_OBJECTS := $(filter-out %/main.o %/follower.o,$(CLUSTER_OBJECTS))
$(BUILD)/tests/cluster/pretend: tests/cluster/pretend.c $(PRETEND_OBJECTS) $(PROGRAM) $(STATIC)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$Q$(CC) $(ALL_CFLAGS) $(MPI_CFLAGS) $(LINK) $(LDFLAGS) $^ -o $@ $(PROGRAM_LIBS) $(LIB_LIBS) $(MPI_LIBS)

# Always rewritten: it depends on PREFIX and LIBDIR.
$(BUILD)/nqueens.pc: FORCE
	@mkdir -p $(@D)
	$Qrm -f $@
	$Qprintf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR:$(PREFIX)/%=$${prefix}/%)' \
	  'includedir=$${prefix}/include' '' \
	  'Name: nqueens' 'Description: Local search for the N-queens problem at any size' \
	  'Version: $(VERSION)' 'Libs: -L$${libdir} -lnqueens' 'Libs.private: $(LIB_LIBS) -pthread' \
	  'Requires.private: jansson' 'Cflags: -I$${includedir}' > $@

# ---- The page: the library in a browser ----------------------------------------------------------
# Compiled by Emscripten, with two libraries made from Debian's sources.  tools/page puts all into one file.
WEB       := $(BUILD)/web
# Debian's Emscripten looks for a module of its own only with Debian's node.
EMCC      := NODE_PATH=/usr/share/nodejs emcc
WEB_SIMD  ?= -msimd128 -msse2
WEB_FLAGS  = -std=gnu11 -O3 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -Isrc -I$(WEB)/jansson/src -I$(WEB)/zlib \
             $(WARNINGS) $(WEB_SIMD)
WEB_LINK  := -O3 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=1MB -sMODULARIZE -sENVIRONMENT=worker \
             -sEXPORT_NAME=createProgram -sEXPORTED_FUNCTIONS=_web_call,_web_input,_web_rows,_web_n,_web_bytes,_web_bytes_size,_malloc,_free \
             --js-library src/web/library.js \
             -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8
# Of the program only what draws and sums up.
WEB_SOURCES := $(LIB_SOURCES) $(PROGRAM_CORE) $(sort $(wildcard src/draw/*.c src/web/*.c)) \
               $(addprefix src/experiment/,compare_plan.c variants.c attempt.c files.c command.c statistics.c summary.c words.c write_json.c)
WEB_TEXTS   := $(LIB_TEXTS) $(filter src/draw/%,$(PROGRAM_TEXTS))
WEB_OBJECTS  = $(WEB_SOURCES:%.c=$(WEB)/%.o) $(WEB_TEXTS:%=$(WEB)/%.o) $(WEB)/jansson.o $(WEB)/zlib.o

.PHONY: web site notebook
web: $(WEB)/nqueens.html

# docs/notebook.ipynb executed anew, in place, with its plots.
notebook: $(BUILD)/nqueens $(SHARED)
	$Qpython=$$(tools/install-python notebook) && \
	  PYTHONPATH=$(abspath python) NQUEENS_PROGRAM=$(abspath $(BUILD))/nqueens NQUEENS_LIBRARY=$(abspath $(BUILD))/libnqueens.so \
	  $$python -m nbconvert --to notebook --execute --inplace --ExecutePreprocessor.record_timing=False docs/notebook.ipynb

# The page, and the guides beside it, for any static host.
site: $(WEB)/nqueens.html
	$(call say,WEB,$(BUILD)/site)
	$Qtools/site $< $(BUILD)/site

$(WEB)/jansson/CMakeLists.txt $(WEB)/zlib/CMakeLists.txt: $(WEB)/%/CMakeLists.txt: tools/debian-source | build/.deps-web
	tools/debian-source $* $(@D)
	touch $@

# Of jansson's settings, those of Debian hold for any machine; they are in libjansson-dev.
$(WEB)/jansson.o: $(WEB)/jansson/CMakeLists.txt
	cp $$(dpkg -L libjansson-dev | grep jansson_config.h) $(WEB)/jansson/src/
	touch $(WEB)/jansson/src/jansson_private_config.h
	cd $(@D) && $(EMCC) -r -O2 -w -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_UNISTD_H -DHAVE_SYS_TIME_H -DHAVE_STRTOLL \
	  -Ijansson/src jansson/src/*.c -o $(@F)

$(WEB)/zlib.o: $(WEB)/zlib/CMakeLists.txt
	cd $(@D) && $(EMCC) -r -O2 -w $(patsubst %,zlib/%.c,adler32 compress crc32 deflate trees zutil) -o $(@F)

$(WEB)/src/%.o: src/%.c Makefile $(WEB)/jansson.o $(WEB)/zlib.o | build/.deps-web
	@mkdir -p $(@D)
	$(call say,WEB,$<)
	$Q$(EMCC) $(WEB_FLAGS) -MMD -MP -c $< -o $@

$(WEB_TEXTS:%=$(WEB)/%.o): $(WEB)/%.o: $(BUILD)/%.c | build/.deps-web
	@mkdir -p $(@D)
	$Q$(EMCC) $(WEB_FLAGS) -c $< -o $@

$(WEB)/nqueens.js: $(WEB_OBJECTS) src/web/library.js
	$(call say,WEB,$@)
	$Q$(EMCC) $(WEB_LINK) $(WEB_OBJECTS) -o $@

$(WEB)/nqueens.html: $(WEB)/nqueens.js tools/page $(wildcard src/web/page.* src/web/worker.js) $(WEB_TEXTS)
	$(call say,WEB,$@)
	$Qtools/page $(WEB)/nqueens.wasm $< $@

# ---- Manual pages and shell completion ---------------------------------------------------------
MAN_SOURCES := tools/manual $(sort $(wildcard tools/*.awk docs/manual/*.md)) $(PUBLIC_HEADERS)
man: $(BUILD)/man/made
$(BUILD)/man/made: $(BUILD)/nqueens $(MAN_SOURCES)
	$(call say,MAN,$(@D))
	$Qrm -rf $(@D)
	$Qtools/manual $< $(@D)
	$Qfor shell in bash zsh fish; do $< completion $$shell >$(@D)/nqueens.$$shell || exit 1; done
	$Qtouch $@

N   ?= 1000000
OUT ?= $(BUILD)/solution-$(N).txt
solve: $(BUILD)/nqueens
	$(BUILD)/nqueens solve $(N) -o $(OUT) $(SOLVE_FLAGS)

.PHONY: tour
tour: $(BUILD)/nqueens
	@NQUEENS=$(BUILD)/nqueens OUT=$(BUILD)/tour tools/tour

# The picture in README and docs/comparing.md, of a comparison that takes a minute.
.PHONY: pictures
pictures: $(BUILD)/nqueens
	@NQUEENS=$(BUILD)/nqueens tools/pictures

# ---- Tests ---------------------------------------------------------------------------------------
UNIT_SOURCES := $(sort $(wildcard tests/test_*.c))
UNIT_TESTS   := $(UNIT_SOURCES:tests/%.c=$(BUILD)/tests/%)
TEST_CFLAGS   = $(ALL_CFLAGS) -O1 -Itests -DNQ_SOURCE_ROOT='"$(CURDIR)"'
TEST_LIBS     = -lcmocka $(TEST_CAIRO) $(PROGRAM_LIBS) $(LIB_LIBS)
# Those that replace functions as the library calls them (__wrap_malloc), themselves or by a header of theirs: each
# is a program.  The others are one program, with a link to it for each file: tests/unit.c.
ALONE    := $(shell grep -lsE "$$(grep -ls __wrap_ tests/*.h | sed 's|tests/|include.*|' | tr '\n' '|')__wrap_" \
              $(UNIT_SOURCES))
ALONE    := $(ALONE:tests/%.c=$(BUILD)/tests/%)
TOGETHER := $(filter-out $(ALONE),$(UNIT_TESTS))

$(TOGETHER:%=%.o): $(BUILD)/tests/%.o: tests/%.c tests/unit.h Makefile $(BUILD)/config.mk | build/.deps-test
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$Q$(CC) $(TEST_CFLAGS) -Dmain=$*_main -include tests/unit.h -c $< -o $@

$(BUILD)/tests/unit: tests/unit.c $(TOGETHER:%=%.o) $(PROGRAM) $(STATIC)
	$(call say,LD,$@)
	$Q$(CC) $(TEST_CFLAGS) -DTESTS='$(patsubst %,TEST(%),$(notdir $(TOGETHER)))' $(LINK) $(LDFLAGS) $^ -o $@ $(TEST_LIBS)

$(TOGETHER): $(BUILD)/tests/unit
	@ln -sf unit $@

# With the functions that they replace.
$(ALONE): $(BUILD)/tests/%: tests/%.c $(PROGRAM) $(STATIC) Makefile | build/.deps-test
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$Q$(CC) $(TEST_CFLAGS) $(LINK) $(LDFLAGS) $< $(PROGRAM) $(STATIC) -o $@ $(TEST_LIBS) \
	  $$(sed -n 's|.*#include "\(.*\.h\)".*|tests/\1|p' $< | xargs grep -show '__wrap_[a-z0-9_]*' $< | \
	     sort -u | sed 's/__wrap_/-Wl,--wrap=/')

# The optimizer takes half of the time to compile a test; it is for those that try many cases.
MANY_CASES := $(shell grep -ls sized.h $(UNIT_SOURCES)) \
  $(patsubst %,tests/test_%.c,export_qubo greedy_schedule memory memory_resize occupancy swaps)
$(filter-out $(foreach test,$(MANY_CASES:tests/%.c=$(BUILD)/tests/%),$(test) $(test).o),$(ALONE) $(TOGETHER:%=%.o)): \
  TEST_CFLAGS += -O0 -U_FORTIFY_SOURCE

unit: $(UNIT_TESTS)

# The target has passed on this commit: for tools/release.
passed = [ -n "$$(git status --porcelain 2>&1)" ] || git rev-parse HEAD >build/.passed-$@

test: all unit | build/.deps-test build/.deps-interop
	@BUILD=$(BUILD) CC="$(CC)" tests/run $(SUITES)

# Also what changes rarely: the public interface, packages, the tour, published tables, the test runner.
test-all: all unit web | build/.deps-test build/.deps-interop build/.deps-browser
	@BUILD=$(BUILD) CC="$(CC)" TEST_SIZE=all tests/run $(UNIT_TESTS) $(sort $(wildcard $(patsubst %,tests/%/*.bats,all cli interop cluster web)))
	@$(passed)

# All published instances, long counts, random tests at full size (tests/sized.h), and hundreds of runs in each
# of which one system call fails: about an hour.
test-long: all unit | build/.deps-test
	@BUILD=$(BUILD) CC="$(CC)" TEST_TIMEOUT=36000 TEST_SIZE=full tests/run $(sort $(wildcard tests/long/*.bats)) \
	  $(patsubst tests/%.c,$(BUILD)/tests/%,$(shell grep -ls sized.h $(UNIT_SOURCES))) tests/cli/faults.bats
	@$(passed)

# Coverage by folder: one table for the unit tests, one with those of the programs added, and pages in
# build/coverage/html.  Lines not covered handle failures of the system (tests/cli/faults.bats makes
# every call fail, but a program that fails so cannot write its counts), internal errors, and rare
# waits.  The suites left out here limit file sizes or time, which breaks the counting.
COVERAGE_SUITES := $(filter-out $(patsubst %,tests/cli/%.bats,faults library python readme security), \
                     $(sort $(wildcard tests/cli/*.bats))) \
                   $(filter-out %/slurm.bats,$(sort $(wildcard tests/cluster/*.bats)))
measure_coverage = lcov --quiet --capture --directory build/coverage/src --output-file $(1).all && \
                   lcov --quiet --extract $(1).all '*/src/*' --output-file $(1)

.PHONY: coverage tsan
coverage: | build/.deps-coverage build/.deps-test
	$(MAKE) COVERAGE=1 CFLAGS='-Og -g' BUILD=build/coverage unit all
	find build/coverage -name '*.gcda' -delete
	for test in $(UNIT_SOURCES:tests/%.c=build/coverage/tests/%); do $$test >/dev/null 2>&1 || exit 1; done
	$(call measure_coverage,build/coverage/unit.info)
	BUILD=build/coverage tests/run $(COVERAGE_SUITES) || :
	$(call measure_coverage,build/coverage/all.info)
	genhtml --quiet --output-directory build/coverage/html build/coverage/all.info
	@echo; echo 'Unit tests:'; awk -f tools/coverage.awk build/coverage/unit.info
	@echo; echo 'With those of the programs:'; awk -f tools/coverage.awk build/coverage/all.info

# The parts that need no library, on a big-endian machine (s390x) emulated by qemu.
.PHONY: bigendian
bigendian: | build/.deps-bigendian
	tools/lint bigendian

# ---- Linux on arm64, by Debian's cross compiler ------------------------------------------------
# Libraries for arm64 are unpacked into a folder; without root, and without touching this system's.
ARM64      := build/arm64
ARM64_ROOT := build/arm64-root
ARM64_MAKE  = $(MAKE) BUILD=$(ARM64) CC='aarch64-linux-gnu-gcc --sysroot=$(CURDIR)/$(ARM64_ROOT)' \
              AR=aarch64-linux-gnu-ar STATIC_LIBS= HAVE_CAIRO=0 HAVE_MPI=0 NO_DEPS=1
.PHONY: arm64 test-arm64
$(ARM64_ROOT)/.unpacked: tools/arm64-root | build/.deps-arm64
	tools/arm64-root $(@D)
	touch $@

arm64: $(ARM64_ROOT)/.unpacked
	$(ARM64_MAKE) all

# The unit tests and those of the command line under qemu, by a program that starts qemu.  Those left out take
# minutes there and have no code for one processor.
ARM64_SLOW   := backtracking backtracking_team counting_instance counting_paths generate_instances model sat
ARM64_SUITES := $(patsubst %,tests/cli/%.bats,check count exact export generate shards solve upgrade)
ARM64_QEMU   := qemu-aarch64 -L $(CURDIR)/$(ARM64_ROOT)
test-arm64: arm64
	$(ARM64_MAKE) unit
	@mkdir -p $(ARM64)/run
	@printf '#!/bin/sh\nexec $(ARM64_QEMU) $(CURDIR)/$(ARM64)/nqueens "$$@"\n' >$(ARM64)/run/nqueens
	@chmod +x $(ARM64)/run/nqueens
	@if command -v qemu-aarch64 >/dev/null; then \
	  BUILD=$(ARM64) UNDER='$(ARM64_QEMU)' tests/run \
	    $(patsubst tests/%.c,$(ARM64)/tests/%,$(filter-out $(ARM64_SLOW:%=tests/test_%.c),$(UNIT_SOURCES))) && \
	  BUILD=$(ARM64)/run tests/run $(ARM64_SUITES); \
	else echo 'Not tested for arm64: there is no qemu-aarch64 (Debian: qemu-user)' >&2; fi

# The unit tests of the library with the C library musl.
.PHONY: test-musl
test-musl: | build/.deps-lint build/.deps-build
	tools/test-musl build/musl

# The unit tests under ThreadSanitizer, which slows them down tenfold.
tsan: | build/.deps-test
	$(MAKE) SANITIZE=thread BUILD=build/tsan unit
	BUILD=build/tsan TSAN_OPTIONS=halt_on_error=1 tests/run $(UNIT_SOURCES:tests/%.c=build/tsan/tests/%)

# The unit tests and some commands under valgrind's memcheck, which detects uninitialized memory and
# leaks.  It does not support AVX-512, so programs take other paths.  Tests of slow searches would take
# over a minute each; they are left out, but the commands run the same code.
VALGRIND_FLAGS := --quiet --leak-check=full --error-exitcode=99
VALGRIND_SLOW  := backtracking backtracking_team counting_instance generate_instances model sat
.PHONY: valgrind
valgrind: | build/.deps-test build/.deps-valgrind
	$(MAKE) CFLAGS='-O1 -g' BUILD=build/valgrind all unit
	BUILD=build/valgrind UNDER='valgrind $(VALGRIND_FLAGS)' TEST_TIMEOUT=3600 tests/run \
	  $(patsubst tests/%.c,build/valgrind/tests/%,$(filter-out $(VALGRIND_SLOW:%=tests/test_%.c),$(UNIT_SOURCES))) \
	  tests/valgrind/commands.bats

# Do the tests detect errors in the checker?  A quarter of an hour; see tools/mutate.
.PHONY: mutate
mutate: unit
	BUILD=$(BUILD) tools/mutate src/board/clean.c test_check_edges test_model test_clean_edges test_clean
	BUILD=$(BUILD) tools/mutate src/board/check.c test_check_edges test_check_describe test_check test_progress test_clean \
	  test_model
	BUILD=$(BUILD) tools/mutate src/board/report.c test_check_describe test_check_edges test_check

# Fuzz every target for FUZZ_SECONDS on a copy of its seeds; findings are written to $(BUILD)/fuzz/.
# FUZZ_FLAGS=-seed=1 makes it a run that can be repeated: the same inputs, as far as the time reaches.
FUZZ_SECONDS ?= 30
FUZZ_FLAGS   ?=
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
# Of the library and the program only what the targets reach.
FUZZ_SOURCES := $(filter-out src/generate/% src/enumerate/%,$(LIB_SOURCES)) \
                $(filter src/core/%.c src/ledger/%.c src/output/shards%.c src/output/folder.c src/cli/inputs.c \
                  src/options/say.c,$(PROGRAM_SOURCES)) \
                $(patsubst %,src/experiment/%.c,attempt child command compare_plan files store store_file variants)
FUZZ_HEADERS := $(PUBLIC_HEADERS) $(wildcard src/*/*.h src/*/*/*.h src/*/*.inc)
FUZZ_CFLAGS  := -std=c11 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -Isrc $(WARNINGS) -O1 -g1 \
                -DNQ_SANITIZED -pthread -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

FUZZ_OBJECTS := $(FUZZ_SOURCES:%.c=$(BUILD)/fuzz/%.o) $(TEXTS:%=$(BUILD)/%.o)

$(BUILD)/fuzz/%.o: %.c $(FUZZ_HEADERS) Makefile | build/.deps-lint
	@mkdir -p $(@D)
	clang $(FUZZ_CFLAGS) -c $< -o $@

# The searches, which the targets hardly run, are not optimized, which would take most of the time.
$(foreach room,local genetic exact counting sampling solve,$(BUILD)/fuzz/src/$(room)/%.o): FUZZ_CFLAGS += -O0

.SECONDARY: $(FUZZ_OBJECTS)
$(BUILD)/fuzz/reached.a: $(FUZZ_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/scratch.h $(BUILD)/fuzz/reached.a
	clang $(FUZZ_CFLAGS) -fsanitize=fuzzer $< $(BUILD)/fuzz/reached.a -o $@ $(PROGRAM_LIBS) $(LIB_LIBS)

.PHONY: fuzz $(FUZZ_TARGETS:%=fuzz-%)
fuzz: $(FUZZ_TARGETS:%=fuzz-%)
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: $(BUILD)/fuzz/fuzz_%
	rm -rf $(BUILD)/fuzz/corpus/$*
	mkdir -p $(BUILD)/fuzz/corpus/$*
	cp tests/fuzz/corpus/$*/* $(BUILD)/fuzz/corpus/$*/
	$< -max_total_time=$(FUZZ_SECONDS) $(FUZZ_FLAGS) -max_len=4096 -timeout=10 -print_final_stats=1 \
	  -artifact_prefix=$(BUILD)/fuzz/$*- $(BUILD)/fuzz/corpus/$*

# ---- Benchmarks, installation, maintenance ---------------------------------------------------------
bench: $(BUILD)/nqueens $(BUILD)/tools/bench
	NQUEENS=$(BUILD)/nqueens $(BUILD)/tools/bench --release data/bench-1.0.0.txt $(BENCH_FLAGS)

$(BUILD)/tools/bench: tools/qs4.c
$(BUILD)/tools/%: tools/%.c $(PROGRAM) $(STATIC) Makefile | build/.deps-build
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$Q$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) $(filter %.c,$^) $(PROGRAM) $(STATIC) -o $@ $(PROGRAM_LIBS) $(LIB_LIBS)

# For example PEERS_FLAGS='--limit 60'; see tools/peers --help.
peers: $(BUILD)/nqueens | build/.deps-interop
	@NQUEENS=$(BUILD)/nqueens tools/peers $(PEERS_FLAGS)

# The package for Python: a wheel and a source distribution in build/dist.
.PHONY: wheel dist release
wheel: | build/.deps-build
	env -u MAKEFLAGS -u MFLAGS tools/wheel

# The sources of the last commit, as a tarball with the same bytes wherever it is made.
DIST    := build/dist
TARBALL  = $(DIST)/nqueens-$(VERSION)-source.tar
dist:
	@git diff --quiet HEAD || echo 'Uncommitted changes are left out' >&2
	@mkdir -p $(DIST)
	git -c tar.umask=0022 archive --format=tar --prefix=nqueens-$(VERSION)/ --output=$(TARBALL) HEAD
	gzip -9nf $(TARBALL)

release: | build/.deps-build build/.deps-test build/.deps-package build/.deps-arm64 build/.deps-web
	env -u MAKEFLAGS -u MFLAGS tools/release

SHARE := $(DESTDIR)$(PREFIX)/share
BASH_COMPLETION := $(SHARE)/bash-completion/completions/nqueens
ZSH_COMPLETION  := $(SHARE)/zsh/site-functions/_nqueens
FISH_COMPLETION := $(SHARE)/fish/vendor_completions.d/nqueens.fish

# The system's library folders, whose content ldconfig must record.  Empty for staged installations and
# other folders.
LOADER_ASKS := $(if $(DESTDIR),,$(filter /usr/local/lib% /usr/lib% /lib%,$(LIBDIR)))

install: all man
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig \
	  $(DESTDIR)$(PREFIX)/include/nqueens
	install -m 755 $(BUILD)/nqueens $(CLUSTER_PROGRAM) $(DESTDIR)$(PREFIX)/bin/
	install -m 644 src/nqueens.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 $(filter-out src/nqueens.h,$(PUBLIC_HEADERS)) $(DESTDIR)$(PREFIX)/include/nqueens/
	install -m 644 $(STATIC) $(DESTDIR)$(LIBDIR)/
	install -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)/
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/libnqueens.so.$(SOVERSION)
	ln -sf libnqueens.so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/libnqueens.so
	install -m 644 $(BUILD)/nqueens.pc $(DESTDIR)$(LIBDIR)/pkgconfig/
	install -d $(SHARE)/man/man1 $(SHARE)/man/man3 $(SHARE)/man/man5
	install -m 644 $(BUILD)/man/*.1 $(SHARE)/man/man1/
	$(if $(CLUSTER_PROGRAM),,rm $(SHARE)/man/man1/nqueens-mpi.1)
	install -m 644 $(BUILD)/man/*.3 $(SHARE)/man/man3/
	install -m 644 $(BUILD)/man/*.5 $(SHARE)/man/man5/
	install -D -m 644 $(BUILD)/man/nqueens.bash $(BASH_COMPLETION)
	install -D -m 644 $(BUILD)/man/nqueens.zsh $(ZSH_COMPLETION)
	install -D -m 644 $(BUILD)/man/nqueens.fish $(FISH_COMPLETION)
	$(if $(LOADER_ASKS),-/sbin/ldconfig)

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/include/nqueens
	rm -f $(DESTDIR)$(PREFIX)/bin/nqueens $(DESTDIR)$(PREFIX)/bin/nqueens-mpi $(DESTDIR)$(PREFIX)/include/nqueens.h \
	  $(DESTDIR)$(LIBDIR)/libnqueens.a $(DESTDIR)$(LIBDIR)/libnqueens.so* \
	  $(DESTDIR)$(LIBDIR)/pkgconfig/nqueens.pc \
	  $(SHARE)/man/man1/nqueens.1 $(SHARE)/man/man1/nqueens-*.1 $(SHARE)/man/man3/nqueens.3 \
	  $(SHARE)/man/man5/nqueens.5 $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)

# After an intended change of the public headers: record the shared library's symbols and the layout of the
# public structs, which a test compares, and declare them for Python.
.PHONY: abi
abi:
	tools/abi map > $(BUILD)/nqueens.map
	mv $(BUILD)/nqueens.map src/nqueens.map
	CC="$(CC)" tools/abi dump > $(BUILD)/abi.txt
	mv $(BUILD)/abi.txt tests/abi/lp64.txt
	CC="$(CC)" tools/abi python > $(BUILD)/_abi.py
	mv $(BUILD)/_abi.py python/nqueens/_abi.py

lint: | build/.deps-lint
	tools/lint

format: | build/.deps-lint
	clang-format -i $$(git ls-files '*.c' '*.h' '*.inc')

clean:
	rm -rf build

help:
	@sed -n 's/^# make/make/p' Makefile
	@printf '%s\n' \
	  'make bench            compares the speed with baselines' \
	  'make static           builds $(BUILD)/nqueens-static, which needs no library; pictures as SVG only' \
	  'make man              builds the manual pages in $(BUILD)/man' \
	  'make peers            times other solvers, as a Markdown table; options in PEERS_FLAGS' \
	  'make fuzz             fuzzes each reader for FUZZ_SECONDS (default 30)' \
	  'make coverage         reports the lines that the tests run, by folder and file (lcov)' \
	  'make tsan             runs the unit tests under ThreadSanitizer' \
	  'make valgrind         runs the unit tests and some commands under valgrind' \
	  'make arm64            builds for Linux on arm64 in build/arm64, with a cross compiler' \
	  'make test-arm64       tests that under qemu: unit tests and commands' \
	  'make test-musl        runs the unit tests of the library with the C library musl' \
	  'make bigendian        tests search and formats on a big-endian machine (qemu)' \
	  'make mutate           tests whether the tests detect errors in the checker' \
	  'make wheel            builds the package for Python in build/dist: a wheel and its sources' \
	  'make dist             packs the sources of the last commit into build/dist' \
	  'make release          makes all files of a release in build/dist: docs/development.md' \
	  'make install          installs to PREFIX ($(PREFIX)), under DESTDIR if set' \
	  'make uninstall        removes the installed files' \
	  'make lint             checks style and includes, and runs static analysis' \
	  'make format           formats the C sources with clang-format' \
	  'make abi              records the public interface, which a test compares' \
	  'make clean            removes build/' \
	  'Variables:' \
	  '  CC, CPPFLAGS, CFLAGS, LDFLAGS' \
	  '  BUILD               build folder (default: build)' \
	  '  SANITIZE            sanitizers, for example address,undefined' \
	  '  DEBUG=1             recount all conflict counters after every step' \
	  '  LIBDIR              library folder for make install (default: PREFIX/lib)' \
	  '  NO_DEPS=1           assume that all packages are installed' \
	  '  JOBS                test suites that run at a time (default: three more than processors)' \
	  '  V=1                 show commands'

-include $(LIB_OBJECTS:.o=.d) $(PROGRAM_OBJECTS:.o=.d) $(MAIN:.o=.d) $(CLUSTER_OBJECTS:.o=.d) $(UNIT_TESTS:=.d)
