import Foundation
import ProgramTesting
import Testing

struct ProgramTests {
    @Test func `The demo prints the ledger and the received events`() throws {
        let run = try demo([])
        #expect(run.status == 0)
        #expect(run.complaint.isEmpty)
        #expect(run.output.contains("│ 株式会社さくら商店, 東京 · 2 orders      "))
        #expect(
            run.output.contains(
                "│            │ Total              │  15 │ €2,662.30              │ €349.00 due   │"))
        let steps = [
            ["select?", "A-1001", "section 0, row 0", "refuses, the order is paid"],
            ["select", "A-1015", "section 1, row 1", "opens 120 × 湯呑み（青磁）"],
            ["pay", "A-1012", "section 0, row 2", "books €349.00"],
            ["fold", "C-23", "section 1", "collapses it"],
            ["collapse", "C-23", "section 1", "no orders visible"],
            ["fold", "C-23", "section 1", "expands it"],
            ["expand", "C-23", "section 1", "2 orders visible"],
            ["delete", "A-1009", "section 2, row 0", "removes the row"],
            ["didEndDisplay", "A-1009", "gone", "releases its image"],
        ]
        let lines = run.output.split(separator: "\n").suffix(10).dropLast().map { line in
            line.split(separator: "│").map { $0.trimmingCharacters(in: .whitespaces) }.suffix(4)
        }
        #expect(lines == steps.map { $0[...] })
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func `The ledger as data contains no other text`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(demo(["--to", "json"]).output.utf8))
        #expect(((object as? [String: Any])?["sections"] as? [Any])?.count == 3)
    }

    @Test(arguments: [
        ("markdown", "| Order |"), ("html", "<!DOCTYPE html>"), ("csv", "Order,Date,"),
        ("tsv", "Order\tDate\t"),
        ("jsonl", "{\"Order\": \"A-1001\""),
    ])
    func `The ledger is shown in each format`(format: String, start: String) throws {
        #expect(try demo(["--to", format]).output.hasPrefix(start))
    }

    @Test func `Dates and order numbers are not broken in a narrow terminal`() throws {
        let run = try demo(["--width", "64"])
        #expect(run.output.contains("│ A-1001 │ 2026-09-02 │"))
        #expect((run.output.split(separator: "\n").first?.count ?? 99) <= 64)
        #expect(try demo(["--width", "40"]).output.contains("\n6 columns (3 shown, without Article,\n"))
    }

    @Test(arguments: [
        (["--to", "pdf"], "there is no format \"pdf\"; see --help"),
        (["--to"], "there is no format \"\"; see --help"),
        (["--width", "0"], "--width needs a whole number from 1 up; see --help"),
        (["orders.csv"], "there is no option \"orders.csv\"; see --help"),
    ])
    func `An invalid command line is one line on standard error and status 2`(
        arguments: [String], message: String
    ) throws {
        let run = try demo(arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.complaint == "TableDemo: \(message)\n")
    }

    private func demo(_ arguments: [String]) throws -> ProgramRun {
        try ProgramRun(arguments, of: "TableDemo")
    }
}
