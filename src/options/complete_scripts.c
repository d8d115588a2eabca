#include "options/guide.h"

#include <string.h>

/* Readline splits words at = and : too, the program only at blanks; the part that readline has
 * split off is removed from each answer. */
static const char *const bash_script[] = {
    "# Completion of nqueens in bash: the words come from the program itself.",
    "_nqueens() {",
    "  local words current shown line files=",
    "  read -ra words <<<\"${COMP_LINE:0:COMP_POINT}\"",
    "  [[ ${COMP_LINE:0:COMP_POINT} != *[[:blank:]] ]] || words+=('')",
    "  current=${words[${#words[@]} - 1]} shown=$current",
    "  [[ $COMP_WORDBREAKS != *=* ]] || shown=${shown##*=}",
    "  [[ $COMP_WORDBREAKS != *:* ]] || shown=${shown##*:}",
    "  COMPREPLY=()",
    "  while IFS= read -r line; do",
    "    case $line in",
    "      :files) files=1 ;;",
    "      *) line=${line%%$'\\t'*} && COMPREPLY+=(\"${line#\"${current%\"$shown\"}\"}\") ;;",
    "    esac",
    "  done < <(\"${1/#\\~/$HOME}\" --complete \"${words[@]:1}\" 2>/dev/null)",
    "  if [ -n \"$files\" ]; then",
    "    compopt -o filenames 2>/dev/null",
    "    [[ $current != --*=* ]] || shown=${current#*=}",
    "    while IFS= read -r line; do COMPREPLY+=(\"$line\"); done < <(compgen -f -- \"$shown\")",
    "  elif [ \"${#COMPREPLY[@]}\" -eq 1 ] && [[ ${COMPREPLY[0]} == *= ]]; then",
    "    compopt -o nospace 2>/dev/null",
    "  fi",
    "  return 0",
    "}",
    "complete -F _nqueens nqueens",
    NULL};

static const char *const zsh_script[] = {
    "#compdef nqueens",
    "# Completion of nqueens in zsh: the words come from the program itself.",
    "_nqueens() {",
    "  local line word files= program=${${(Q)words[1]}/#\\~\\//$HOME/}",
    "  local -a whole begun",
    "  local -a typed=(\"${(@Q)words[2,CURRENT-1]}\" \"$PREFIX\")",
    "  for line in \"${(@f)$($program --complete \"${typed[@]}\" 2>/dev/null)}\"; do",
    "    word=${line%%$'\\t'*}",
    "    case $line in",
    "      '') ;;",
    "      :files) files=1 ;;",
    "      *$'\\t'*) line=${word//:/\\\\:}:${line#*$'\\t'} ;|",
    "      *) [[ $word == *= ]] && begun+=(\"$line\") || whole+=(\"$line\") ;;",
    "    esac",
    "  done",
    "  if [[ -n $files ]]; then",
    "    [[ $PREFIX == --*=* ]] && compset -P '*='",
    "    _files",
    "    return",
    "  fi",
    "  local -i failed=1",
    "  (( $#whole )) && _describe -t words word whole && failed=0",
    "  (( $#begun )) && _describe -t options option begun -S '' && failed=0",
    "  return failed",
    "}",
    "if [[ ${funcstack[1]} == _nqueens ]]; then",
    "  _nqueens \"$@\"",
    "else",
    "  compdef _nqueens nqueens",
    "fi",
    NULL};

/* fish completes file names itself, because it knows about ~, variables and quotes. */
static const char *const fish_script[] = {
    "# Completion of nqueens in fish: the words come from the program itself.",
    "function __nqueens_complete",
    "    set -l words (commandline -opc)",
    "    set -l program (string replace -r '^~/' -- \"$HOME/\" $words[1])",
    "    type -q -- $program; or return",
    "    set -l current (commandline -ct)",
    "    # A quote may still be open.",
    "    set current (string unescape -- \"$current\"; or string unescape -- \"$current'\"",
    "        or string unescape -- \"$current\\\"\")",
    "    $program --complete $words[2..-1] \"$current\" 2>/dev/null",
    "end",
    "complete -c nqueens -f -a '(__nqueens_complete | string match -v :files)'",
    "complete -c nqueens -F -n '__nqueens_complete | string match -q :files'",
    NULL};

static const struct {
  const char *shell;
  const char *const *script;
} scripts[] = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

const char *const *cli_complete_script(const char *shell) {
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
    if (strcmp(scripts[i].shell, shell) == 0) return scripts[i].script;
  return NULL;
}
