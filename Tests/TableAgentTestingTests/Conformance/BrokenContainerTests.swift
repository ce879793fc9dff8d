import TableAgent
import TableAgentTesting
import Testing

/// The conformance suite detects and names the defects of a container.
struct BrokenContainerTests {
    private func findFailure<Container: SoundContainer>(
        of type: Container.Type
    ) -> ContainerConformance.Failure? {
        do throws(ContainerConformance.Failure) {
            try ContainerConformance.check(
                showsTableFoot: true, shown: \.shown, select: { try $0.select($1) }
            ) { type.init() }
            return nil
        } catch {
            return error
        }
    }

    @Test func `The base class of the broken containers conforms`() {
        #expect(findFailure(of: SoundContainer.self) == nil)
    }

    @Test(
        arguments: [
            (NamelessContainer.self, ["surfaceName"], "surfaceName is empty"),
            (BlindContainer.self, ["gridItems"], "no view for a grid item"),
            (BoastfulContainer.self, ["refusal"], "a view for an item that no surface knows"),
            (LateFailingContainer.self, nil, "committed one row and threw afterwards"),
            (UncommittedContainer.self, ["commit"], "had not committed the update"),
            (OnceContainer.self, ["commit"], "had not committed the update"),
            (FailingContainer.self, nil, "can't show one row: Refused()"),
            (NeverEmptyContainer.self, ["emptyTable", "clearing"], "a table without sections: Refused()"),
            (PilingContainer.self, ["replacement", "clearing", "reattachment"], "Once cleared"),
            (StubbornContainer.self, ["replacement", "clearing", "reattachment"], "after a second one came"),
            (ShortContainer.self, ["oneSection"], "the text “Edsger”"),
            (DelicateContainer.self, ["hostileText"], "can't show hostile text: Refused()"),
            (ClingingContainer.self, ["ownership"], "keeps the panel alive"),
            (ImmortalContainer.self, ["ownership"], "stays alive"),
            (DetachedContainer.self, ["attachment"], "does not keep the panel that it is given"),
            (FaithfulContainer.self, ["reattachment"], "does not keep the panel of another agent"),
            (UndetachedContainer.self, ["attachment"], "still has a panel"),
            (SilentContainer.self, ["events"], "did not send one event"),
            (StutteringContainer.self, ["events"], "did not send one event"),
            (MisplacingContainer.self, ["events"], "did not send one event"),
            (BossyContainer.self, ["questions"], "must not be selected"),
            (ForgetfulContainer.self, nil, "After a row was updated, it does not show the same"),
            (StatelessContainer.self, ["severalSections"], "the text “Collapsed 2”"),
            (UncollapsingContainer.self, ["severalSections"], "a row of a collapsed section"),
            (HeadlessContainer.self, ["severalSections"], "the text “two rows”"),
            (TotallessContainer.self, ["tableFoot"], "the text “9 in all”"),
            (RememberingContainer.self, nil, "After a row moved within its section, selecting the row at"),
            (RestoringContainer.self, ["reentrancy"], "After a listener showed another table"),
            (TalkativeContainer.self, ["questions"], "when the panel calls deselect(_:)"),
            (StaringContainer.self, ["display"], "told twice that row Barbara becomes visible"),
        ] as [(SoundContainer.Type, Set<String>?, String)])
    func `The suite detects a broken container and names its defect`(
        type: SoundContainer.Type, requirements: Set<String>?, sentence: String
    ) throws {
        let failure = try #require(findFailure(of: type))
        if let requirements {
            // A defect of tables or events often appears after an edit or with a question, too.
            #expect(failure.requirements.isSuperset(of: requirements), "\(failure)")
            #expect(
                failure.requirements.subtracting(requirements).isSubset(of: [
                    "edits", "questions", "queries", "events", "reentrancy", "severalSections", "tableFoot",
                ]),
                "\(failure)")
        }
        #expect(failure.container == "\(type)")
        #expect(failure.description.contains(sentence), "\(failure)")
        #expect(failure.defects.allSatisfy { $0.first?.isUppercase == true })
    }

    private func findFailure<Container: ScrollingContainer>(
        ofScrolled type: Container.Type, deselect: @escaping (Container, RowPosition) throws -> Void
    ) -> ContainerConformance.Failure? {
        #expect(throws: ContainerConformance.Failure.self) {
            try ContainerConformance.check(
                shown: \.shown, select: { try $0.select($1) }, deselect: deselect,
                scroll: { try $0.scroll(to: $1) }
            ) { type.init() }
        }
    }

    @Test func `The scrolling base class of broken containers conforms`() throws {
        try ContainerConformance.check(
            select: { try $0.select($1) }, deselect: { try $0.panel?.source(.row(.at($1))).deselect() },
            scroll: { try $0.scroll(to: $1) }
        ) { ScrollingContainer() }
    }

    @Test(
        arguments: [
            (UntidyContainer.self, "reuse", "Scrolled to the end and back"),
            (SecretiveContainer.self, "display", "that the first row becomes visible"),
            (EndlessContainer.self, "display", "told twice that row 0-0 becomes visible"),
        ] as [(ScrollingContainer.Type, String, String)])
    func `The suite detects a broken scrolling container`(
        type: ScrollingContainer.Type, requirement: String, sentence: String
    ) throws {
        let failure = try #require(
            findFailure(ofScrolled: type) { try $0.panel?.source(.row(.at($1))).deselect() })
        #expect(failure.requirements.contains(requirement), "\(failure)")
        #expect(failure.description.contains(sentence), "\(failure)")
    }

    @Test func `The suite detects a container that deselects without asking`() throws {
        let failure = try #require(
            findFailure(ofScrolled: ScrollingContainer.self) {
                try $0.panel?.source(.row(.at($1))).post(.deselect)
            })
        #expect(failure.requirements.contains("questions"))
        #expect(failure.description.contains("deselected a row that must not be deselected"))
    }

    @Test(
        arguments: [
            (StubbornContainer.self, true), (SilentContainer.self, true), (ClingingContainer.self, false),
        ] as [(SoundContainer.Type, Bool)])
    func `Without closures to read or operate it, a container is tested by the remaining checks`(
        type: SoundContainer.Type, passes: Bool
    ) {
        func check<Container: SoundContainer>(_ type: Container.Type) -> Bool {
            (try? ContainerConformance.check { type.init() }) != nil
        }
        #expect(check(type) == passes)
    }

    @Test func `The suite detects a container that sends display events of rows but not of feet`() {
        let failure = #expect(throws: ContainerConformance.Failure.self) {
            try ContainerConformance.check(scroll: { try $0.scroll(to: $1) }) { FootlessContainer() }
        }
        #expect(failure?.requirements.contains("display") == true)
        #expect(failure?.description.contains("and not that feet do") == true)
    }

    @Test func `The suite detects a closure that returns the same container each time`() {
        let container = SoundContainer()
        let failure = #expect(throws: ContainerConformance.Failure.self) {
            try ContainerConformance.check { container }
        }
        #expect(failure?.requirements == ["ownership"])
        #expect(failure?.description.contains("must make a new one each time") == true)
    }
}
