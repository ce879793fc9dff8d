struct CellText {
    struct Line { var range: Range<Int>; var width: Int }
    var bytes: [UInt8] = []
    var lines: [Line] = []
    static func isPlain(_ u: UnsafeBufferPointer<UInt8>) -> Bool { DisplayWidth.isPrintableASCII(u) }
    static func measure(_ u: UnsafeBufferPointer<UInt8>) -> (width: Int, lines: Int) {
        (DisplayWidth.width(of: u), 1)
    }
    static func widthOfCleanLine(_ u: UnsafeBufferPointer<UInt8>) -> Int? { DisplayWidth.width(of: u) }
    mutating func set(_ u: UnsafeBufferPointer<UInt8>, width: Int, overflow: TextOverflow) {
        bytes = Array(u); lines = [Line(range: 0..<bytes.count, width: DisplayWidth.width(of: u))]
    }
}
