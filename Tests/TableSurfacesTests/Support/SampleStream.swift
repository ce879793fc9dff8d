import TableAgent
import TableSurfaces

/// A section as data, for tables and streams.
struct SampleSection: Sendable {
    var id: String
    var head: [SampleCell]?
    var rows: [[SampleCell]] = []
    var foot: [SampleCell]?
}

extension TableInfo {
    init(_ columns: [GridColumn], _ sections: [SampleSection], foot: [SampleCell]? = nil) {
        self.init(
            columns: columns,
            sections: sections.map { TableSection($0.id, head: $0.head, rows: $0.rows, foot: $0.foot) },
            foot: foot.map { Foot($0, as: SampleLine.self) })
    }
}

extension TextualFormat {
    /// Returns the text of a streamed table, and the report of the stream.
    func streamed(
        _ columns: [GridColumn], _ sections: [SampleSection], foot: [SampleCell]? = nil,
        caption: String? = nil, sample: Int = 1000
    ) throws -> (text: String, report: GridStream.Report) {
        let sink = MemorySink()
        let stream = GridStream(self, columns: columns, caption: caption, sample: sample, to: sink)
        for section in sections {
            try stream.beginSection(
                id: section.id, head: section.head.map { Head($0, as: SampleLine.self) })
            try stream.append(contentsOf: section.rows, as: SampleLine.self)
            try stream.endSection(foot: section.foot.map { Foot($0, as: SampleLine.self) })
        }
        let report = try stream.finish(foot: foot.map { Foot($0, as: SampleLine.self) })
        return (sink.text, report)
    }
}

/// All formats that can be streamed, some of them with several options.
enum StreamedFormats {
    static var all: [any TextualFormat & Sendable] {
        [
            CSVFormat(), CSVFormat(includesTitles: false), TSVFormat(), JSONFormat(), JSONLinesFormat(),
            MarkdownFormat(), HTMLFormat(), HTMLFormat(page: "Orders"), TextFormat(),
            TextFormat(border: .none),
            TextFormat(border: .double, width: 30, palette: .extended),
            TextFormat(width: 24, overflow: .cut),
        ]
    }

    /// The formats that write the first row immediately.
    static var rowWise: [any TextualFormat & Sendable] { all.filter { !($0 is any MeasuringFormat) } }
}
