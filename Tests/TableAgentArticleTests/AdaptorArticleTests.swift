import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The example of the article for users of Adaptor.
enum FromAdaptor {
    // block: data
    struct Song: Identifiable {
        let id: Int
        var name: String
        var isLiked = false
    }

    struct Album: Identifiable {
        let id: String
        var songs: [Song]
    }
    // end of block

    // block: items
    enum SongLine: GridLineItem {
        static func fill(_ line: inout GridLine, with song: Song) {
            line.text(song.isLiked ? "♥ \(song.name)" : song.name)
        }
    }

    enum AlbumTitle: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with album: Album, in section: SectionState) {
            line.text("\(section.isCollapsed ? "▸" : "▾") \(album.id)", role: .strong)
        }
    }

    enum PlusLine: GridLineItem {
        static func fill(_ line: inout GridLine, with album: Album) {
            line.text("+ add to \(album.id)")
        }
    }

    struct AlbumsReformer: StatelessReformer {
        func reform(_ albums: [Album]) -> TableInfo {
            TableInfo {
                for album in albums {
                    TableSection(id: album.id) {
                        Head(album, as: AlbumTitle.self)
                        if album.songs.isEmpty {
                            Row("no songs", id: "empty", as: GridTitle.self)
                        }
                        Rows(album.songs, as: SongLine.self)
                        Row(album, id: "plus", as: PlusLine.self)
                    }
                }
            }
        }
    }
    // end of block

    // block: controller
    final class MusicController: EventDelegate {
        let agent = Agent<[Album]>()
        private(set) var lines: [String] = []

        func show(_ albums: [Album], on container: some TableContainer) throws {
            try agent.attach(
                container, dataSource: DataSource(albums, reformer: AlbumsReformer()), eventDelegate: self)
        }

        func didReceive(_ event: CellEvent) {
            if event.isNamed(.select), let album = event.data(as: Album.self) {
                lines.append("add to \(album.id)")
            } else if event.isNamed(.like), var song = event.data(as: Song.self) {
                song.isLiked.toggle()
                edit { try $0.replaceData(ofRow: .id(song.id), with: song) }
            }
        }

        func didReceive(_ event: SectionEvent) {
            guard event.isNamed(.toggle), let index = event.index else { return }
            edit { try $0.toggleSection(.at(index)) }
        }

        private func edit(_ change: (inout TableEdit) throws -> Void) {
            do { try agent.edit(change) } catch { lines.append("failed: \(error)") }
        }

        func shouldSelect(_ event: CellEvent) -> Bool {
            event.rowID != "empty"
        }
    }
    // end of block
}

// block: names
extension EventName<Void> {
    static var like: Self { Self("like") }
    static var toggle: Self { Self("toggle") }
}
// end of block

struct AdaptorArticleTests {
    private let albums = [
        FromAdaptor.Album(
            id: "Blue",
            songs: [FromAdaptor.Song(id: 1, name: "Carey"), FromAdaptor.Song(id: 2, name: "River")]),
        FromAdaptor.Album(id: "Hejira", songs: []),
    ]
    private let container = RecordingContainer(appliesChanges: true)
    private let controller = FromAdaptor.MusicController()

    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Coming-from-Adaptor.md", test: #filePath)
        let names = ["data", "names", "items", "controller"]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `Rows without a song appear among the songs`() throws {
        let sink = MemorySink()
        try controller.show(albums, on: GridContainer(.text, to: sink))
        #expect(
            sink.text == """
                ┌─────────────────┐
                │ ▾ Blue          │
                │ Carey           │
                │ River           │
                │ + add to Blue   │
                ├─────────────────┤
                │ ▾ Hejira        │
                │ no songs        │
                │ + add to Hejira │
                └─────────────────┘

                """)
    }

    @Test func `A row's event has the data of the row, and its edit is one batch`() throws {
        try controller.show(albums, on: container)
        container.removeCalls()
        let panel = try #require(container.panel)
        try panel.source(.row(.at(section: 0, row: 1))).post(.like)
        try panel.source(.row(.at(section: 1, row: 1))).post(.select)

        var changes = TableChanges()
        changes.rowUpdates = [RowPosition(section: 0, row: 1)]
        #expect(container.calls == [.apply(changes)])
        #expect(container.sections[0].texts == [["Carey"], ["♥ River"], ["+ add to Blue"]])
        #expect(controller.lines == ["add to Hejira"])
        #expect(try !panel.source(.row(.at(section: 1, row: 0))).shouldSelect())
        #expect(try panel.source(.row(.at(section: 1, row: 1))).shouldSelect())
    }

    @Test func `A head collapses its section, which stays collapsed when new data arrives`() throws {
        try controller.show(albums, on: container)
        let panel = try #require(container.panel)
        try panel.source(.head(.at(0))).post(.toggle)
        #expect(container.sections.map(\.rows.count) == [0, 2])
        #expect(container.sections[0].head?.texts == ["▸ Blue"])
        #expect(panel.tableInfo.sections[0].state == SectionState(isCollapsed: true, rowCount: 3))
        #expect(panel.tableInfo.sections[0].visibleRows.count == 0)

        try controller.agent.reload(albums.reversed())
        #expect(container.sections.map(\.rows.count) == [2, 0])
        try panel.source(.head(.at(1))).post(.toggle)
        #expect(container.sections.map(\.rows.count) == [2, 3])
        #expect(container.violations.isEmpty)
    }
}
