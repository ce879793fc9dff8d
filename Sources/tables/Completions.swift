extension Shell {
    /// A script that completes options, their values, the names of a file's columns, and names of files.
    var completions: String {
        let names = Options.Name.allCases
        let options = names.map { "\($0)" }.joined(separator: " ")
        let ofColumns = names.filter(\.takesColumns).map { "\($0)" }.joined(separator: "|")
        let reading: [Options.Name] = [
            .from, .delimiter, .quote, .encoding, .comment, .skip, .path, .noHeader, .ragged, .flatten,
        ]
        let flags = reading.filter { $0.value == nil }.map(\.description).joined(separator: "|")
        let valued = reading.filter { $0.value != nil }.map(\.description).joined(separator: "|")
        let cases = names.compactMap { name in
            name.choices.map { "        \(name)) candidates='\($0.joined(separator: " "))' ;;\n" }
        }
        let script = #"""
            _tables() {
                local candidates='' word=${COMP_WORDS[COMP_CWORD]}
                COMPREPLY=()
                case ${COMP_WORDS[COMP_CWORD - 1]} in
            \#(cases.joined())        \#(ofColumns)) _tables_columns "$word"; return ;;
                    *) if [[ $word == -* ]]; then candidates='\#(options)'; fi ;;
                esac
                COMPREPLY=($(compgen -W "$candidates" -- "$word"))
            }
            _tables_columns() {
                local list=${1%"${1##*,}"} typed=${1##*,} file='' reading=() word name index
                typed=${typed//[\\\'\"]/}
                for ((index = 1; index < ${#COMP_WORDS[@]}; index++)); do
                    word=${COMP_WORDS[index]//[\'\"]/}
                    case $word in
                        \#(flags)) reading+=("$word") ;;
                        \#(valued)) reading+=("$word" "${COMP_WORDS[++index]//[\'\"]/}") ;;
                        *)
                            word=${word//\\/}
                            if [[ -z $file && -f ${word/#\~/$HOME} ]]; then file=${word/#\~/$HOME}; fi ;;
                    esac
                done
                while IFS= read -r name; do
                    if [[ ${COMP_WORDS[COMP_CWORD - 1]} != --where ]]; then name=${name//,/\\,}; fi
                    if [[ $name != "$typed"* ]]; then continue; fi
                    # A quote that a person has typed remains in the line.
                    if [[ $1 != [\'\"]* ]]; then name=$(printf %q "$name"); fi
                    COMPREPLY+=("${list#[\'\"]}$name")
                done < <(tables --limit 1 --to tsv "${reading[@]}" -- "$file" 2>/dev/null | head -n 1 | tr '\t' '\n')
            }
            complete -o default -F _tables tables

            """#
        return switch self {
        case .bash: script
        case .zsh: "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n" + script
        }
    }
}
