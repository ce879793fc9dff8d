import TableAgent

/// A cell as data, which a test writes into a line.
struct SampleCell: Sendable {
    enum Value: Sendable {
        case empty
        case text(String)
        case integer(Int)
        case decimal(String)
        case double(Double)
        case boolean(Bool)
        case date(String)
        case json(String)
        case series([Double?])
        case missing
    }

    var value: Value
    var shown: String?
    var link: String?
    var role: GridRole

    init(_ value: Value, shown: String? = nil, link: String? = nil, role: GridRole = .plain) {
        self.value = value
        self.shown = shown
        self.link = link
        self.role = role
    }

    /// Creates text with a role.
    static func text(_ text: String, shown: String? = nil, link: String? = nil, role: GridRole = .plain)
        -> SampleCell
    {
        SampleCell(.text(text), shown: shown, link: link, role: role)
    }

    /// Creates a decimal number from its digits.
    static func decimal(_ digits: String, shown: String? = nil, role: GridRole = .plain) -> SampleCell {
        SampleCell(.decimal(digits), shown: shown, role: role)
    }

    /// Creates displayed text without data.
    static func word(_ shown: String, role: GridRole = .plain) -> SampleCell {
        SampleCell(.empty, shown: shown, role: role)
    }

    func write(to line: inout GridLine) {
        switch value {
        case .empty: line.empty(shown: shown, link: link, role: role)
        case .text(let text): line.text(text, shown: shown, link: link, role: role)
        case .integer(let number): line.integer(number, shown: shown, link: link, role: role)
        case .decimal(let digits):
            var digits = digits
            digits.withUTF8 { line.decimal(utf8: $0, shown: shown, link: link, role: role) }
        case .double(let number): line.decimal(number, shown: shown, link: link, role: role)
        case .boolean(let flag): line.boolean(flag, shown: shown, link: link, role: role)
        case .date(let text): line.date(text, shown: shown, link: link, role: role)
        case .json(let text): line.json(text, shown: shown, link: link, role: role)
        case .series(let values): line.series(values, shown: shown, link: link, role: role)
        case .missing: line.missing(role: role)
        }
    }
}

extension SampleCell: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral value: String) { self.init(.text(value)) }
    init(integerLiteral value: Int) { self.init(.integer(value)) }
    init(floatLiteral value: Double) { self.init(.double(value)) }
    init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
    init(nilLiteral: ()) { self.init(.empty) }
}

/// Writes sample cells into a line.
enum SampleLine: GridLineItem {
    static func fill(_ line: inout GridLine, with cells: [SampleCell]) {
        for cell in cells { cell.write(to: &line) }
    }
}
