import TableAgent
import Testing

@Suite struct GridSeriesTests {
    private func cell(_ values: [Double?]?, shown: String? = nil) -> (value: String, shown: String) {
        var line = GridLine()
        line.series(values, shown: shown)
        return (line.value(at: 0), line.shown(at: 0))
    }

    @Test func `The value of a series is a JSON array, and its text tells the facts`() {
        let cell = cell([12, 15, 9, nil, 31])
        #expect(cell.value == "[12,15,9,null,31]")
        #expect(cell.shown == "4 values, 1 missing, from 9 to 31, last 31")
    }

    @Test func `A value that is no finite number is missing`() {
        let cell = cell([.nan, 0.5, .infinity, -.infinity])
        #expect(cell.value == "[null,0.5,null,null]")
        #expect(cell.shown == "1 value, 3 missing, from 0.5 to 0.5, last missing")
    }

    @Test(arguments: [
        ([Double?](), "[]", "0 values"), ([nil], "[null]", "0 values, 1 missing"),
        (
            [1.7e308, -Double.leastNonzeroMagnitude, -0.0], "[1.7e+308,-5e-324,0]",
            "3 values, from -5e-324 to 1.7e+308, last 0"
        ),
    ])
    func `A series without numbers and a series of extreme numbers have a text`(
        values: [Double?], value: String, shown: String
    ) {
        let cell = cell(values)
        #expect(cell.value == value)
        #expect(cell.shown == shown)
    }

    @Test func `A series can have its own text, and no series is an empty cell`() {
        #expect(cell([1], shown: "one").shown == "one")
        var line = GridLine()
        line.series(nil)
        #expect(line.cells[0].kind == .empty)
    }
}
