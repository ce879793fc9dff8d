import TableSurfaces
import Testing

struct MemorySinkTests {
    private let sink = MemorySink()

    @Test func `A memory sink is empty before the first table`() {
        #expect(sink.bytes.isEmpty)
        #expect(sink.text == "")
    }

    @Test func `A memory sink shows only complete tables`() {
        sink.write(Array("first ".utf8))
        sink.write(Array("table".utf8))
        #expect(sink.text == "")

        sink.finish()

        #expect(sink.text == "first table")
        #expect(sink.bytes == Array("first table".utf8))
    }

    @Test func `A memory sink keeps the latest complete table`() {
        sink.write(Array("first".utf8))
        sink.finish()
        sink.write(Array("second".utf8))
        sink.finish()

        #expect(sink.text == "second")
    }

    @Test func `A discarded table keeps the previous one`() {
        sink.write(Array("first".utf8))
        sink.finish()
        sink.write(Array("half".utf8))
        sink.discard()
        #expect(sink.text == "first")

        sink.write(Array("third".utf8))
        sink.finish()
        #expect(sink.text == "third")
    }

    @Test func `A table without bytes replaces the previous one`() {
        sink.write(Array("first".utf8))
        sink.finish()
        sink.finish()

        #expect(sink.text == "")
    }
}
