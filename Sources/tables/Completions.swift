extension Shell {
    /// A script that completes options, their values, and names of files.
    var completions: String {
        let options = Options.Name.allCases.map { "\($0)" }.joined(separator: " ")
        let cases = Options.Name.allCases.compactMap { name in
            name.choices.map { "        \(name)) candidates='\($0.joined(separator: " "))' ;;\n" }
        }
        let script = """
            _tables() {
                local candidates='' word=${COMP_WORDS[COMP_CWORD]}
                case ${COMP_WORDS[COMP_CWORD - 1]} in
            \(cases.joined())        *) if [[ $word == -* ]]; then candidates='\(options)'; fi ;;
                esac
                COMPREPLY=($(compgen -W "$candidates" -- "$word"))
            }
            complete -o default -F _tables tables

            """
        return switch self {
        case .bash: script
        case .zsh: "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n" + script
        }
    }
}
