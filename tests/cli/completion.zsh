# The .zshrc of a zsh that completes $LINE at its first prompt, as the Tab key does, and ends.  Into
# the file `told` go the line as it is then, in bars, and all words that were offered.
PATH=$ZDOTDIR:$PATH
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -u -D
[[ -e $ZDOTDIR/_nqueens ]] || source <(nqueens completion zsh)

typeset -ga offered
# With -O, -A or -D words are only asked after.
compadd() {
  local -a matches
  [[ " $*" == *\ -[OAD]\ * ]] || builtin compadd -A matches "$@"
  offered+=($IPREFIX$^matches)
  builtin compadd "$@"
}

zle-line-init() {
  BUFFER=$LINE CURSOR=$#LINE
  zle complete-word
  print -rl -- "|$BUFFER|" $offered >$ZDOTDIR/told
  exit
}
zle -N zle-line-init
