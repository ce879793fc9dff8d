extension CellText {
    /// Whether a text is printable ASCII only: one line, a column a byte, and nothing to make visible.
    static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        DisplayWidth.isPrintableASCII(utf8)
    }

    /// The width of a text that is one line with nothing to make visible, in columns of the terminal; `nil`
    /// for any other.
    static func width(
        ofUnchanged utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy = .standard
    ) -> Int? {
        if isPlain(utf8) { return utf8.count }
        let scan = DisplayWidth.scan(utf8, policy)
        return scan.mayNeedSymbols ? nil : DisplayWidth.width(of: utf8, scan, policy)
    }

    /// The extent of a text that is given all the room it wants, symbols in place of controls counted.
    ///
    /// - Returns: The width of the widest line in columns of the terminal, and the number of lines, at
    ///   least 1.
    /// - Complexity: O(*n*) in the bytes of the text.
    static func measure(
        _ utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy = .standard
    ) -> (width: Int, lineCount: Int) {
        if let width = width(ofUnchanged: utf8, policy) { return (width, 1) }
        var widest = 0
        var lineCount = 0
        forEachVisibleLine(of: utf8, policy) {
            widest = max(widest, DisplayWidth.width(of: $0, policy))
            lineCount += 1
        }
        return (widest, lineCount)
    }

    /// Passes on the lines of a text as they are shown, before any is wrapped or cut.
    static func forEachVisibleLine(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var visible: [UInt8] = []
        forEachLine(of: utf8) { line in
            guard !isPlain(line), DisplayWidth.scan(line, policy).mayNeedSymbols else { return body(line) }
            visible.removeAll(keepingCapacity: true)
            appendVisible(line, to: &visible)
            visible.withUnsafeBufferPointer(body)
        }
    }

    /// Passes on the lines of a text, which end at LF, CRLF and lone CR.
    static func forEachLine(
        of utf8: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var start = 0
        var end = 0
        while end < utf8.count {
            let byte = utf8[end]
            guard byte == 0x0A || byte == 0x0D else {
                end += 1
                continue
            }
            body(UnsafeBufferPointer(rebasing: utf8[start..<end]))
            let isPair = byte == 0x0D && end + 1 < utf8.count && utf8[end + 1] == 0x0A
            end += isPair ? 2 : 1
            start = end
        }
        body(UnsafeBufferPointer(rebasing: utf8[start...]))
    }
}
