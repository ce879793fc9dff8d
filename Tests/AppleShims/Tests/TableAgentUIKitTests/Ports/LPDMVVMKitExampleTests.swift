import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// The examples of lpd-mvvm-kit: posts that are loaded, inserted from the left, and removed to the right,
/// system cells without a class, and signals for events.
enum LPDMVVMKitExample {
    struct Post: Identifiable, Equatable {
        let id: Int
        var title: String
        var body: String
    }

    enum PostLine: GridLineItem {
        static func fill(_ line: inout GridLine, with post: Post) {
            line.text(post.title)
            line.text(post.body)
        }
    }

    /// The same data in another style.
    enum HintLine: GridLineItem {
        static func fill(_ line: inout GridLine, with post: Post) { PostLine.fill(&line, with: post) }
    }

    struct PostsReformer: StatelessReformer {
        func reform(_ posts: [Post]) -> TableInfo {
            TableInfo { TableSection(id: "posts") { Rows(posts, as: PostLine.self) } }
        }
    }
}

@MainActor
@Suite struct LPDMVVMKitExampleTests {
    private typealias Post = LPDMVVMKitExample.Post

    private let stage = TableStage<[LPDMVVMKitExample.Post]>()
    private let posts = (1...3).map { LPDMVVMKitExample.Post(id: $0, title: "Post \($0)", body: "text") }

    @Test func `Posts are loaded, inserted, and removed with animations`() throws {
        stage.container.gridStyle = .subtitle
        stage.container.register(.plain, for: LPDMVVMKitExample.HintLine.self)
        try stage.attach(posts, LPDMVVMKitExample.PostsReformer())
        #expect(stage.tableView.shownLines == ["Post 1 | text", "Post 2 | text", "Post 3 | text"])

        try stage.agent.edit { table in
            let first = Row(
                Post(id: 9, title: "First Chapter", body: "…"), as: LPDMVVMKitExample.PostLine.self)
            let hint = Row(Post(id: 8, title: "Hint", body: "new"), as: LPDMVVMKitExample.HintLine.self)
            try table.insert([first], at: 0, in: .last, animation: .left)
            try table.insert([hint], at: 1, in: .last, animation: .left)
        }
        #expect(stage.tableView.animations == [.left, .left])
        #expect(stage.tableView.shownLines.prefix(3) == ["First Chapter | …", "Hint  new", "Post 1 | text"])

        try stage.agent.edit { try $0.removeRow(.at(section: 0, row: 0), animation: .right) }
        #expect(stage.tableView.animations == [.right])
        try stage.agent.reload(nil)
        #expect(stage.tableView.shownLines == [])
    }

    @Test func `Closures receive selected rows and rows that become visible`() throws {
        var selected: [Int] = []
        var displayed: [Int] = []
        stage.agent.on(.select, of: Post.self) { selected.append($0.id) }
        stage.agent.on(.willDisplay, of: Post.self) { displayed.append($0.id) }
        try stage.attach(posts, LPDMVVMKitExample.PostsReformer())
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(selected == [2])
        #expect(displayed == [1, 2, 3])
    }
}
