extension CellText {
    /// Adds a line to the end of an output, with a symbol in place of each scalar that must not be there.
    ///
    /// C0 controls and DEL turn into their control pictures, U+2400…U+2421. These have none and turn into
    /// U+FFFD: C1 controls, bidirectional controls, the separators U+2028 and U+2029, deprecated controls,
    /// annotations, noncharacters; tags outside a flag, and joiners outside an emoji and an Indic conjunct,
    /// which a reader can't see and programs measure in different ways. A mark at the start, which would
    /// join what stands before the cell, gets a dotted circle to stand on, U+25CC.
    ///
    /// So nothing is left that moves a cursor, reorders a line or hides.
    static func appendVisible(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var context = Context()
        var kept = 0
        var offset = 0
        while offset < line.count {
            let start = offset
            let scalar = DisplayWidth.decode(line, &offset)
            let entry = DisplayWidth.Entry(scalar)
            if context.allows(scalar, entry, before: line, offset) {
                if start == 0, entry.isZeroWidth { output.append(contentsOf: [0xE2, 0x97, 0x8C]) }
                context.add(scalar, entry)
            } else {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept..<start]))
                appendSymbol(for: scalar, to: &output)
                kept = offset
                context = Context()
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept...]))
    }

    private static func appendSymbol(for scalar: UInt32, to output: inout [UInt8]) {
        switch scalar {
        case 0..<0x20: output.append(contentsOf: [0xE2, 0x90, 0x80 | UInt8(scalar)])
        case 0x7F: output.append(contentsOf: [0xE2, 0x90, 0xA1])
        default: output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        }
    }

    /// What stands before a scalar, as far as it makes a tag or a joiner legitimate.
    private struct Context {
        /// Whether a pictograph, perhaps with its colour or form, stands before: a joiner joins another.
        private var isAfterPictograph = false
        private var isAfterVirama = false
        /// Whether the last scalar but for tags is the black flag, which tags turn into that of a region.
        private var isInFlag = false

        func allows(
            _ scalar: UInt32, _ entry: DisplayWidth.Entry, before line: UnsafeBufferPointer<UInt8>,
            _ offset: Int
        ) -> Bool {
            switch entry.kind {
            case .control: isInFlag && Self.isTag(scalar)
            case .joiner: isAfterVirama || isAfterPictograph && Self.startsWithPictograph(line, offset)
            default: true
            }
        }

        mutating func add(_ scalar: UInt32, _ entry: DisplayWidth.Entry) {
            isInFlag = scalar == 0x1F3F4 || isInFlag && Self.isTag(scalar)
            isAfterVirama = entry.kind == .virama
            switch entry.kind {
            case .pictographic, .emojiText: isAfterPictograph = true
            case .emojiSelector, .modifier: break
            default: isAfterPictograph = false
            }
        }

        private static func isTag(_ scalar: UInt32) -> Bool { 0xE0020..<0xE0080 ~= scalar }

        private static func startsWithPictograph(_ line: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
            guard offset < line.count else { return false }
            var offset = offset
            let kind = DisplayWidth.Entry(DisplayWidth.decode(line, &offset)).kind
            return kind == .pictographic || kind == .emojiText
        }
    }
}
