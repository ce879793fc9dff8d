import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Adaptor's example: collapsible sections, cells that handle their own events, a view for an empty list, and
/// a collection with its own supplementary view.
enum AdaptorExample {
    struct Song: Identifiable, Equatable {
        let id: Int
        var name: String
        var isLiked = false
    }

    final class Album {
        let name: String
        var songs: [Song]

        init(_ name: String, _ songs: [Song]) { (self.name, self.songs) = (name, songs) }
    }

    /// The head shows whether its section is collapsed and how many rows it has.
    final class AlbumTitle: UITableViewHeaderFooterView, EventView {
        var source: EventSource?
        lazy var label = UILabel(in: contentView)

        func tap() { source?.post(.fold) }
    }

    final class SongCell: UITableViewCell, EventView {
        var source: EventSource?
        lazy var label = UILabel(in: contentView)

        func tapHeart() { source?.post(.like) }
    }

    @MainActor
    final class Controller {
        let agent = Agent<[Album]>()

        func show(_ albums: [Album], on container: ViewContainer, by reformer: some Reformer<[Album]>) throws
        {
            agent.on(.fold) { [weak agent] (event: SectionEvent) in
                _ = try? agent?.edit { try $0.toggleSection(.id(event.sectionID)) }
            }
            agent.on(.like) { [weak agent] (event: CellEvent) in
                guard var song = event.data(as: Song.self) else { return }
                song.isLiked.toggle()
                _ = try? agent?.edit { try $0.replaceData(ofRow: .id(song.id), with: song) }
            }
            try agent.attach(container, dataSource: DataSource(albums, reformer: reformer))
        }
    }

    @MainActor
    struct TableReformer: @MainActor StatelessReformer {
        func reform(_ albums: [Album]) -> TableInfo {
            TableInfo {
                for album in albums {
                    TableSection(id: album.name) {
                        Head(album.name, as: AlbumTitle.self)
                        Rows(album.songs, as: SongCell.self)
                        if album.songs.isEmpty { Row("no songs", id: "none", as: GridTitle.self) }
                    }
                }
            }
        }
    }

    /// The covers of the same data on a collection.
    @MainActor
    struct CoverReformer: @MainActor StatelessReformer {
        func reform(_ albums: [Album]) -> TableInfo {
            TableInfo {
                TableSection(id: "covers") { Rows(albums, id: \.name, as: Cover.self) }
            }
        }
    }

    final class Cover: UICollectionViewCell {
        var name = ""
    }
}

extension AdaptorExample.AlbumTitle: @MainActor SectionItem {
    static func fill(_ view: inout AdaptorExample.AlbumTitle, with name: String, in section: SectionState) {
        view.label.text = "\(section.isCollapsed ? "▸" : "▾") \(name) (\(section.rowCount))"
    }
}

extension AdaptorExample.SongCell: @MainActor TableItem {
    static func fill(_ cell: inout AdaptorExample.SongCell, with song: AdaptorExample.Song) {
        cell.label.text = song.isLiked ? "♥ \(song.name)" : song.name
    }
}

extension AdaptorExample.Cover: @MainActor TableItem {
    static func fill(_ cover: inout AdaptorExample.Cover, with album: AdaptorExample.Album) {
        cover.name = album.name
    }
}

extension EventName<Void> {
    fileprivate static var like: Self { Self("like") }
}

@MainActor
@Suite struct AdaptorExampleTests {
    private let albums = [
        AdaptorExample.Album("Blue", [.init(id: 1, name: "Carey"), .init(id: 2, name: "River")]),
        AdaptorExample.Album("Hejira", []),
    ]
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    private let controller = AdaptorExample.Controller()

    @Test func `Events of views collapse sections and like songs`() throws {
        let view = UITableView(frame: window.frame, style: .grouped)
        window.addSubview(view)
        try controller.show(albums, on: TableViewContainer(view), by: AdaptorExample.TableReformer())
        #expect(view.shownLines == ["[▾ Blue (2)]", "Carey", "River", "[▾ Hejira (1)]", "no songs"])

        (view.cellForRow(at: IndexPath(row: 1, section: 0)) as? AdaptorExample.SongCell)?.tapHeart()
        #expect(view.shownLines[2] == "♥ River")
        (view.headerView(forSection: 0) as? AdaptorExample.AlbumTitle)?.tap()
        #expect(view.shownLines == ["[▸ Blue (2)]", "[▾ Hejira (1)]", "no songs"])
        (view.headerView(forSection: 0) as? AdaptorExample.AlbumTitle)?.tap()
        #expect(view.shownLines.count == 5)
    }

    @Test func `The same data is shown in a collection`() throws {
        let view = UICollectionView(
            frame: window.frame, collectionViewLayout: LineFlowLayout(itemsPerLine: 2, margin: 8))
        window.addSubview(view)
        try controller.show(albums, on: CollectionViewContainer(view), by: AdaptorExample.CoverReformer())
        #expect(view.visibleCells.compactMap { ($0 as? AdaptorExample.Cover)?.name } == ["Blue", "Hejira"])
    }
}
