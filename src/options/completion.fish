# Completion of nqueens in fish: the words come from the program itself.  fish completes file names itself, because it
# knows about ~, variables and quotes.
function __nqueens_complete
    set -l words (commandline -opc)
    set -l program (string replace -r '^~/' -- "$HOME/" $words[1])
    type -q -- $program; or return
    set -l current (commandline -ct)
    # A quote may still be open.
    set current (string unescape -- "$current"; or string unescape -- "$current'"
        or string unescape -- "$current\"")
    $program --complete $words[2..-1] "$current" 2>/dev/null
end
complete -c nqueens -f -a '(__nqueens_complete | string match -v :files)'
complete -c nqueens -F -n '__nqueens_complete | string match -q :files'
