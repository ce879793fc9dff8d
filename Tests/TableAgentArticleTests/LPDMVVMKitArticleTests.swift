import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The example of the article for users of lpd-mvvm-kit.
enum FromLPDMVVMKit {
    // block: data
    struct Post: Identifiable, Equatable {
        let id: Int
        var title: String
        var body: String
        var isLocked = false
    }

    enum PostLine: GridLineItem {
        static func fill(_ line: inout GridLine, with post: Post) {
            line.text(post.title)
            line.text(post.body)
        }
    }

    struct PostsReformer: StatelessReformer {
        func reform(_ posts: [Post]) -> TableInfo {
            TableInfo {
                TableSection(id: "posts") { Rows(posts, as: PostLine.self) }
            }
        }
    }
    // end of block

    // block: controller
    final class PostsController {
        private let agent: Agent<[Post]>
        private(set) var opened: [Int] = []

        init(_ container: some TableContainer) throws {
            agent = try Agent(container, rawData: [], reformer: PostsReformer.self)
            agent.on(.select, of: Post.self) { [weak self] post in
                if !post.isLocked { self?.opened.append(post.id) }
            }
        }

        func load(_ posts: [Post]) throws {
            try agent.reload(posts)
        }

        func add(_ post: Post) throws {
            try agent.edit { edit in
                try edit.insert([Row(post, as: PostLine.self)], at: 0, in: .last, animation: .left)
            }
        }

        func add(_ posts: [Post], with hint: String) throws {
            try agent.edit { edit in
                var rows = Rows(posts, as: PostLine.self)
                rows.append([Row(hint, id: "hint", as: GridTitle.self)])
                try edit.insert(rows, at: 0, in: .last, animation: .left)
            }
        }

        func removeFirst() throws {
            try agent.edit { try $0.removeRow(.at(section: 0, row: 0), animation: .right) }
        }
    }
    // end of block
}

struct LPDMVVMKitArticleTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let posts = (1...3).map { number in
        FromLPDMVVMKit.Post(id: number, title: "Post \(number)", body: "text", isLocked: number == 2)
    }

    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Coming-from-lpd-mvvm-kit.md", test: #filePath)
        let names = ["data", "controller"]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    /// The visible rows, as the first cell of each row.
    private var titles: [[String]] { container.sections.map { $0.texts.compactMap(\.first) } }

    @Test func `Posts are loaded, added, and removed, each time as one batch`() throws {
        let controller = try FromLPDMVVMKit.PostsController(container)
        var animations: [RowAnimation] = []
        try controller.load(posts)
        container.removeCalls()
        let first = RowPosition(section: 0, row: 0)
        container.duringNextUpdate = { animations.append($0.animation(ofInsertedRow: first)) }
        try controller.add(FromLPDMVVMKit.Post(id: 4, title: "Post 4", body: "new"))
        #expect(titles == [["Post 4", "Post 1", "Post 2", "Post 3"]])
        let more = [FromLPDMVVMKit.Post(id: 5, title: "Post 5", body: "new")]
        try controller.add(more, with: "hint")
        #expect(titles == [["Post 5", "hint", "Post 4", "Post 1", "Post 2", "Post 3"]])
        container.duringNextUpdate = { animations.append($0.animation(ofDeletedRow: first)) }
        try controller.removeFirst()
        #expect(titles == [["hint", "Post 4", "Post 1", "Post 2", "Post 3"]])
        #expect(animations == [.left, .right])
        #expect(container.calls.count == 3)
        try controller.load(posts)
        #expect(titles == [["Post 1", "Post 2", "Post 3"]])
        try controller.load([])
        #expect(titles == [[]])
        try controller.add(posts[0])
        #expect(titles == [["Post 1"]])
        #expect(container.violations.isEmpty)
    }

    @Test func `A selection passes the post`() throws {
        let controller = try FromLPDMVVMKit.PostsController(container)
        try controller.load(posts)
        for row in posts.indices { try container.select(RowPosition(section: 0, row: row)) }
        #expect(controller.opened == [1, 3])
    }

    @Test func `Each verb of the article's table has the described effect`() throws {
        var table = FromLPDMVVMKit.PostsReformer().reform(posts)
        var ids: [[AnyID]] { table.sections.map { $0.rows.map(\.id) } }
        func row(_ id: Int) -> Row { Row("\(id)", id: id, as: GridTitle.self) }
        var rows: Rows { Rows(byPosition: ["a", "b"], as: GridTitle.self) }
        let (section, index) = (0, 1)
        try table.edit { try $0.append([row(4)]) }
        try table.edit { try $0.append([row(5)], to: .at(section)) }
        try table.edit { try $0.insert([row(6)], at: index, in: .last) }
        try table.edit { try $0.insert([row(7)], at: index, in: .at(section)) }
        #expect(ids == [[1, 7, 6, 2, 3, 4, 5]])
        try table.edit { try $0.reloadRow(.at(section: section, row: index)) }
        try table.edit { try $0.removeRow(.last()) }
        try table.edit { try $0.removeRow(.last(in: .at(section))) }
        try table.edit { try $0.removeRow(.at(section: $0.table.sections.count - 1, row: index)) }
        try table.edit { try $0.removeRow(.at(section: section, row: index)) }
        #expect(ids == [[1, 2, 3]])
        try table.edit { try $0.replaceRows(of: .last, from: index, with: rows) }
        #expect(ids == [[1, 0, 1]])
        try table.edit { try $0.replaceRows(of: .at(section), from: index, with: [row(8)]) }
        #expect(ids == [[1, 8]])
        try table.edit { try $0.insert(TableSection(id: "first", rows: rows), at: 0) }
        table.edit { $0.append(TableSection(id: "last", rows: rows)) }
        try table.edit { try $0.reloadSection(.at(index)) }
        try table.edit { try $0.replaceRows(of: .last, with: [row(9)]) }
        try table.edit { try $0.replaceRows(of: .at(section), with: [row(10)]) }
        #expect(ids == [[10], [1, 8], [9]])
        #expect(table.section(.at(2))?.head == nil)
        try table.edit { try $0.removeSection(.at(index)) }
        #expect(ids == [[10], [9]])
        table.edit { $0.removeAllSections() }
        try table.edit { try $0.append([row(1)], creatingIfNeeded: true) }
        #expect(ids == [[1]])
        #expect(throws: TableError.self) { try table.edit { try $0.removeRow(.at(section: 0, row: 1)) } }
    }
}
