import TableAgent

extension String {
    /// The text with every control character escaped, such as `\n` or `\u{1B}`.
    ///
    /// Messages quote the contents of files, which can contain control sequences for a terminal. Characters
    /// that change the direction of text are escaped, too.
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

    /// Returns the start of the text, with an ellipsis if the text is longer than `limit` characters.
    func shortened(to limit: Int = 40) -> String {
        // A character can have any number of scalars. The second prefix limits the length in this case.
        let start = prefix(limit).unicodeScalars.prefix(4 * limit)
        return start.endIndex < endIndex ? String(start) + "…" : self
    }

    /// The text in ASCII, with escapes such as `\u{E9}`, which tell apart two texts that look the same.
    var escaped: String { unicodeScalars.map { $0.escaped(asASCII: true) }.joined().shortened() }

    /// Returns the start of the text in single quotes, for messages that quote the input.
    func quoted() -> String {
        "'\(shortened().visible)'"
    }
}

extension Int {
    /// The digits in groups of three, such as `1,851`.
    var grouped: String { TableWords.grouped(self, by: ",") }
}

/// Suggests an existing name for a misspelled one.
enum Spelling {
    private static let longest = 64

    /// Returns the candidate with the fewest changed letters, or `nil` if no candidate is near. Among equally
    /// near candidates, the first one wins.
    ///
    /// Near means at most one change, two for a name of more than four letters, and a third of the letters
    /// for a longer name. Case is ignored. Names of more than 64 letters are not compared.
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

    /// Returns the number of letters to insert, delete, replace, or swap with the next letter.
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
