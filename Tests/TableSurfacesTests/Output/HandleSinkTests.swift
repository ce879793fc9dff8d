@preconcurrency import Foundation
import TableAgent
import TableSurfaces
import Testing

struct HandleSinkTests {
    private let pipe = Pipe()

    /// Returns the bytes written to the pipe. Closes the pipe for writing.
    private func read() throws -> String {
        try pipe.fileHandleForWriting.close()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `Bytes are written immediately and can't be discarded`() throws {
        let sink = HandleSink(fileDescriptor: pipe.fileHandleForWriting.fileDescriptor)
        try sink.write(Array("one ".utf8))
        sink.discard()
        try sink.write(Array("two".utf8))
        sink.finish()

        #expect(try read() == "one two")
    }

    @Test func `Tables are written one after the other, and the handle stays open`() throws {
        let agent = try Agent(
            GridContainer(.csv, to: HandleSink(fileDescriptor: pipe.fileHandleForWriting.fileDescriptor)),
            rawData: .store,
            reformer: SameTable.self)
        try agent.reload(TableInfo(["One"], rows: [["a"]]))
        agent.detach()

        #expect(try read() == CSVFormat().string(of: .store) + "One\r\na\r\n")
    }

    #if os(Linux)
        @Test func `Text without a width fits the terminal that it is written to`() throws {
            let terminal = FileHandle(
                fileDescriptor: open("/dev/ptmx", O_RDWR | O_NOCTTY), closeOnDealloc: true)
            var (number, lock): (Int32, Int32) = (0, 0)
            // TIOCGPTN and TIOCSPTLCK of Linux.
            try #require(ioctl(terminal.fileDescriptor, 0x8004_5430, &number) == 0)
            try #require(ioctl(terminal.fileDescriptor, 0x4004_5431, &lock) == 0)
            let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            defer { close(descriptor) }
            var size = winsize()
            (size.ws_row, size.ws_col) = (24, 20)
            try #require(ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
            let table = TableInfo(["Subject"], rows: [["a text that is wider than twenty columns"]])
            let narrow = try TextFormat(width: 20).string(of: table)
            /// The lines that arrive on the screen.
            func shown(_ write: (HandleSink) throws -> Void) throws -> String {
                try write(HandleSink(fileDescriptor: descriptor))
                return String(decoding: terminal.availableData, as: UTF8.self).replacing("\r\n", with: "\n")
            }
            #expect(try shown { try TextFormat.text.write(table, to: $0) } == narrow)
            #expect(
                try shown { sink in
                    let stream = GridStream(.text, columns: ["Subject"], to: sink)
                    try stream.append(["a text that is wider than twenty columns"], as: SampleLine.self)
                    try stream.finish()
                } == narrow)
            let wide = try TextFormat.text.string(of: table)
            #expect(try shown { try TextFormat(width: 200).write(table, to: $0) } == wide && wide != narrow)
            try TextFormat.text.write(
                table, to: HandleSink(fileDescriptor: pipe.fileHandleForWriting.fileDescriptor))
            #expect(try read() == wide)
        }
    #endif

    @Test func `A table is written while a thread reads standard input`() throws {
        let isReading = DispatchSemaphore(value: 0)
        let isWritten = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // A thread that waits for a line of standard input holds this lock.
            flockfile(stdin)
            isReading.signal()
            isWritten.wait()
            funlockfile(stdin)
        }
        isReading.wait()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            try? HandleSink(fileDescriptor: descriptor).write(Array("one".utf8))
            end.signal()
        }
        #expect(end.wait(timeout: .now() + 60) == .success)
        isWritten.signal()
        #expect(try read() == "one")
    }

    @Test func `A closed handle is an error that reaches the caller`() throws {
        let agent = Agent<TableInfo>()
        try agent.attach(
            GridContainer(.csv, to: HandleSink(fileDescriptor: pipe.fileHandleForWriting.fileDescriptor)),
            dataSource: DataSource(reformer: SameTable()))
        try pipe.fileHandleForWriting.close()

        let error = #expect(throws: WriteError.self) { try agent.reload(.store) }
        #expect(error?.posixCode == EBADF)
        #expect(
            error?.description.hasSuffix("Bad file descriptor; open it for writing and keep it open.") == true
        )
        #expect(agent.tableInfo.sections.isEmpty)
    }
}
