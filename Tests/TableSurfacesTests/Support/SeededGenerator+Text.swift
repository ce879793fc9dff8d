import RandomTesting

extension SeededGenerator {
    /// Returns a text of up to twelve pieces.
    mutating func text(of pieces: [String]) -> String {
        (0..<Int.random(in: 0...12, using: &self)).map { _ in
            pieces.randomElement(using: &self) ?? ""
        }.joined()
    }

    /// Returns rows of text with at least one cell each.
    mutating func rows(columns: Int, of pieces: [String]) -> [[String]] {
        (0..<Int.random(in: 1...20, using: &self)).map { _ in (0..<columns).map { _ in text(of: pieces) } }
    }
}
