import FoundationEssentials
import TableAgent
import TableSurfaces
import Testing

struct GridLineDateTests {
    private func values(_ fill: (inout GridLine) -> Void) -> [String] {
        var line = GridLine()
        fill(&line)
        return line.cells.indices.map { "\(line.cells[$0].kind) \(line.value(at: $0))" }
    }

    @Test func `An instant is written in UTC, to the second or millisecond`() {
        let instants = [0, 1_792_398_600, 1_792_398_600.25, -0.5, 0.9996].map(
            Date.init(timeIntervalSince1970:))
        #expect(
            values { line in for instant in instants { line.date(instant) } } == [
                "date 1970-01-01T00:00:00Z", "date 2026-10-19T08:30:00Z", "date 2026-10-19T08:30:00.250Z",
                "date 1969-12-31T23:59:59.500Z", "date 1970-01-01T00:00:01Z",
            ])
    }

    @Test func `A day depends on the time zone`() throws {
        let instant = Date(timeIntervalSince1970: 1_792_450_800)  // 2026-10-19T23:00:00Z
        let east = try #require(TimeZone(secondsFromGMT: 9 * 3600))
        #expect(
            values {
                $0.day(instant, in: .gmt)
                $0.day(instant, in: east)
            } == ["date 2026-10-19", "date 2026-10-20"])
    }

    @Test func `A missing date is an empty cell, and one that calendars read differently is a text`() {
        let missing = values {
            $0.date(nil as Date?)
            $0.day(nil, in: .gmt)
            $0.date(nil)
        }
        #expect(missing == ["empty ", "empty ", "empty "])
        let texts = values { line in
            for date in [
                Date.distantPast, Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: 1e300),
            ] {
                line.date(date)
                line.day(date, in: .gmt)
            }
        }
        #expect(texts.allSatisfy { $0.hasPrefix("text ") } && texts.count == 6)
    }

    @Test func `Text for people, a link, and a role are those of any date`() {
        var line = GridLine()
        line.date(Date(timeIntervalSince1970: 0), shown: "today", link: "/days/0", role: .warning)
        #expect(line.shown(at: 0) == "today" && line.value(at: 0) == "1970-01-01T00:00:00Z")
        #expect(line.cells[0].role == .warning && line.link(of: line.cells[0]) == "/days/0")
    }
}
