import Testing

@testable import TableDemo

struct JSONKeysTests {
    @Test(arguments: [1, 15, 16, 17, 1000]) func `Keys keep their numbers while the table grows`(count: Int) {
        var bytes: [UInt8] = []
        var places: [Range<Int>] = []
        for round in 0..<2 {
            for key in 0..<count {
                let text = Array("key\(key)".utf8)
                places.append(bytes.count..<bytes.count + text.count)
                bytes += text
                if round == 1 { bytes.append(0) }
            }
        }
        bytes.withUnsafeMutableBufferPointer { text in
            var keys = JSONKeys()
            for (index, place) in places.enumerated() {
                // The guess is right, wrong and out of bounds by turns.
                let guess = [index % count, 0, count + 7][index % 3]
                #expect(keys.column(of: place, in: text, guess: guess) == index % count)
            }
            #expect(keys.count == count)
            #expect(keys.names(in: text) == (0..<count).map { "key\($0)" })
        }
    }

    @Test func `The empty key is a key, and keys differ by their bytes`() throws {
        let table = try InputFixture.table("[{\"\":1,\"\u{E9}\":2,\"e\u{301}\":3}]", as: .json)
        #expect(table.columns.count == 3)
        #expect(table.columns[0] == "")
    }
}
