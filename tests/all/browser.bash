# Pages in a browser: headless Chromium, where there is one (tools/install-deps browser).

# browse WIDTH PAGE [OPTION...]: the page's elements after loading on stdout, what the console said in
# the file console.
browse() {
  local width=$1 page=$2
  shift 2
  command -v chromium >/dev/null || skip "chromium is not installed: tools/install-deps browser"
  timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
    --enable-logging=stderr --window-size="$width,800" "$@" --dump-dom "file://$PWD/$page" 2>log
  grep CONSOLE log >console || true
}
