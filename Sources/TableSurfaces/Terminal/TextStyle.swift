import TableAgent

extension GridRole {
    /// The escape sequence that switches to the role's look (ECMA-48, SGR); `nil` for plain text.
    var terminalStyle: String? {
        switch self {
        case .plain: nil
        case .strong: "\u{1B}[1m"
        case .muted: "\u{1B}[2m"
        case .positive: "\u{1B}[32m"
        case .negative: "\u{1B}[31m"
        case .warning: "\u{1B}[33m"
        case .link: "\u{1B}[4m"
        }
    }

    /// The escape sequence that returns to plain text.
    static let terminalReset = "\u{1B}[0m"
}
