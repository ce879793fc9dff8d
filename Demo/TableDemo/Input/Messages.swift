extension String {
    /// The text with every control character written out, such as `\n` or `\u{1B}`.
    ///
    /// Messages quote what is in a file, and a file may hold sequences that steer a terminal. Marks that
    /// change the direction of the text are written out as well.
    var visible: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": result += scalar.escaped(asASCII: true)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
                "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the start of the text, with an ellipsis if there are more than `limit` characters.
    func shortened(to limit: Int = 40) -> String {
        // A character can have any number of scalars; the second prefix keeps the quote short then.
        let start = prefix(limit).unicodeScalars.prefix(4 * limit)
        return start.endIndex < endIndex ? String(start) + "…" : self
    }

    /// Returns the start of the text in single quotes, as messages show what the input contains.
    func quoted() -> String {
        "'\(shortened().visible)'"
    }
}

/// Returns a number of things: `1 row`, `2 rows`.
func counted(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
}

/// Finds what someone may have meant by a name that does not exist.
enum Spelling {
    private static let longest = 64

    /// Returns the candidate with the fewest changed letters, the first of several, or `nil` if none is near.
    ///
    /// Near is one change, two in a name of more than four letters, and up to a third of a longer one.
    /// Case is ignored. Names of more than 64 letters are not compared.
    ///
    /// - Complexity: O(*n* × *m*²) for *n* candidates of *m* letters.
    static func nearest(to name: String, in candidates: [String]) -> String? {
        let wanted = Array(name.lowercased().prefix(longest + 1))
        let near = candidates.compactMap { candidate -> (candidate: String, distance: Int)? in
            let letters = Array(candidate.lowercased().prefix(longest + 1))
            let longer = max(wanted.count, letters.count)
            guard longer <= longest else { return nil }
            let distance = distance(wanted, letters)
            let limit = min(max(longer / 3, longer > 4 ? 2 : 1), longer - 1)
            return distance <= limit ? (candidate, distance) : nil
        }
        return near.min { $0.distance < $1.distance }?.candidate
    }

    /// Returns the number of letters to insert, delete, replace or swap with the next one.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var rows = [Array(0...second.count)]
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var cost = min(rows[i][j] + (first[i] == second[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
