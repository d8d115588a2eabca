/* What the program calls in the worker: Emscripten links it. */
mergeInto(LibraryManager.library, {
  web_post_progress: function(phase, done, total, conflicts) {
    postMessage({progress: {phase: UTF8ToString(phase), done: done, total: total, conflicts: conflicts}});
  }
});
