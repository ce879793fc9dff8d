extension Options {
    /// An option, by its name on the command line.
    enum Name: String, CaseIterable {
        case from = "--from"
        case to = "--to"
        case compare = "--compare"
        case key = "--key"
        case groupBy = "--group-by"
        case sum = "--sum"
        case columns = "--columns"
        case width = "--width"
        case border = "--border"
        case overflow = "--overflow"
        case narrow = "--narrow"
        case color = "--color"
        case output = "--output"
        case help = "--help"

        /// What the option's value is, as messages name it; `nil` if it has none.
        var value: String? {
            switch self {
            case .from, .to: "a format"
            case .key, .groupBy, .sum: "a column"
            case .columns: "a list of columns"
            case .width: "a number"
            case .border: "a border"
            case .overflow: "wrap or cut"
            case .narrow: "stack, drop or squeeze"
            case .color: "auto, always or never"
            case .compare, .output: "a file"
            case .help: nil
            }
        }

        /// Whether the option can be given more than once.
        var isRepeatable: Bool { self == .sum || self == .columns || self == .help }

        /// Whether the option is about the data, so that it means nothing for the built-in ledger.
        var needsFile: Bool {
            switch self {
            case .from, .compare, .key, .groupBy, .sum, .columns: true
            case .to, .width, .border, .overflow, .narrow, .color, .output, .help: false
            }
        }
    }
}
