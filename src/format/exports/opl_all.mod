main {
  var start = new Date();
  var solutions = 0;
  thisOplModel.generate();
  cp.startNewSearch();
  while (cp.next()) {
    solutions++;
    var now = new Date();
    writeln("// Solution ", solutions, ", time = ", now.getTime() - start.getTime(), " ms");
    thisOplModel.postProcess();
  }
  cp.endSearch();
  if (solutions == 0) writeln("<<< no solution");
}
