/// Reads the part of GitHub's Markdown that tables use, and refuses text that a page would show differently.
/// Real parsers test emphasis within a cell.
enum MarkdownReader {
    struct Cell: Equatable {
        var text: String
        var isStrong = false
    }

    struct Violation: Error {
        var reason: String
        var cell: String
    }

    /// Returns the cells of each line. A line of cells begins and ends with a bar.
    static func rows(_ text: String) throws -> [[Cell]] {
        try text.split(separator: "\n").map { line in
            guard line.hasPrefix("| "), line.hasSuffix("|") else {
                throw Violation(reason: "A line stands between bars.", cell: String(line))
            }
            return try fields(line.dropFirst().dropLast()).map { try cell($0) }
        }
    }

    /// Splits a line at bars that are not escaped.
    private static func fields(_ line: Substring) -> [String] {
        var fields = [""]
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if scalar == "|", !isEscaped {
                fields.append("")
            } else {
                fields[fields.count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return fields
    }

    private static func cell(_ field: String) throws -> Cell {
        var scalars = Substring(field).unicodeScalars
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        guard scalars.starts(with: "**".unicodeScalars), scalars.count > 4,
            scalars.suffix(2).elementsEqual("**".unicodeScalars)
        else {
            return Cell(text: try text(scalars, of: field))
        }
        let inner = scalars.dropFirst(2).dropLast(2)
        // CommonMark, 6.2: emphasis can't begin before a space of any kind, or end after one.
        guard let first = inner.first, let last = inner.last, !first.properties.isWhitespace,
            !last.properties.isWhitespace
        else { throw Violation(reason: "Stars beside a space are no strong text.", cell: field) }
        return Cell(text: try text(inner, of: field), isStrong: true)
    }

    /// Decodes escapes, references, and line breaks.
    private static func text(_ scalars: Substring.UnicodeScalarView, of field: String) throws -> String {
        var rest = scalars
        var result = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                // CommonMark, 2.4: a backslash before any other character is a backslash.
                result.append(rest.first.map(isPunctuation) == true ? rest.removeFirst() : scalar)
            case "<":
                let tag = ["br>", "span>", "/span>"].first { rest.starts(with: $0.unicodeScalars) }
                if let tag {
                    rest.removeFirst(tag.unicodeScalars.count)
                    if tag == "br>" { result.append("\n") }
                } else if rest.first.map({ isLetter($0) || "/!?".unicodeScalars.contains($0) }) == true {
                    throw Violation(reason: "The only tags are br and span.", cell: field)
                } else {
                    result.append(scalar)
                }
            case "&":
                let digits = rest.dropFirst().prefix { $0 != ";" }
                if rest.first == "#", rest.dropFirst(1 + digits.count).first == ";",
                    let number = UInt32(String(digits)), let named = Unicode.Scalar(number)
                {
                    rest.removeFirst(digits.count + 2)
                    result.append(named)
                } else if rest.first.map(isLetter) == true, rest.drop(while: isLetter).first == ";" {
                    throw Violation(reason: "References are numbers.", cell: field)
                } else {
                    result.append(scalar)
                }
            case "|":
                throw Violation(reason: "A bar is not escaped.", cell: field)
            case "[" where holds("]", rest), "`" where holds("`", rest):
                throw Violation(reason: "\(scalar) has a partner.", cell: field)
            case _ where scalar.properties.generalCategory == .control:
                throw Violation(reason: "There is a control character.", cell: field)
            default:
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns whether a text contains a character without a backslash before it.
    private static func holds(_ scalar: Unicode.Scalar, _ scalars: Substring.UnicodeScalarView) -> Bool {
        var isEscaped = false
        for other in scalars {
            if other == scalar, !isEscaped { return true }
            isEscaped = other == "\\" && !isEscaped
        }
        return false
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    }

    /// Returns whether a character can be escaped by a backslash (CommonMark, 2.4).
    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "!"..."/", ":"..."@", "["..."`", "{"..."~": true
        default: false
        }
    }
}
