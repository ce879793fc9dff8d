import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// Replaces the standard function, so that tests can read the output of the examples.
private func print(_ text: String) { Printed.line(text) }

/// The examples of the article for users of the base adapters.
enum FromBaseAdapters {
    // block: numbers
    enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) {
            line.integer(number)
        }

        static func height(of number: Int) -> Double? { 60 }
    }

    struct NumbersReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo {
                TableSection(id: "numbers") {
                    Rows(byPosition: numbers, as: NumberLine.self)
                }
            }
        }
    }

    final class MixController {
        private let table = Agent<[Int]>()
        private let collection = Agent<[Int]>()

        func load(_ tableView: some TableContainer, _ collectionView: some TableContainer) throws {
            let numbers = [1, 1, 1, 1, 1, 1, 1]
            try table.attach(tableView, dataSource: DataSource(numbers, reformer: NumbersReformer()))
            try collection.attach(
                collectionView, dataSource: DataSource(numbers, reformer: NumbersReformer()))

            table.panel.deselectsAutomatically = true
            collection.panel.deselectsAutomatically = true
            table.on(.select, of: Int.self) { number, position in
                print("\(number) at \(position?.description ?? "no place")")
            }
            collection.on(.select, of: Int.self) { number in
                print("\(number)")
            }
        }
    }
    // end of block
}

// block: volumes
struct Volume: Identifiable {
    let id: Int
    var title: String
}

enum VolumeLine: GridLineItem {
    static func fill(_ line: inout GridLine, with volume: Volume) {
        line.text(volume.title)
    }
}

func showVolumes(_ volumes: [Volume], on container: some TableContainer) throws -> Agent<[Volume]> {
    try Agent(container, list: volumes, as: VolumeLine.self) { volume in
        print("open \(volume.title)")
    }
}
// end of block

struct BaseTableViewAdapterArticleTests {
    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Coming-from-BaseTableViewAdapter.md",
            test: #filePath)
        let names = ["volumes", "numbers"]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A list takes one call, and a tap passes its element`() async throws {
        let container = RecordingContainer()
        let lines = try await Printed.lines {
            let agent = try showVolumes(
                [Volume(id: 1, title: "One"), Volume(id: 2, title: "Two")], on: container)
            try container.select(RowPosition(section: 0, row: 1))
            #expect(agent.dataSource?.rawData?.count == 2)
        }
        #expect(container.sections.map(\.texts) == [[["One"], ["Two"]]])
        #expect(lines == ["open Two"])
    }

    @Test func `Seven numbers are shown twice, and a tap passes the number and the position`() async throws {
        let (table, collection) = (RecordingContainer(), RecordingContainer())
        let lines = try await Printed.lines {
            let controller = FromBaseAdapters.MixController()
            try controller.load(table, collection)
            try table.select(RowPosition(section: 0, row: 6))
            try collection.select(RowPosition(section: 0, row: 0))
            #expect(table.selectedRows.isEmpty && collection.selectedRows.isEmpty)
            let error = #expect(throws: TableError.self) {
                try table.select(RowPosition(section: 0, row: 7))
            }
            #expect(error?.code == .positionOutOfRange)
        }
        #expect(table.sections[0].texts == Array(repeating: ["1"], count: 7))
        #expect(table.sections[0].rows.allSatisfy { $0.height == 60 })
        #expect(collection.sections[0].rows.count == 7)
        #expect(lines == ["1 at section 0, row 6", "1"])
    }
}
