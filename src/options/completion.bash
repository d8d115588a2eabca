# Completion of nqueens in bash: the words come from the program itself.
_nqueens() {
  # Readline splits words at = and : too, the program only at blanks; the part that readline has split off is removed
  # from each answer.
  local words current shown line files=
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:0:COMP_POINT} != *[[:blank:]] ]] || words+=('')
  current=${words[${#words[@]} - 1]} shown=$current
  [[ $COMP_WORDBREAKS != *=* ]] || shown=${shown##*=}
  [[ $COMP_WORDBREAKS != *:* ]] || shown=${shown##*:}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) files=1 ;;
      *) line=${line%%$'\t'*} && COMPREPLY+=("${line#"${current%"$shown"}"}") ;;
    esac
  done < <("${1/#\~/$HOME}" --complete "${words[@]:1}" 2>/dev/null)
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    [[ $current != --*=* ]] || shown=${current#*=}
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$shown")
  elif [ "${#COMPREPLY[@]}" -eq 1 ] && [[ ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
  return 0
}
complete -F _nqueens nqueens
