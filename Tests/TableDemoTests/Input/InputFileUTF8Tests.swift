import Testing

@testable import TableDemo

struct InputFileUTF8Tests {
    private func firstInvalid(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { InputFile.firstInvalid(in: $0) }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x41], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xE2, 0x28, 0xA1], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFF], [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]])
    func `An ill-formed sequence is found wherever it stands`(sequence: [UInt8]) {
        for before in 0..<40 {
            let bytes = [UInt8](repeating: 0x61, count: before) + sequence
            #expect(firstInvalid(bytes) == before)
            #expect(firstInvalid(bytes + [UInt8](repeating: 0x61, count: 40)) == before)
        }
        #expect(firstInvalid(Array("é😀€".utf8) + sequence) == 9)
    }

    @Test func `Every scalar is well-formed`() {
        var bytes: [UInt8] = []
        for value in UInt32(0)...0x10FFFF {
            if let scalar = Unicode.Scalar(value) { bytes += UTF8.encode(scalar).map(Array.init) ?? [] }
        }
        #expect(firstInvalid(bytes) == nil)
        #expect(firstInvalid([]) == nil)
    }

    @Test(arguments: InputFixture.seeds)
    func `Random bytes are judged as the standard library judges them`(seed: UInt64) {
        var random = InputFixture.Random(seed: seed)
        let starts: [UInt8] = [0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4]
        for _ in 0..<500 {
            let count = Int.random(in: 0...8, using: &random)
            let bytes = (0..<count).map { _ in starts.randomElement(using: &random) ?? 0 }
            // Repair leaves well-formed text as it is, and only that.
            let isValid = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
            #expect((firstInvalid(bytes) == nil) == isValid, "seed \(seed), \(bytes)")
        }
    }

    @Test(arguments: [
        (
            Array("a,b\r\n1,".utf8) + [0xE9, 0x0A],
            "in:2: byte 8 of the file (0xE9) is not UTF-8; save the file as UTF-8"
        ),
        (
            [0x61, 0x0D, 0x0A, 0x0D, 0x80],
            "in:3: byte 5 of the file (0x80) is not UTF-8; save the file as UTF-8"
        ),
        ([0xFF, 0xFE, 0x61, 0x00], "in:1: the file is UTF-16; save it as UTF-8"),
    ])
    func `The error names the line and the byte`(bytes: [UInt8], message: String) {
        let error = #expect(throws: InputError.self) { try InputFixture.table(bytes, as: .csv) }
        #expect(error?.description == message)
    }
}
