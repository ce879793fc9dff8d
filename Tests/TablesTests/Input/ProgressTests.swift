import TableSurfaces
import Testing

@testable import tables

struct ProgressTests {
    private static func text(
        _ activity: Progress.Activity, _ done: Int, of total: Int? = nil, seconds: Double = 2,
        columns: Int = 79
    ) -> String? {
        Progress.text(
            of: activity, Progress.Tally(done: done, total: total), seconds: seconds, columns: columns)
    }

    private static let examples: [(Progress.Activity, Int, Int?, String)] = [
        (.reading, 412_000_000, 1_200_000_000, "Reading 412 MB of 1.2 GB, 34 %, 206 MB/s"),
        (.reading, 412_000_000, nil, "Reading 412 MB, 206 MB/s"),
        (.parsing, 99_940, 99_940, "Parsing 100 kB of 100 kB, 100 %"),
        (.comparing, 1_230_000, 2_000_000, "Comparing 1.2 M of 2.0 M rows, 61 %"),
        (.comparing, 4096, nil, "Comparing 4.1 k rows, 2.0 k rows/s"),
        (.writing, 512, nil, "Writing 512 B, 256 B/s"), (.writing, 0, nil, "Writing"),
        (.describing, 0, nil, "Describing"), (.sorting, 0, nil, "Sorting"),
        (.writing, 999_499, nil, "Writing 999 kB, 500 kB/s"),
        (.writing, 999_500, nil, "Writing 1.0 MB, 500 kB/s"),
        (.reading, 9_949_999, nil, "Reading 9.9 MB, 5.0 MB/s"),
        (.reading, 9_950_000, nil, "Reading 10 MB, 5.0 MB/s"),
    ]

    @Test(arguments: examples)
    func `The line has the activity, the amount, the share, and the rate`(
        activity: Progress.Activity, done: Int, total: Int?, text: String
    ) {
        #expect(Self.text(activity, done, of: total) == text)
    }

    @Test(arguments: [
        (40, "Reading 412 MB of 1.2 GB, 34 %, 206 MB/s"), (39, "Reading 412 MB of 1.2 GB, 34 %"),
        (30, "Reading 412 MB of 1.2 GB, 34 %"), (29, "Reading 412 MB of 1.2 GB"), (10, "Reading 41"), (0, ""),
        (-1, ""),
    ])
    func `A narrow terminal loses the last parts first`(columns: Int, text: String) {
        #expect(Self.text(.reading, 412_000_000, of: 1_200_000_000, columns: columns) == text)
    }

    @Test(arguments: [Progress.Activity.reading, .parsing, .comparing, .writing])
    func `The line has at most 40 columns`(activity: Progress.Activity) throws {
        let amounts = (1...17).reduce([1]) { amounts, _ in amounts + [amounts[amounts.count - 1] * 10] }
            .flatMap { [$0 - 1, $0, $0 / 2 * 3] }.filter { $0 > 0 }
        for done in amounts {
            for total in amounts.map(Optional.init) + [nil] {
                let text = try #require(Self.text(activity, done, of: total))
                #expect(text.count <= 40 && text.allSatisfy(\.isASCII))
            }
        }
    }

    @Test func `There is no rate in the first second of an activity`() {
        #expect(Self.text(.reading, 2000, seconds: 0.9) == "Reading 2.0 kB")
        #expect(Self.text(.reading, 2000, seconds: 1) == "Reading 2.0 kB, 2.0 kB/s")
    }

    @Test func `A file that has grown has no size`() {
        #expect(Self.text(.reading, 2000, of: 1000, seconds: 0) == "Reading 2.0 kB")
    }

    @Test func `There is no line before the first byte`() {
        let progress = Progress()
        #expect(progress.text(columns: 79) == nil)
        progress.begin(.reading)
        #expect(progress.text(columns: 79) == nil)
        progress.add(1, to: .reading)
        #expect(progress.text(columns: 79)?.hasPrefix("Reading 1 B") == true)
    }

    @Test func `The files of a comparison are counted together`() {
        let progress = Progress()
        for _ in 1...2 { progress.begin(.reading, total: 100) }
        progress.add(50, to: .reading)
        #expect(progress.text(columns: 79)?.hasPrefix("Reading 50 B of 200 B, 25 %") == true)
        // The size of a pipe is unknown, and so is the sum.
        progress.begin(.reading)
        #expect(progress.text(columns: 79)?.contains("%") == false)
    }

    @Test func `An activity that has not begun is not counted`() {
        let progress = Progress()
        progress.begin(.reading, total: 100)
        progress.add(50, to: .reading)
        progress.add(50, to: .parsing)
        #expect(progress.text(columns: 79)?.hasPrefix("Reading 50 B of 100 B") == true)
    }

    @Test func `The first bytes of a table end its description, but not the reading of its parts`() {
        let progress = Progress()
        progress.begin(.reading, total: 100)
        progress.add(50, to: .reading)
        progress.add(9, to: .writing)
        #expect(progress.text(columns: 79)?.hasPrefix("Reading 50 B of 100 B") == true)
        progress.begin(.describing)
        #expect(progress.text(columns: 79) == "Describing")
        progress.add(9, to: .writing)
        #expect(progress.text(columns: 79)?.hasPrefix("Writing 9 B") == true)
    }

    @Test func `The line shows the later of two activities until it is complete`() {
        let progress = Progress()
        progress.begin(.reading)
        progress.begin(.parsing, total: 10)
        progress.add(5, to: .parsing)
        progress.add(5, to: .reading)
        #expect(progress.text(columns: 79)?.hasPrefix("Parsing 5 B of 10 B, 50 %") == true)
        progress.add(5, to: .parsing)
        progress.add(5, to: .reading)
        #expect(progress.text(columns: 79)?.hasPrefix("Reading 10 B") == true)
    }

    @Test func `A sink that counts passes on its bytes, and the end of the table`() throws {
        let memory = MemorySink()
        let sink = CountingSink(memory, isTerminal: true)
        try sink.write([1])
        sink.discard()
        try sink.write([2])
        try sink.write([3])
        try sink.finish()
        #expect(memory.bytes == [2, 3])
    }

    @Test func `The progress is shown unless an option says otherwise`() throws {
        #expect(try Options(parsing: ["f"]).progress)
        #expect(try !Options(parsing: ["f", "--no-progress"]).progress)
    }
}
