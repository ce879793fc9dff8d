import TableAgent
import TableAgentTesting
import Testing

/// Correct containers conform.
struct ContainerConformanceTests {
    /// The smallest correct container.
    private final class LeastContainer: TableContainer {
        func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }
        weak var panel: Panel?
        func reload(_ update: TableUpdate) { update.commit() }
    }

    @Test func `The smallest correct container conforms`() throws {
        try ContainerConformance.check { LeastContainer() }
    }

    @Test func `A container that keeps the views of moved rows conforms`() throws {
        try ContainerConformance.check { KeepingContainer() }
    }

    @Test func `A recording container that refuses unknown views conforms`() throws {
        try ContainerConformance.check(
            showsTableFoot: true,
            shown: { container in
                container.sections.map { "\($0.head?.texts ?? []) \($0.texts) \($0.foot?.texts ?? [])" }
                    .joined() + "\(container.tableFoot?.texts ?? [])"
            },
            select: { try $0.select($1) },
            { RecordingContainer { $0.viewType == GridLine.self } })
    }

    @Test(arguments: [1, 5, 40, 1_000], [true, false])
    func `A recording container with a limited height conforms`(height: Int, appliesChanges: Bool) throws {
        try ContainerConformance.check(
            showsTableFoot: true,
            shown: { container in
                container.sections.map { "\($0.head?.texts ?? []) \($0.texts) \($0.foot?.texts ?? [])" }
                    .joined() + "\(container.tableFoot?.texts ?? [])"
            },
            select: { try $0.touch($1) },
            deselect: { try $0.touch($1) },
            scroll: { try $0.scroll(to: $1) },
            {
                RecordingContainer(
                    canShowItem: { $0.viewType == GridLine.self }, appliesChanges: appliesChanges,
                    height: height)
            })
    }

    @Test @MainActor func `A container isolated to the main actor conforms`() throws {
        try ContainerConformance.check(showsHeadsAndFeet: false, shown: { $0.texts.joined(separator: "\n") })
        {
            ScreenContainer()
        }
    }

    @Test func `An error of the closure that makes containers is reported`() throws {
        let failure = #expect(throws: ContainerConformance.Failure.self) {
            try ContainerConformance.check { () throws -> LeastContainer in throw Refused() }
        }
        #expect(failure?.description.contains("Refused") == true)
    }

    @Test func `A failure lists every defect in a sentence, with the container's name`() throws {
        let failure = try #require(
            #expect(throws: ContainerConformance.Failure.self) {
                try ContainerConformance.check { RecordingContainer() }
            })
        #expect(failure.container == "RecordingContainer")
        #expect(failure.requirements == ["refusal"])
        let lines = failure.description.split(separator: "\n")
        #expect(lines.count == failure.defects.count + 1)
        #expect(lines.first?.contains("RecordingContainer") == true)
        #expect(lines.last?.hasPrefix("- It claims by canShow(_:)") == true)
        #expect(lines.last?.hasSuffix("[refusal]") == true)
    }
}

/// Represents a table view, which is isolated to the main actor.
@MainActor private final class ScreenContainer: TableContainer {
    private(set) var texts: [String] = []
    weak var panel: Panel?

    func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    func reload(_ update: TableUpdate) {
        update.commit()
        texts = []
        var line = GridLine()
        for row in update.new.sections.flatMap(\.visibleRows) {
            row.fill(&line)
            texts.append(line.cells.indices.map(line.shown).joined(separator: "|"))
        }
    }
}
