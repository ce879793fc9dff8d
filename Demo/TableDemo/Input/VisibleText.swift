extension String {
    /// The text with every control character written out, such as `\n` or `\u{1B}`.
    ///
    /// Messages quote what is in a file, and a file may hold sequences that steer a terminal; marks
    /// that turn the direction of the text are written out as well.
    var visible: String {
        guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\t": result += "\\t"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case _ where scalar.steersTerminal:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The start of the text, with an ellipsis if there is more than `limit` characters.
    func shortened(to limit: Int = 40) -> String {
        // A character can have any number of scalars; the second prefix keeps the quote short then.
        let start = prefix(limit).unicodeScalars.prefix(4 * limit)
        return start.endIndex < endIndex ? String(start) + "…" : self
    }

    /// The start of the text in single quotes, as messages show what stands in the input.
    func quoted() -> String {
        "'\(shortened().visible)'"
    }
}

extension Unicode.Scalar {
    fileprivate var steersTerminal: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F: true
        case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
