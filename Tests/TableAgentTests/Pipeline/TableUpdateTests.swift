import TableAgent
import Testing

struct TableUpdateTests {
    @Test func `A commit calls the update's closure and marks the update as committed`() {
        var commits = 0
        let update = TableUpdate(from: .numbers(1), to: .numbers(2, 3)) { _ in commits += 1 }
        #expect(update.old.numbers == [1])
        #expect(update.new.numbers == [2, 3])
        #expect(!update.isCommitted)
        #expect(commits == 0)

        update.commit()
        #expect(update.isCommitted)
        #expect(commits == 1)
    }

    @Test func `An update is already committed while its closure runs`() {
        final class Box { weak var update: TableUpdate? }
        let box = Box()
        var wasCommitted: Bool?
        let update = TableUpdate(from: TableInfo(), to: TableInfo()) { _ in
            wasCommitted = box.update?.isCommitted
        }
        box.update = update
        update.commit()
        #expect(wasCommitted == true)
    }

    @Test func `Committing an update twice stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let update = TableUpdate(from: TableInfo(), to: TableInfo()) { _ in }
            update.commit()
            update.commit()
        }
    }

    @Test func `The default name of a container is its type's name`() {
        #expect(IdleContainer().surfaceName == "IdleContainer")
    }
}
