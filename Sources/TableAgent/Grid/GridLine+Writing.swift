extension GridLine {
    /// Adds a cell of text.
    ///
    /// - Parameters:
    ///   - text: The text; `nil` adds an empty cell.
    ///   - shown: The text for people, if it is another.
    ///   - role: What the cell means to the reader.
    public mutating func text(_ text: String?, shown: String? = nil, role: GridRole = .plain) {
        guard let text else { return empty(shown: shown, role: role) }
        append(.text, text, shown: shown, role: role)
    }

    /// Adds a cell of text that is at hand as bytes.
    ///
    /// - Parameters:
    ///   - utf8: The text in UTF-8; bytes that are none are replaced by U+FFFD.
    ///   - shown: The text for people, if it is another.
    ///   - role: What the cell means to the reader.
    public mutating func text(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, role: GridRole = .plain
    ) {
        if UTF8Text.isValid(utf8) {
            append(.text, utf8: utf8, shown: shown, role: role)
        } else {
            append(.text, String(decoding: utf8, as: UTF8.self), shown: shown, role: role)
        }
    }

    /// Adds a cell with a whole number.
    ///
    /// - Parameters:
    ///   - value: The number; `nil` adds an empty cell.
    ///   - shown: The text for people, if it is another.
    ///   - role: What the cell means to the reader.
    @inlinable
    public mutating func integer(
        _ value: (some BinaryInteger)?, shown: String? = nil, role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, role: role) }
        if let word = Int(exactly: value) {
            integer(word: word, shown: shown, role: role)
        } else {
            append(.integer, String(value), shown: shown, role: role)
        }
    }

    @usableFromInline
    mutating func integer(word: Int, shown: String?, role: GridRole) {
        append(.integer, word: word, shown: shown, role: role)
    }

    /// Adds a cell with a decimal number, such as a `Double` or a Foundation `Decimal`.
    ///
    /// The value is written as the number describes itself, without loss. Not-a-number and infinities are
    /// kept as `nan`, `inf` and `-inf`; each data surface says what it makes of them. A number that describes
    /// itself in another way, such as a fraction, becomes a cell of text.
    ///
    /// - Parameters:
    ///   - value: The number; `nil` adds an empty cell.
    ///   - shown: The text for people, if it is another.
    ///   - role: What the cell means to the reader.
    @inlinable
    public mutating func decimal(
        _ value: (some SignedNumeric & CustomStringConvertible)?, shown: String? = nil,
        role: GridRole = .plain
    ) {
        guard let value else { return empty(shown: shown, role: role) }
        if let double = value as? Double, double.isFinite {
            // Describes itself as JSON writes it, which need not be checked. See `csv/100k x 6`.
            decimal(finite: double, shown: shown, role: role)
        } else {
            decimal(description: value.description, shown: shown, role: role)
        }
    }

    /// Adds a cell with a decimal number that is at hand as text.
    ///
    /// - Parameters:
    ///   - utf8: The number as JSON writes it, in ASCII: `-12.50`, `1e5`. Other text becomes a cell of text.
    ///   - shown: The text for people, if it is another.
    ///   - role: What the cell means to the reader.
    public mutating func decimal(
        utf8: UnsafeBufferPointer<UInt8>, shown: String? = nil, role: GridRole = .plain
    ) {
        if NumberText.isNumber(utf8) {
            append(.decimal, utf8: utf8, shown: shown, role: role)
        } else {
            text(utf8: utf8, shown: shown, role: role)
        }
    }

    @usableFromInline
    mutating func decimal(finite: Double, shown: String?, role: GridRole) {
        append(.decimal, finite: finite, shown: shown, role: role)
    }

    @usableFromInline
    mutating func decimal(description: String, shown: String?, role: GridRole) {
        if let value = NumberText.value(ofDescription: description) {
            append(.decimal, value, shown: shown, role: role)
        } else {
            append(.text, description, shown: shown, role: role)
        }
    }

    /// Adds a cell with a truth value.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` adds an empty cell.
    ///   - shown: The text for people, if it is another.
    ///   - role: What the cell means to the reader.
    public mutating func boolean(_ value: Bool?, shown: String? = nil, role: GridRole = .plain) {
        guard let value else { return empty(shown: shown, role: role) }
        append(.boolean, value ? "true" : "false", shown: shown, role: role)
    }

    /// Adds a cell with a date or time.
    ///
    /// - Parameters:
    ///   - text: The date as data surfaces write it, best in ISO 8601; `nil` adds an empty cell.
    ///   - shown: The text for people, if it is another.
    ///   - role: What the cell means to the reader.
    public mutating func date(_ text: String?, shown: String? = nil, role: GridRole = .plain) {
        guard let text else { return empty(shown: shown, role: role) }
        append(.date, text, shown: shown, role: role)
    }

    /// Adds a cell without a value.
    ///
    /// - Parameters:
    ///   - shown: A text for people that is no data, such as the word "Total" beside a sum.
    ///   - role: What the cell means to the reader.
    public mutating func empty(shown: String? = nil, role: GridRole = .plain) {
        append(.empty, "", shown: shown, role: role)
    }
}
