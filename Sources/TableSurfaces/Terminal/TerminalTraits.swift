#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a terminal at a file descriptor offers, and what its user asks for.
public struct TerminalTraits: Sendable {
    /// The terminal behind the standard output of the process, if it is one.
    public static var standardOutput: TerminalTraits { TerminalTraits(fileDescriptor: 1) }

    /// Whether the descriptor is a terminal at all.
    public let isTerminal: Bool

    /// The terminal's width in columns, or `nil` when the descriptor is no terminal.
    ///
    /// The variable `COLUMNS` stands in for a terminal that does not tell its width.
    public let width: Int?

    private let environment: [String: String]

    /// Looks at a file descriptor.
    ///
    /// - Parameter fileDescriptor: An open descriptor; 1 is standard output.
    public init(fileDescriptor: Int32) {
        let names = [
            "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS", "XTERM_VERSION",
        ]
        var environment: [String: String] = [:]
        for name in names {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        let isTerminal = isatty(fileDescriptor) == 1
        var size = winsize()
        let known = isTerminal && ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        self.init(isTerminal: isTerminal, columns: known ? Int(size.ws_col) : nil, environment: environment)
    }

    /// Describes a terminal by the width that it tells and the environment variables of its user.
    public init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
        self.isTerminal = isTerminal
        self.environment = environment
        let fallback = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        width = isTerminal ? columns ?? fallback : nil
    }

    /// Whether to write in colour when nobody said so explicitly.
    ///
    /// The first that speaks decides: `NO_COLOR` (not empty) against it, `CLICOLOR_FORCE` and `FORCE_COLOR`
    /// (not empty and not `0`) for it, `TERM=dumb` against it, and last whether this is a terminal.
    public var isColored: Bool {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") { return false }
        for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] where isSet(name) && environment[name] != "0" {
            return true
        }
        if environment["TERM"] == "dumb" { return false }
        return isTerminal
    }

    /// The colours that the terminal has, as far as its environment tells: ``TextPalette/extended`` where
    /// `COLORTERM` names true colours, `FORCE_COLOR` is 2 or 3, or `TERM` names 256 colours, true ones or a terminal
    /// that is known to have them; else ``TextPalette/basic``.
    public var palette: TextPalette {
        let (name, level) = (environment["TERM"] ?? "", environment["FORCE_COLOR"] ?? "")
        let isExtended =
            ["truecolor", "24bit"].contains(environment["COLORTERM"]) || ["2", "3"].contains(level)
            || ["256color", "-direct", "kitty", "ghostty", "alacritty", "foot"].contains(where: name.contains)
        return isExtended ? .extended : .basic
    }

    /// How wide the terminal draws text, as far as its name tells: ``TextWidthPolicy/legacy`` for xterm, rxvt
    /// and the Linux console, else ``TextWidthPolicy/standard``.
    ///
    /// Most terminals call themselves `xterm`; the real one also sets `XTERM_VERSION`. Nothing tells whether
    /// ambiguous characters are wide, so that ``TextWidthPolicy/eastAsian`` is for you to choose.
    public var widthPolicy: TextWidthPolicy {
        let name = environment["TERM"] ?? ""
        let isXterm = name.hasPrefix("xterm") && !(environment["XTERM_VERSION"] ?? "").isEmpty
        return isXterm || name.hasPrefix("rxvt") || name == "linux" ? .legacy : .standard
    }
}
