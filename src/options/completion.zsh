#compdef nqueens
# Completion of nqueens in zsh: the words come from the program itself.
_nqueens() {
  local line word files= program=${${(Q)words[1]}/#\~\//$HOME/}
  local -a whole begun
  local -a typed=("${(@Q)words[2,CURRENT-1]}" "$PREFIX")
  for line in "${(@f)$($program --complete "${typed[@]}" 2>/dev/null)}"; do
    word=${line%%$'\t'*}
    case $line in
      '') ;;
      :files) files=1 ;;
      *$'\t'*) line=${word//:/\\:}:${line#*$'\t'} ;|
      *) [[ $word == *= ]] && begun+=("$line") || whole+=("$line") ;;
    esac
  done
  if [[ -n $files ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
    return
  fi
  local -i failed=1
  (( $#whole )) && _describe -t words word whole && failed=0
  (( $#begun )) && _describe -t options option begun -S '' && failed=0
  return failed
}
if [[ ${funcstack[1]} == _nqueens ]]; then
  _nqueens "$@"
else
  compdef _nqueens nqueens
fi
