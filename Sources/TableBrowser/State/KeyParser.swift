/// Reads keys from the bytes of a terminal.
///
/// The bytes may arrive in parts of any length. Bytes of other keys, replies of the terminal, and invalid
/// bytes are dropped. They never become characters.
///
/// The Escape key sends the byte that also starts a sequence. While ``isWaiting`` is `true`, wait for more
/// bytes for a moment, then call ``flush()``.
package struct KeyParser: Sendable {
    /// The kind of sequence that the next byte continues.
    private enum State {
        /// No sequence.
        case start
        /// A character of several bytes.
        case character
        /// An Escape, alone so far.
        case escape
        /// A control sequence (CSI), or a key of the application keypad (SS3), of the same form.
        case control
        /// A text for or from the terminal (OSC, DCS, APC, PM, SOS).
        case string
        /// A pasted text.
        case paste
        /// The three bytes of a classic mouse report.
        case mouse
    }

    private var state = State.start
    /// The bytes of the sequence so far, without the Escape.
    private var sequence: [UInt8] = []
    /// Whether another Escape precedes the sequence, as for an arrow that is pressed together with Alt.
    private var isWithAlt = false
    /// Whether the pasted text is longer than a paste may be.
    private var isPasteTooLong = false

    private static let maximumSequence = 4096
    private static let maximumPaste = 1 << 20
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// Creates a parser.
    package init() {}

    /// Whether a sequence is not complete. This doesn't include pasted text, which may take long.
    package var isWaiting: Bool { state != .start && state != .paste }

    /// Adds bytes and returns the keys that they complete.
    ///
    /// A `^C` that arrives alone ends a pasted text, whose end may have been lost.
    package mutating func add(_ bytes: some Sequence<UInt8>) -> [BrowserKey] {
        if state == .paste, bytes.elementsEqual([0x03]) { begin(.start) }
        var keys: [BrowserKey] = []
        for byte in bytes { add(byte, &keys) }
        return keys
    }

    /// Ends a sequence that is not complete. Returns ``BrowserKey/escape`` if the sequence is only an Escape.
    package mutating func flush() -> [BrowserKey] {
        guard isWaiting else { return [] }
        let keys: [BrowserKey] = state == .escape ? isWithAlt ? [.escape, .escape] : [.escape] : []
        begin(.start)
        return keys
    }

    private mutating func begin(_ state: State) {
        self.state = state
        if state != .control { isWithAlt = false }
        sequence.removeAll(keepingCapacity: state != .start)
    }

    private mutating func add(_ byte: UInt8, _ keys: inout [BrowserKey]) {
        switch state {
        case .start: addFirst(byte, &keys)
        case .character: addToCharacter(byte, &keys)
        case .escape: addToEscape(byte, &keys)
        case .control: addToControl(byte, &keys)
        case .string: addToString(byte, &keys)
        case .paste: addToPaste(byte, &keys)
        case .mouse:
            sequence.append(byte)
            if sequence.count == 3 { begin(.start) }
        }
        if state != .paste, sequence.count >= Self.maximumSequence { begin(.start) }
    }

    private mutating func addFirst(_ byte: UInt8, _ keys: inout [BrowserKey]) {
        switch byte {
        case 0x1B: begin(.escape)
        case 0x0D, 0x0A: keys.append(.enter)
        case 0x09: keys.append(.tab)
        case 0x08, 0x7F: keys.append(.backspace)
        case ..<0x20: keys.append(.control(Character(Unicode.Scalar(byte | 0x40))))
        case ..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
        case 0xC2..<0xF5:
            begin(.character)
            sequence.append(byte)
        default: break
        }
    }

    private mutating func addToCharacter(_ byte: UInt8, _ keys: inout [BrowserKey]) {
        guard 0x80..<0xC0 ~= byte else {
            begin(.start)
            return add(byte, &keys)
        }
        sequence.append(byte)
        // The leading ones of the first byte are the number of bytes.
        guard sequence.count == (~sequence[0]).leadingZeroBitCount else { return }
        // Some bytes are invalid only together, as those of surrogates. They become U+FFFD here. The scalars
        // below U+00A0 are controls.
        let text = String(decoding: sequence, as: UTF8.self)
        if let scalar = text.unicodeScalars.first, scalar.value >= 0xA0, scalar != "\u{FFFD}" {
            keys.append(.character(Character(scalar)))
        }
        begin(.start)
    }

    private mutating func addToEscape(_ byte: UInt8, _ keys: inout [BrowserKey]) {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            begin(.control)
            sequence.append(byte)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            begin(.string)
        case 0x1B:
            if isWithAlt { keys.append(.escape) }
            isWithAlt = true
        // A key that is pressed together with Alt. Of a character, the bytes that follow are dropped, too.
        default:
            if isWithAlt { keys.append(.escape) }
            begin(.start)
        }
    }

    private mutating func addToControl(_ byte: UInt8, _ keys: inout [BrowserKey]) {
        guard 0x20..<0x7F ~= byte else {
            begin(.start)
            return add(byte, &keys)
        }
        sequence.append(byte)
        // On the Linux console, F1 to F5 send a second bracket.
        guard byte >= 0x40, sequence != Array("[[".utf8) else { return }
        if sequence == Array("[M".utf8) { return begin(.mouse) }
        let key = sequence[1] == UInt8(ascii: "<") ? mouseKey : controlKey
        if let key, !isWithAlt { keys.append(key) }
        begin(sequence == Array("[200~".utf8) ? .paste : .start)
    }

    /// The key of a complete control sequence. Numbers after the first one are modifiers, such as Shift.
    private var controlKey: BrowserKey? {
        let parameters = sequence.dropFirst().dropLast()
        let number = parameters.prefix { 0x30..<0x3A ~= $0 }
        guard number.count == parameters.count || parameters[number.endIndex] == UInt8(ascii: ";") else {
            return sequence == Array("[[A".utf8) ? .f1 : nil
        }
        let letter = Character(Unicode.Scalar(sequence[parameters.endIndex]))
        switch (letter, String(decoding: number, as: UTF8.self)) {
        case ("A", _): return .up
        case ("B", _): return .down
        case ("C", _): return .right
        case ("D", _): return .left
        case ("H", _), ("~", "1"), ("~", "7"): return .home
        case ("F", _), ("~", "4"), ("~", "8"): return .end
        case ("~", "5"): return .pageUp
        case ("~", "6"): return .pageDown
        case ("~", "3"): return .delete
        case ("P", _), ("~", "11"): return .f1
        case ("M", _) where sequence[0] == UInt8(ascii: "O"): return .enter
        default: return nil
        }
    }

    /// The click or the turn of the wheel of a complete mouse event, such as `[<0;12;3M`.
    private var mouseKey: BrowserKey? {
        let fields = sequence.dropFirst(2).dropLast().split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let numbers = fields.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard sequence.last == UInt8(ascii: "M"), fields.count == 3, numbers.count == 3, numbers[1] > 0,
            numbers[2] > 0
        else { return nil }
        // The bits 4, 8 and 16 are Shift, Alt and Control.
        switch numbers[0] & ~28 {
        case 0: return .click(column: numbers[1] - 1, line: numbers[2] - 1)
        case 64: return .wheel(-3)
        case 65: return .wheel(3)
        default: return nil
        }
    }

    /// Drops a string of the terminal, up to BEL, CAN, SUB, or an Escape with a backslash.
    private mutating func addToString(_ byte: UInt8, _ keys: inout [BrowserKey]) {
        if sequence.last == 0x1B {
            begin(.escape)
            if byte == UInt8(ascii: "\\") { return begin(.start) }
            return add(byte, &keys)
        }
        sequence.append(byte)
        if byte == 0x07 || byte == 0x18 || byte == 0x1A { begin(.start) }
    }

    private mutating func addToPaste(_ byte: UInt8, _ keys: inout [BrowserKey]) {
        sequence.append(byte)
        if byte == UInt8(ascii: "~"), sequence.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
            let text = sequence.dropLast(Self.pasteEnd.count)
            if !isPasteTooLong, text.count <= Self.maximumPaste {
                keys.append(.paste(String(decoding: text, as: UTF8.self)))
            }
            isPasteTooLong = false
            begin(.start)
        } else if sequence.count >= Self.maximumPaste + Self.pasteEnd.count {
            // Only the end of the paste still matters.
            isPasteTooLong = true
            sequence.removeFirst(sequence.count - Self.pasteEnd.count)
        }
    }
}
