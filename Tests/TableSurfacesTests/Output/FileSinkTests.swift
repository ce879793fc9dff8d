import Foundation
import TableAgent
import TableSurfaces
import Testing

struct FileSinkTests {
    private let folder: TemporaryFolder
    private var file: URL { folder.file("table.csv") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text(_ file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }

    private func write(_ text: String, to sink: FileSink) throws {
        try sink.write(Array(text.utf8))
        try sink.finish()
    }

    @Test func `A file sink creates a file`() throws {
        try write("table", to: FileSink(file))

        #expect(try text(file) == "table")
        #expect(try folder.names == ["table.csv"])
    }

    @Test func `Each complete table replaces the file`() throws {
        try Data("old and much longer".utf8).write(to: file)
        let sink = FileSink(file)
        try write("first", to: sink)
        #expect(try text(file) == "first")

        try write("second", to: sink)
        #expect(try text(file) == "second")
        #expect(try folder.names == ["table.csv"])
    }

    @Test func `An unfinished table does not change the file`() throws {
        try Data("old".utf8).write(to: file)
        let sink = FileSink(file)
        try sink.write(Array(repeating: 0x78, count: 100_000))

        #expect(try text(file) == "old")
        sink.discard()
    }

    @Test func `A discarded table keeps the old file and leaves no other file`() throws {
        try Data("old".utf8).write(to: file)
        let sink = FileSink(file)
        try sink.write(Array("half".utf8))
        sink.discard()
        #expect(try text(file) == "old")
        #expect(try folder.names == ["table.csv"])

        try write("next", to: sink)
        #expect(try text(file) == "next")
    }

    @Test func `A released sink leaves no unfinished file`() throws {
        func writeHalf() throws { try FileSink(file).write(Array("half".utf8)) }
        try writeHalf()

        #expect(try folder.names == [])
    }

    @Test func `A table that fails midway keeps the old file byte for byte`() throws {
        let old = Data([0, 255, 10, 13, 128, 65])
        try old.write(to: file)
        var table = TableInfo.long
        table.sections.append(TableSection("bad", rows: [[1, 2, 3, 4]]))
        let container = GridContainer(.csv, to: FileSink(file))

        #expect(throws: TableError.self) {
            try Agent(container, rawData: table, reformer: SameTable.self)
        }

        #expect(try Data(contentsOf: file) == old)
        #expect(try folder.names == ["table.csv"])
    }

    @Test func `A file sink writes the whole table of an agent`() throws {
        let agent = try Agent(
            GridContainer(.csv, to: FileSink(file)), rawData: .long, reformer: SameTable.self)
        #expect(try text(file) == CSVFormat().string(of: .long))

        try agent.reload(.store)
        #expect(try text(file) == CSVFormat().string(of: .store))
        #expect(try folder.names == ["table.csv"])
    }

    @Test func `A table without text creates an empty file`() throws {
        try Data("old".utf8).write(to: file)
        try FileSink(file).finish()

        #expect(try text(file) == "")
    }

    @Test(arguments: [0o600, 0o644, 0o755, 0o640])
    func `The file keeps its permissions`(permissions: Int) throws {
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)

        try write("table", to: FileSink(file))

        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == permissions)
        #expect(try text(file) == "table")
    }

    @Test func `An unfinished table is not readable by more users than the file`() throws {
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let sink = FileSink(file)
        try sink.write(Array("half".utf8))

        let permissions = try folder.names.map {
            try FileManager.default.attributesOfItem(atPath: folder.file($0).path)[.posixPermissions] as? Int
        }
        #expect(permissions == [0o600, 0o600])
        sink.discard()
    }

    @Test(arguments: ["real.csv", "inner/real.csv"])
    func `A symbolic link is followed and remains a link`(target: String) throws {
        try FileManager.default.createDirectory(
            at: folder.file("inner"), withIntermediateDirectories: true)
        try Data("old".utf8).write(to: folder.file(target))
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)

        try write("table", to: FileSink(file))

        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target)
        #expect(try text(folder.file(target)) == "table")
    }

    @Test func `Symbolic links in a circle are an error and are kept`() throws {
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "other.csv")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("other.csv").path, withDestinationPath: "table.csv")

        let error = #expect(throws: WriteError.self) { try write("table", to: FileSink(file)) }
        #expect(error?.posixCode == ELOOP)
        #expect(error?.description.contains("choose another name") == true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "other.csv")
        #expect(try folder.names == ["other.csv", "table.csv"])
    }

    @Test func `A symbolic link to a missing file creates that file`() throws {
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "real.csv")

        try write("table", to: FileSink(file))

        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "real.csv")
        #expect(try text(folder.file("real.csv")) == "table")
        #expect(try folder.names == ["real.csv", "table.csv"])
    }

    @Test func `A missing folder is an error and is not created`() throws {
        let sink = FileSink(folder.file("missing/table.csv"))

        let error = #expect(throws: WriteError.self) { try sink.write(Array("table".utf8)) }
        #expect(error?.posixCode == ENOENT)
        #expect(
            error?.description
                == "\(sink.url.path) can't be written: No such file or directory; create its folder first.")
        #expect(throws: WriteError.self) { try sink.finish() }
        #expect(try folder.names == [])
    }

    @Test func `A folder at the path of the file is an error and is kept`() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        try Data("kept".utf8).write(to: file.appendingPathComponent("inside"))

        let error = #expect(throws: WriteError.self) { try write("table", to: FileSink(file)) }
        #expect(error?.target == file.path)
        #expect(error?.posixCode == EISDIR)

        #expect(try text(file.appendingPathComponent("inside")) == "kept")
        #expect(try folder.names == ["table.csv"])
    }

    @Test func `The root of the file system is treated as a folder`() {
        let error = #expect(throws: WriteError.self) { try FileSink(URL(fileURLWithPath: "/")).write([1]) }
        #expect(error?.posixCode == EISDIR)
    }

    @Test func `A file name can have the maximum length of the file system`() throws {
        let long = folder.file(String(repeating: "n", count: 255))
        try write("table", to: FileSink(long))
        #expect(try text(long) == "table")

        let error = #expect(throws: WriteError.self) {
            try write("table", to: FileSink(folder.file(String(repeating: "n", count: 256))))
        }
        #expect(error?.posixCode == ENAMETOOLONG)
        #expect(try folder.names.count == 1)
    }

    @Test func `A named pipe is written to directly`() throws {
        #expect(mkfifo(file.path, 0o600) == 0)
        let reader = open(file.path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }

        try write("table", to: FileSink(file))

        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, bytes.count) == 5)
        #expect(bytes.prefix(5).elementsEqual("table".utf8))
        #expect(try folder.names == ["table.csv"])
    }
}
