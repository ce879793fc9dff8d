import TableAgent
import TableAgentTesting
import Testing

/// F73: the conformance suite passes sound containers.
@Suite struct ContainerConformanceTests {
    /// As little as a sound container can do.
    private final class LeastContainer: TableContainer {
        func canShow(_ item: ItemType) -> Bool { item.view == GridLine.self }
        weak var panel: Panel?
        func reload(_ update: TableUpdate) { update.commit() }
    }

    @Test("The least container that does everything right passes")
    func leastContainer() throws {
        try ContainerConformance.check { LeastContainer() }
    }

    @Test("A recording container that declines foreign views passes, read back and operated")
    func recordingContainer() throws {
        try ContainerConformance.check(
            shown: { container in
                container.sections.map { "\($0.head?.texts ?? []) \($0.texts) \($0.foot?.texts ?? [])" }
                    .joined()
            },
            select: { try $0.select($1) },
            { RecordingContainer { $0.view == GridLine.self } })
    }

    @Test(
        "A recording container of a limited height passes, also scrolled", arguments: [1, 5, 40, 1_000],
        [true, false])
    func scrolledContainer(height: Int, appliesChanges: Bool) throws {
        try ContainerConformance.check(
            shown: { container in
                container.sections.map { "\($0.head?.texts ?? []) \($0.texts) \($0.foot?.texts ?? [])" }
                    .joined()
            },
            select: { try $0.touch($1) },
            deselect: { try $0.touch($1) },
            scroll: { try $0.scroll(to: $1) },
            {
                RecordingContainer(
                    canShowItem: { $0.view == GridLine.self }, appliesChanges: appliesChanges, height: height)
            })
    }

    @Test("A container of the main actor passes")
    @MainActor func mainActorContainer() throws {
        try ContainerConformance.check(parts: [], shown: { $0.texts.joined(separator: "\n") }) {
            ScreenContainer()
        }
    }

    @Test("An error of the closure that makes containers is listed")
    func closureThrows() throws {
        let failure = #expect(throws: ContainerConformance.Failure.self) {
            try ContainerConformance.check { () throws -> LeastContainer in throw Refused() }
        }
        #expect(failure?.description.contains("Refused") == true)
    }

    @Test("A failure lists every defect in a sentence, with the container's name")
    func description() throws {
        let failure = try #require(
            #expect(throws: ContainerConformance.Failure.self) {
                try ContainerConformance.check { RecordingContainer() }
            })
        #expect(failure.container == "RecordingContainer")
        #expect(failure.requirements == [.refusal])
        let lines = failure.description.split(separator: "\n")
        #expect(lines.count == failure.defects.count + 1)
        #expect(lines.first?.contains("RecordingContainer") == true)
        #expect(lines.last?.hasPrefix("- It claims by canShow(_:)") == true)
        #expect(lines.last?.hasSuffix("[refusal]") == true)
    }
}

/// Stands for a table view, which belongs to the main actor.
@MainActor private final class ScreenContainer: TableContainer {
    private(set) var texts: [String] = []
    weak var panel: Panel?

    func canShow(_ item: ItemType) -> Bool { item.view == GridLine.self }

    func reload(_ update: TableUpdate) {
        update.commit()
        texts = []
        var line = GridLine()
        for row in update.new.sections.flatMap(\.visibleRows) {
            row.fill(line: &line)
            texts.append(line.cells.indices.map(line.shown).joined(separator: "|"))
        }
    }
}
