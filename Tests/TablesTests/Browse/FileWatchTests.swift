import Foundation
import TableAgent
import Testing

@testable import tables

/// Tests of the decisions about a watched file.
struct FileWatchTests {
    private let old = FileWatch.Stamp(values: [1])
    private let new = FileWatch.Stamp(values: [2])
    private let missing = InputError(file: "f", reason: "there is no such file")

    private func actions(_ polls: [Result<FileWatch.Stamp, InputError>]) -> [FileWatch.Action] {
        var watch = FileWatch(old)
        return polls.enumerated().map { watch.next($1, at: "\($0)") }
    }

    @Test func `A changed file is read when two polls agree`() {
        #expect(
            actions([.success(old), .success(new), .success(new), .success(new)]) == [
                .wait, .wait, .read, .wait,
            ])
        #expect(actions([.success(new), .success(old), .success(new)]) == [.wait, .wait, .wait])
    }

    @Test func `A file that always changes is read at every third poll`() {
        let polls = (2...8).map { Result<FileWatch.Stamp, InputError>.success(FileWatch.Stamp(values: [$0])) }
        #expect(actions(polls) == [.wait, .wait, .read, .wait, .wait, .read, .wait])
    }

    @Test func `A missing file is a message with its first time, and is read when it is back`() {
        let message = FileWatch.Action.show("f: there is no such file (since 0); the last rows are kept")
        let polls: [Result<FileWatch.Stamp, InputError>] = [
            .failure(missing), .failure(missing), .success(old), .success(old),
        ]
        #expect(actions(polls) == [message, .wait, .wait, .read])
    }

    @Test func `The message about a missing file is shown again, because a key removes it`() {
        let polls = [Result<FileWatch.Stamp, InputError>](repeating: .failure(missing), count: 17)
        let shown = actions(polls).indices.filter { actions(polls)[$0] != .wait }
        #expect(shown == [0, 8, 16])
    }

    @Test(arguments: [(1, 4), (4, 16)])
    func `Reading takes a fifth of the time at most`(duration: Int, polls: Int) {
        var watch = FileWatch(old)
        watch.rest(afterReadingFor: FileWatch.interval * duration)
        let actions = (1...2 * polls).map {
            watch.next(.success(FileWatch.Stamp(values: [Int64($0 + 9)])), at: "")
        }
        #expect(actions.firstIndex(of: .read) == polls - 1)
    }

    @Test func `An error of the contents is shown until the file is read again`() throws {
        var watch = FileWatch(old)
        #expect(watch.fail(missing, at: "1").contains("since 1"))
        #expect(watch.next(.success(old), at: "2") == .show(watch.fail(missing, at: "3")))
        let message = try watch.accept(FileWatch.End(size: 1, isLineEnd: true), of: "f", at: "4")
        #expect(message == "f: read again at 4")
        #expect(watch.next(.success(old), at: "5") == .wait)
    }

    @Test func `A shorter file that ends within a line is refused`() throws {
        var watch = FileWatch(old)
        _ = try watch.accept(FileWatch.End(size: 9, isLineEnd: true), of: "f", at: "")
        #expect(throws: InputError.self) {
            try watch.accept(FileWatch.End(size: 8, isLineEnd: false), of: "f", at: "")
        }
        _ = try watch.accept(FileWatch.End(size: 8, isLineEnd: true), of: "f", at: "")
        _ = try watch.accept(FileWatch.End(size: 9, isLineEnd: false), of: "f", at: "")
        #expect(try watch.accept(FileWatch.End(size: 8, isLineEnd: false), of: "f", at: "") == nil)
    }

    @Test func `A shorter file that ends within a line for three seconds is shown`() throws {
        var watch = FileWatch(old)
        let end = FileWatch.End(size: 8, isLineEnd: false)
        _ = try watch.accept(FileWatch.End(size: 9, isLineEnd: true), of: "f", at: "")
        _ = watch.next(.success(new), at: "")
        #expect(watch.next(.success(new), at: "") == .read)
        #expect(throws: InputError.self) { try watch.accept(end, of: "f", at: "") }
        #expect((1..<24).allSatisfy { _ in watch.next(.success(new), at: "") == .wait })
        #expect(watch.next(.success(new), at: "") == .read)
        #expect(try watch.accept(end, of: "f", at: "") == nil)
        #expect(watch.next(.success(new), at: "") == .wait)
    }

    @Test func `A file that is rewritten, truncated, removed, and back has other properties each time`()
        throws
    {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        func write(_ text: String) throws { try Data(text.utf8).write(to: url) }
        var watch = FileWatch(nil)
        func poll() -> FileWatch.Action {
            watch.next(Result { () throws(InputError) in try FileWatch.Stamp(path: url.path) }, at: "t")
        }
        try write("a\n1\n")
        #expect([poll(), poll(), poll()] == [.wait, .read, .wait])
        try write("a\n2\n")
        #expect([poll(), poll(), poll()] == [.wait, .read, .wait])
        try FileHandle(forWritingTo: url).truncate(atOffset: 3)
        #expect([poll(), poll(), poll()] == [.wait, .read, .wait])
        try FileManager.default.removeItem(at: url)
        let message = "\(url.path): there is no such file (since t); the last rows are kept"
        #expect(poll() == .show(message))
        try write("a\n3\n")
        #expect([poll(), poll()] == [.wait, .read])
    }

    @Test func `The time of day has two digits for each part`() {
        #expect(FileWatch.timeOfDay.split(separator: ":").map(\.count) == [2, 2, 2])
    }
}

/// Tests of rows whose ids are the texts of their keys.
struct RowKeysTests {
    private func table(_ text: String, keys: [String] = ["id"], groupBy: String? = nil) throws -> TableInfo {
        let table = try InputFixture.table(text, as: .csv)
        var reformer = RecordsReformer(selection: RowSelection(groupBy: [groupBy].compactMap(\.self)))
        reformer.keys = try RowKeys(table, keys: keys, groupBy: groupBy)
        return try reformer.reform(table)
    }

    @Test func `Rows with one key are the same row in two versions of a file`() throws {
        let old = try table("id,v\na,1\nb,2\nc,3\n")
        let new = try table("id,v\nx,0\na,1\nc,4\n")
        let changes = TableChanges(from: old, to: new)
        #expect(changes.rowDeletes == [RowPosition(section: 0, row: 1)])
        #expect(changes.rowInserts == [RowPosition(section: 0, row: 0)])
        #expect(changes.rowUpdates == [RowPosition(section: 0, row: 2)])
        #expect(changes.count == 3)
    }

    @Test func `Keys of several columns, duplicates, and equal characters of other code points differ`()
        throws
    {
        let table = try table(
            "id,n,v\na,1,\na,2,\na,1,\n\u{E9},1,\ne\u{301},1,\nab,c,\na,bc,\n", keys: ["id", "n"])
        #expect(table.duplicateIDs().isEmpty)
        #expect(try self.table("g,id\n1,a\n2,a\n1,a\n", groupBy: "g").duplicateIDs().isEmpty)
    }

    @Test func `The warning about duplicate keys is that of a comparison`() throws {
        let table = try InputFixture.table("id\na\na\n", as: .csv)
        let warning = try RowKeys(table, keys: ["id"], groupBy: nil).warning(in: table)
        #expect(warning?.hasPrefix("warning: in:3: the key 'a' is on line 2, too; rows with one key") == true)
        #expect(throws: InputError.self) { try RowKeys(table, keys: ["x"], groupBy: nil) }
    }
}
