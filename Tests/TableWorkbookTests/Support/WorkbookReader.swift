import Testing

@testable import TableWorkbook

/// The parts of a workbook, read by plain implementations of ZIP and of the fixed codes of DEFLATE.
struct WorkbookReader {
    private(set) var parts: [String: String] = [:]
    /// The names of the parts in the order of the archive.
    private(set) var names: [String] = []

    init(_ bytes: [UInt8]) throws {
        var offset = 0
        while number(bytes, offset, 4) == 0x0403_4B50 {
            try #require(number(bytes, offset + 4, 2) == 20 && number(bytes, offset + 8, 2) == 8)
            let start = offset + 30 + number(bytes, offset + 26, 2)
            let name = String(decoding: bytes[(offset + 30)..<start], as: UTF8.self)
            var bits = BitReader(bytes: bytes, offset: start)
            let content = try bits.inflate()
            let end = bits.offset
            try #require(number(bytes, end, 4) == 0x0807_4B50)
            // The plain checksum takes seconds for a large part.
            #expect(content.count > 1 << 20 || number(bytes, end + 4, 4) == Int(plainChecksum(content)))
            #expect(number(bytes, end + 8, 4) == end - start)
            #expect(number(bytes, end + 12, 4) == content.count)
            names.append(name)
            parts[name] = String(decoding: content, as: UTF8.self)
            offset = end + 16
        }
        #expect(number(bytes, offset, 4) == 0x0201_4B50)
        #expect(number(bytes, bytes.count - 22, 4) == 0x0605_4B50)
        #expect(number(bytes, bytes.count - 6, 4) == offset)
        #expect(number(bytes, bytes.count - 12, 2) == names.count)
    }

    /// The markup of the sheet.
    var sheet: String { parts["xl/worksheets/sheet1.xml"] ?? "" }

    var workbook: String { parts["xl/workbook.xml"] ?? "" }

    /// Returns the start tag of a row.
    func row(_ number: Int) -> String {
        guard let start = sheet.firstRange(of: "<row r=\"\(number)\""),
            let end = sheet[start.upperBound...].firstIndex(of: ">")
        else { return "" }
        return String(sheet[start.lowerBound...end])
    }

    /// Returns the content of a cell without its style: ` t="b"><v>1</v>`.
    func cell(_ reference: String) -> String? {
        guard let start = sheet.firstRange(of: "<c r=\"\(reference)\"") else { return nil }
        let rest = sheet[start.upperBound...]
        guard let tagEnd = rest.firstIndex(of: ">") else { return nil }
        let isEmpty = rest[..<tagEnd].hasSuffix("/")
        guard let end = isEmpty ? tagEnd : rest.firstRange(of: "</c>")?.lowerBound else { return nil }
        return String(rest[..<end].replacing(/^ s="[0-9]+"/, with: ""))
    }

    /// Returns the style of a cell: its element in the list of styles.
    func style(_ reference: String) throws -> String {
        let match = sheet.firstMatch(
            of: try Regex("<c r=\"\(reference)\" s=\"([0-9]+)\"", as: (Substring, Substring).self))
        let index = match.flatMap { Int($0.1) } ?? 0
        let styles = parts["xl/styles.xml"] ?? ""
        let list = try #require(styles.firstMatch(of: /<cellXfs[^>]*>(.*)<\/cellXfs>/)).1
        return String(list.matches(of: /<xf .*?<\/xf>/)[index].0)
    }

    /// Returns the number format of a cell, or `nil` for the general format.
    func numberFormat(_ reference: String) throws -> String? {
        let id = try #require(try style(reference).firstMatch(of: /numFmtId="([0-9]+)"/)).1
        let code = try Regex("numFmtId=\"\(id)\" formatCode=\"([^\"]*)\"", as: (Substring, Substring).self)
        return parts["xl/styles.xml"]?.firstMatch(of: code).map { String($0.1) }
    }

    private func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
        guard offset >= 0, offset + size <= bytes.count else { return -1 }
        return (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}

/// The CRC-32, bit by bit.
func plainChecksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { rest, byte in
        (0..<8).reduce(rest ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
}

struct InvalidArchive: Error {}

/// Decodes the fixed codes of DEFLATE (RFC 1951, section 3.2.6) bit by bit.
struct BitReader {
    let bytes: [UInt8]
    /// The offset of the next byte after ``inflate()``.
    private(set) var offset: Int
    private var bit = 0

    init(bytes: [UInt8], offset: Int = 0) {
        (self.bytes, self.offset) = (bytes, offset)
    }

    private mutating func next() throws -> Int {
        guard offset < bytes.count else { throw InvalidArchive() }
        let value = Int(bytes[offset] >> bit & 1)
        bit += 1
        if bit == 8 { (offset, bit) = (offset + 1, 0) }
        return value
    }

    private mutating func number(_ count: Int) throws -> Int {
        var number = 0
        for place in 0..<count { number |= try next() << place }
        return number
    }

    private mutating func code(_ count: Int, from start: Int = 0) throws -> Int {
        var code = start
        for _ in 0..<count { code = try code << 1 | next() }
        return code
    }

    private mutating func symbol() throws -> Int {
        let short = try code(7)
        if short < 0x18 { return 256 + short }
        let middle = try code(1, from: short)
        if middle < 0xC0 { return middle - 0x30 }
        if middle < 0xC8 { return middle - 0xC0 + 280 }
        return try code(1, from: middle) - 0x190 + 144
    }

    /// Decodes a stream to the end of its last block.
    mutating func inflate() throws -> [UInt8] {
        var result: [UInt8] = []
        var isLast = false
        while !isLast {
            isLast = try number(1) == 1
            try #require(try number(2) == 1)
            while true {
                let symbol = try symbol()
                if symbol < 256 {
                    result.append(UInt8(symbol))
                    continue
                }
                if symbol == 256 { break }
                let length = try length(of: symbol)
                let distance = try distance()
                guard distance <= result.count else { throw InvalidArchive() }
                for _ in 0..<length { result.append(result[result.count - distance]) }
            }
        }
        if bit > 0 { (offset, bit) = (offset + 1, 0) }
        return result
    }

    private mutating func length(of symbol: Int) throws -> Int {
        if symbol == 285 { return 258 }
        if symbol < 265 { return symbol - 254 }
        let extra = (symbol - 261) / 4
        return try 3 + (4 + (symbol - 261) % 4) << extra + number(extra)
    }

    private mutating func distance() throws -> Int {
        let symbol = try code(5)
        if symbol < 4 { return symbol + 1 }
        let extra = symbol / 2 - 1
        return try 1 + (2 + symbol % 2) << extra + number(extra)
    }
}
