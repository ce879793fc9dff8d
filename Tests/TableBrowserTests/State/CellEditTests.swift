import TableAgent
import TableAgentTesting
import Testing

@_spi(Internals) @testable import TableBrowser

/// The edit of a cell, and the details that an item adds.
struct CellEditTests {
    private struct City: Identifiable, Equatable, Sendable {
        let id: Int
        var name = "Basel"
        var people = 100
    }

    private enum CityLine: GridLineItem, EventItem, DetailItem {
        static func fill(_ line: inout GridLine, with city: City) {
            line.integer(city.id)
            line.text(city.name)
            line.integer(city.people)
        }

        static func fill(_ details: inout RowDetails, with city: City) {
            details.add("Mayor") { line in
                line.text("Zoë \u{1B}[31m")
                line.text("since 2026")
            }
        }

        static func edits(for city: City) -> [RowAction] {
            guard city.id < 3 else { return [] }
            let people = ActionField.amount("people", label: "People", in: 0...999, initial: city.people)
            return [
                RowAction(editing: "name", .rename, asking: .text("name", label: "Name", initial: city.name)),
                RowAction(editing: "people", .count, asking: people),
            ]
        }
    }

    private static func table(_ cities: [City]) -> TableInfo {
        let columns = ["id", "name", "people"].map { GridColumn($0, key: $0) }
        return TableInfo(columns: columns) {
            TableSection(id: "cities") { Rows(cities, as: CityLine.self) }
        }
    }

    private let cities = (1...3).map { City(id: $0) }

    @Test func `E edits the cell at the cursor, and y performs it`() throws {
        let agent = try Agent(RecordingContainer(), rawData: cities) { Self.table($0) }
        var names: [String] = []
        agent.on(.rename, of: City.self) { city, name, _ in names.append("\(city.id) \(name)") }
        let model = BrowserModel()
        model.panel = agent.panel
        model.state = BrowserState(agent.tableInfo)
        model.state.type("jlE")
        #expect(model.state.paintedLines().suffix(3).contains { $0.hasPrefix("Name: Basel") })
        _ = model.state.handle(.control("U"))
        model.state.type("Chur\n")
        #expect(model.state.paintedLines().contains("  Name: Chur"))
        for effect in model.state.type("y") { model.perform(effect) }
        #expect(names == ["2 Chur"])
    }

    @Test func `A cell that can't be edited leads to those of its row that can`() {
        var state = BrowserState(Self.table(cities))
        state.type("E")
        #expect(state.paintedLines().contains { $0.contains("2  People…") })
        state.type("2")
        state.type("\n")
        #expect(state.paintedLines().contains { $0.hasPrefix("People: 100") })
        // A text that is not valid stays.
        state.type("x\n")
        #expect(state.paintedLines().contains { $0.hasSuffix("People: 100x") })
        _ = state.handle(.escape)
        state.type("jjE")
        #expect(state.message == "No cell of this line can be edited.")
    }

    @Test func `A value that has changed meanwhile is not replaced`() throws {
        let agent = try Agent(RecordingContainer(), rawData: cities) { Self.table($0) }
        var names: [String] = []
        agent.on(.rename, of: City.self) { _, name, _ in names.append(name) }
        let model = BrowserModel()
        model.panel = agent.panel
        model.state = BrowserState(agent.tableInfo)
        model.state.type("lE")
        _ = model.state.handle(.control("U"))
        model.state.type("Chur\n")
        try agent.edit { try $0.replaceData(ofRow: .id(1), with: City(id: 1, name: "Bern")) }
        for effect in model.state.type("y") { model.perform(effect) }
        #expect(names.isEmpty && model.state.message.contains("“Name” has the value “Bern” now"))
    }

    @Test func `The details have what the item adds, without its escapes`() {
        var state = BrowserState(Self.table(cities))
        state.type("o")
        let lines = state.paintedLines()
        #expect(lines.contains("Mayor   Zoë ␛[31m") && lines.contains("        since 2026"), "\(lines)")
    }
}

extension EventName<String> {
    fileprivate static var rename: Self { Self("rename") }
}

extension EventName<Int> {
    fileprivate static var count: Self { Self("count") }
}
