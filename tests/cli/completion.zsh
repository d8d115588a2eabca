# The .zshrc of a zsh that completes each line of the file `lines` at its first prompt, as the Tab key does, and
# ends.  Into `made.1` and so on go the lines as they are then, in bars; into `offered.1` and so on all
# words that were offered.
PATH=$ZDOTDIR:$PATH
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -u -D
[[ -e $ZDOTDIR/_nqueens ]] || source <(nqueens completion zsh)

typeset -ga offered
typeset -ga asked=("${(@f)$(<$ZDOTDIR/lines)}")
# With -O, -A or -D words are only asked after.
compadd() {
  local -a matches
  [[ " $*" == *\ -[OAD]\ * ]] || builtin compadd -A matches "$@"
  offered+=($IPREFIX$^matches)
  builtin compadd "$@"
}

zle-line-init() {
  for (( turn = 1; turn <= $#asked; turn++ )); do
    offered=()
    BUFFER=$asked[turn] CURSOR=$#BUFFER
    zle complete-word
    print -rl -- $offered >$ZDOTDIR/offered.$turn
    print -r -- "|$BUFFER|" >$ZDOTDIR/made.$turn
  done
  exit
}
zle -N zle-line-init
