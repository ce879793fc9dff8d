extension CellText {
    /// The mark of what was left out, U+2026: one column.
    static let ellipsis: [UInt8] = [0xE2, 0x80, 0xA6]

    /// Adds a line to the end of an output, with a symbol of one column in place of each control.
    ///
    /// C0 controls and DEL turn into their control pictures, U+2400…U+2421. C1 controls, bidirectional
    /// controls and the separators U+2028 and U+2029 have none and turn into U+FFFD. So nothing is left
    /// that moves a cursor or reorders a line.
    static func appendVisible(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var kept = 0
        var offset = 0
        while offset < line.count {
            let start = offset
            let scalar = DisplayWidth.decode(line, &offset)
            guard DisplayWidth.Entry(scalar).kind == .control else { continue }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept..<start]))
            appendSymbol(for: scalar, to: &output)
            kept = offset
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept...]))
    }

    private static func appendSymbol(for control: UInt32, to output: inout [UInt8]) {
        switch control {
        case 0..<0x20: output.append(contentsOf: [0xE2, 0x90, 0x80 | UInt8(control)])
        case 0x7F: output.append(contentsOf: [0xE2, 0x90, 0xA1])
        default: output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        }
    }
}
