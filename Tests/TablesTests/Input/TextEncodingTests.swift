import Foundation
import ProgramTesting
import Testing

@testable import tables

struct TextEncodingTests {
    private func read(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) throws -> [[String]] {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try SourceTable(contentsOf: url.path, InputOptions(encoding: encoding)).texts
    }

    private func utf16(_ text: String, isBig: Bool) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBig ? bytes : bytes.reversed()
        }
    }

    @Test(arguments: [true, false])
    func `UTF-16 is recognized by its byte order mark`(isBig: Bool) throws {
        #expect(try read(utf16("a,b\n1,é😀\n", isBig: isBig)) == [["1", "é😀"]])
        // More than one part of a file.
        let many = String(repeating: "1,漢\r\n", count: 200_000)
        #expect(try read(utf16("a,b\r\n" + many, isBig: isBig)).count == 200_000)
    }

    @Test func `Damaged UTF-16 is an error `() throws {
        for end in [[0x00, 0xD8], [0x61]] as [[UInt8]] {
            let error = #expect(throws: InputError.self) { try read(utf16("a,b\n1,", isBig: false) + end) }
            #expect(error?.reason == "this is no valid UTF-16; save the file as UTF-8")
        }
    }

    @Test func `A given encoding has a byte for each character`() throws {
        let bytes = Array("a,b\n1,".utf8) + [0xE9, 0x80, 0x9F, 0x0A]
        #expect(try read(bytes, .latin1) == [["1", "é\u{80}\u{9F}"]])
        #expect(try read(bytes, .windows1252) == [["1", "é€Ÿ"]])
        let error = #expect(throws: InputError.self) { try read(bytes + [0x81], .windows1252) }
        #expect(error?.reason == "the byte 0x81 is no character of windows-1252")
    }

    @Test(arguments: TextEncoding.allCases)
    func `Every byte agrees with Foundation`(encoding: TextEncoding) throws {
        let other: String.Encoding = encoding == .latin1 ? .isoLatin1 : .windowsCP1252
        for byte in UInt8(0x80)...0xFF {
            let text = (try? encoding.utf8([byte][...], of: "in")).map { String(decoding: $0, as: UTF8.self) }
            let isDefined = encoding == .latin1 || ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte)
            #expect((text != nil) == isDefined)
            if isDefined { #expect(text == String(bytes: [byte], encoding: other)) }
        }
    }

    @Test func `The program reads a pipe in an encoding part by part`() throws {
        let run = try ProgramRun(
            shell: #"printf 'a\n\351\n' | tables --encoding latin1 --to csv"#,
            in: FileManager.default.temporaryDirectory)
        #expect(run.output == "a\né\n")
    }
}
