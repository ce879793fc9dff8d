import TableSurfaces
import Testing

struct MemorySinkTests {
    private let sink = MemorySink()

    @Test func `It is empty before the first table`() {
        #expect(sink.bytes.isEmpty)
        #expect(sink.text == "")
    }

    @Test func `It shows a table only once that is complete`() {
        sink.write(Array("first ".utf8))
        sink.write(Array("table".utf8))
        #expect(sink.text == "")

        sink.finish()

        #expect(sink.text == "first table")
        #expect(sink.bytes == Array("first table".utf8))
    }

    @Test func `It keeps the latest complete table`() {
        sink.write(Array("first".utf8))
        sink.finish()
        sink.write(Array("second".utf8))
        sink.finish()

        #expect(sink.text == "second")
    }

    @Test func `It forgets a discarded table and keeps the one before`() {
        sink.write(Array("first".utf8))
        sink.finish()
        sink.write(Array("half".utf8))
        sink.discard()
        #expect(sink.text == "first")

        sink.write(Array("third".utf8))
        sink.finish()
        #expect(sink.text == "third")
    }

    @Test func `A table without bytes is a table`() {
        sink.write(Array("first".utf8))
        sink.finish()
        sink.finish()

        #expect(sink.text == "")
    }
}
