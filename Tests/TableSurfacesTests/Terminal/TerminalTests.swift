import TableSurfaces
import Testing

struct TerminalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var environment: [String: String]
        var isTerminal: Bool
        var isColored: Bool

        var testDescription: String { "\(environment) terminal: \(isTerminal)" }

        init(_ environment: [String: String], terminal isTerminal: Bool, colored isColored: Bool) {
            self.environment = environment
            self.isTerminal = isTerminal
            self.isColored = isColored
        }
    }

    static let cases = [
        Case([:], terminal: true, colored: true),
        Case([:], terminal: false, colored: false),
        Case(["TERM": "xterm"], terminal: true, colored: true),
        Case(["TERM": "xterm"], terminal: false, colored: false),
        Case(["TERM": "dumb"], terminal: true, colored: false),
        Case(["TERM": "dumb"], terminal: false, colored: false),
        Case(["NO_COLOR": "1"], terminal: true, colored: false),
        Case(["NO_COLOR": "0"], terminal: true, colored: false),
        Case(["NO_COLOR": ""], terminal: true, colored: true),
        Case(["CLICOLOR_FORCE": "1"], terminal: false, colored: true),
        Case(["CLICOLOR_FORCE": "0"], terminal: false, colored: false),
        Case(["CLICOLOR_FORCE": ""], terminal: false, colored: false),
        Case(["CLICOLOR_FORCE": "0"], terminal: true, colored: true),
        Case(["FORCE_COLOR": "3"], terminal: false, colored: true),
        Case(["FORCE_COLOR": "0"], terminal: false, colored: false),
        Case(["FORCE_COLOR": ""], terminal: false, colored: false),
        Case(["CLICOLOR_FORCE": "0", "FORCE_COLOR": "1"], terminal: false, colored: true),
        Case(["CLICOLOR_FORCE": "1", "TERM": "dumb"], terminal: false, colored: true),
        Case(["FORCE_COLOR": "1", "TERM": "dumb"], terminal: true, colored: true),
        Case(["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], terminal: true, colored: false),
        Case(["NO_COLOR": "1", "FORCE_COLOR": "1"], terminal: true, colored: false),
        Case(["NO_COLOR": "", "TERM": "dumb"], terminal: true, colored: false),
    ]

    @Test(arguments: cases)
    func `The first setting with a value determines whether colors are used`(expected: Case) {
        let terminal = TerminalTraits(
            isTerminal: expected.isTerminal, columns: 80, environment: expected.environment)

        #expect(terminal.isColored == expected.isColored)
    }

    @Test(
        arguments: [
            (true, 120, nil, 120), (true, 120, "40", 120), (true, nil, "40", 40), (true, nil, nil, nil),
            (true, nil, "0", nil), (true, nil, "-5", nil), (true, nil, "wide", nil), (true, nil, "", nil),
            (false, nil, "40", nil), (false, 120, nil, nil),
        ] as [(Bool, Int?, String?, Int?)])
    func `The size comes from the terminal, else from COLUMNS and LINES, and is nil without a terminal`(
        isTerminal: Bool, size: Int?, variable: String?, expected: Int?
    ) {
        let environment = variable.map { ["COLUMNS": $0, "LINES": $0] } ?? [:]
        let terminal = TerminalTraits(
            isTerminal: isTerminal, columns: size, lines: size, environment: environment)

        #expect(terminal.width == expected)
        #expect(terminal.height == expected)
        #expect(terminal.isTerminal == isTerminal)
    }

    @Test(
        arguments: [
            (["TERM": "xterm-256color"], .standard),
            (["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"], .legacy),
            (["TERM": "tmux-256color", "XTERM_VERSION": "XTerm(379)"], .standard),
            (["TERM": "linux"], .legacy),
            (["TERM": "xterm", "XTERM_VERSION": ""], .standard), (["TERM": "rxvt-unicode"], .legacy),
            ([:], .standard),
        ] as [([String: String], TextFormat.WidthPolicy)])
    func `Terminals that draw each scalar separately are recognized by name`(
        environment: [String: String], policy: TextFormat.WidthPolicy
    ) {
        let terminal = TerminalTraits(isTerminal: true, columns: nil, environment: environment)

        #expect(terminal.widthPolicy == policy)
    }

    @Test(
        arguments: [
            ([:], .basic), (["TERM": "xterm"], .basic), (["TERM": "linux"], .basic),
            (["TERM": "screen"], .basic),
            (["TERM": "xterm-256color"], .extended), (["TERM": "tmux-256color"], .extended),
            (["TERM": "xterm-direct"], .extended), (["TERM": "xterm-kitty"], .extended),
            (["TERM": "xterm-ghostty"], .extended), (["TERM": "alacritty"], .extended),
            (["TERM": "foot"], .extended), (["TERM": "xterm", "COLORTERM": "truecolor"], .extended),
            (["COLORTERM": "24bit"], .extended), (["COLORTERM": "yes"], .basic),
            (["FORCE_COLOR": "1"], .basic),
            (["FORCE_COLOR": "2"], .extended), (["FORCE_COLOR": "3"], .extended),
        ] as [([String: String], TextFormat.Palette)])
    func `The environment determines whether a terminal has 256 colors`(
        environment: [String: String], palette: TextFormat.Palette
    ) {
        let terminal = TerminalTraits(isTerminal: true, columns: nil, environment: environment)

        #expect(terminal.palette == palette)
    }

    @Test func `A closed descriptor is not a terminal`() {
        let terminal = TerminalTraits(fileDescriptor: -1)

        #expect(!terminal.isTerminal)
        #expect(terminal.width == nil)
    }
}
