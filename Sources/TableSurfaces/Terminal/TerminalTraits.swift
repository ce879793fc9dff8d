#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The capabilities of a terminal at a file descriptor, and the preferences of its user.
public struct TerminalTraits: Sendable {
    /// The traits of the standard output of the process.
    public static var standardOutput: TerminalTraits { TerminalTraits(fileDescriptor: 1) }

    /// Whether the descriptor refers to a terminal.
    public let isTerminal: Bool

    /// The terminal's width in columns, or `nil` if the descriptor is not a terminal.
    ///
    /// If the terminal does not report its width, the environment variable `COLUMNS` decides. Without the
    /// variable, the width is `nil`.
    public let width: Int?

    /// The terminal's height in lines, or `nil` if the descriptor is not a terminal.
    ///
    /// If the terminal does not report its height, the environment variable `LINES` decides. Without the variable, the
    /// height is `nil`.
    public let height: Int?

    private let environment: [String: String]

    /// Reads the traits of a file descriptor.
    ///
    /// - Parameter fileDescriptor: An open descriptor; 1 is standard output.
    public init(fileDescriptor: Int32) {
        let names = [
            "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS", "LINES",
            "XTERM_VERSION",
        ]
        var environment: [String: String] = [:]
        for name in names {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        let isTerminal = isatty(fileDescriptor) == 1
        var size = winsize()
        if !isTerminal || ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
        func known(_ size: UInt16) -> Int? { size > 0 ? Int(size) : nil }
        self.init(
            isTerminal: isTerminal, columns: known(size.ws_col), lines: known(size.ws_row),
            environment: environment)
    }

    /// Creates traits from the size that a terminal reports and from the environment variables of its user.
    package init(isTerminal: Bool, columns: Int?, lines: Int? = nil, environment: [String: String]) {
        self.isTerminal = isTerminal
        self.environment = environment
        func variable(_ name: String) -> Int? {
            environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
        width = isTerminal ? columns ?? variable("COLUMNS") : nil
        height = isTerminal ? lines ?? variable("LINES") : nil
    }

    /// Whether the terminal can't address its cursor: `TERM=dumb`.
    package var isDumb: Bool { environment["TERM"] == "dumb" }

    /// Whether to use colors when the program has no explicit setting.
    ///
    /// The first of these conditions that is met decides. A `NO_COLOR` that is not empty turns colors off. A
    /// `CLICOLOR_FORCE` or `FORCE_COLOR` that is neither empty nor `0` turns colors on. `TERM=dumb` turns
    /// colors off. Otherwise, colors are on for a terminal.
    public var isColored: Bool {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") { return false }
        for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] where isSet(name) && environment[name] != "0" {
            return true
        }
        if isDumb { return false }
        return isTerminal
    }

    /// The colors of the terminal, according to its environment.
    ///
    /// The palette is ``TextFormat/Palette/extended`` if `COLORTERM` names true colors, if `FORCE_COLOR` is 2 or 3,
    /// or if `TERM` names 256 colors, true colors or a terminal known to support them. Otherwise, it is
    /// ``TextFormat/Palette/basic``.
    public var palette: TextFormat.Palette {
        let (name, level) = (environment["TERM"] ?? "", environment["FORCE_COLOR"] ?? "")
        let isExtended =
            ["truecolor", "24bit"].contains(environment["COLORTERM"]) || ["2", "3"].contains(level)
            || ["256color", "-direct", "kitty", "ghostty", "alacritty", "foot"].contains(where: name.contains)
        return isExtended ? .extended : .basic
    }

    /// The rules for the widths of characters, according to the terminal's name: ``TextFormat/WidthPolicy/legacy``
    /// for xterm, rxvt and the Linux console, otherwise ``TextFormat/WidthPolicy/standard``.
    ///
    /// Most terminals call themselves `xterm`; the real xterm also sets `XTERM_VERSION`. No variable reveals
    /// whether ambiguous characters are wide, so choose ``TextFormat/WidthPolicy/eastAsian`` yourself.
    public var widthPolicy: TextFormat.WidthPolicy {
        let name = environment["TERM"] ?? ""
        let isXterm = name.hasPrefix("xterm") && !(environment["XTERM_VERSION"] ?? "").isEmpty
        return isXterm || name.hasPrefix("rxvt") || name == "linux" ? .legacy : .standard
    }
}
