import ShimmedTableAgentUIKit
import TableAgent
import UIKit

/// A table of plain values. A test makes a `TableInfo` from it, and compares the visible rows with the
/// values.
struct ModelTable {
    var sections: [ModelSection] = []
    var foot: ModelEntry?

    /// The sections of a view: one more with all rows if the table has a foot, for the state that the foot shows.
    var viewSections: [ModelSection] {
        sections + (foot == nil ? [] : [ModelSection(id: -1, foot: foot, rows: sections.flatMap(\.rows))])
    }
}

struct ModelSection {
    var id: Int
    var head: ModelEntry?
    var foot: ModelEntry?
    var isCollapsed = false
    var rows: [ModelRow] = []

    var visibleRows: [ModelRow] { isCollapsed ? [] : rows }
}

/// A head or foot.
struct ModelEntry: Hashable {
    enum Kind: CaseIterable {
        case plain
        /// A head or foot that also shows the state of the section.
        case state
        /// A head or foot whose data can't be compared.
        case unknown
    }

    var kind: Kind
    var content: Int
}

struct ModelRow {
    enum Kind: CaseIterable {
        /// Comparable data that has a number as its id.
        case line
        /// The same data with another item.
        case card
        /// Comparable data with a text as its id. The id is read from the data, or given separately for a
        /// single row.
        case name
        /// Like `name`, with the same item, but always a single row with a number as its id.
        case numbered
        /// Data with its own id that can't be compared.
        case memo
    }

    /// The identity of a row. A row with another identity is another row.
    struct Identity: Hashable {
        enum ID: Hashable { case number(Int), text(Int) }
        enum Item { case line, card, name, memo }

        let id: ID
        let item: Item
    }

    /// The array that contains the row in a table.
    struct Storage: Hashable {
        let run: Int
        let index: Int
    }

    var id: Int
    var kind: Kind
    var content = 0
    /// Whether the row is written as a `Row`.
    var isSingle = false
    /// Whether the row is the first one of an array.
    var startsRun = false
    /// The row's array. Reset after every change of the section's rows.
    var storage: Storage?

    var identity: Identity {
        switch kind {
        case .line: Identity(id: .number(id), item: .line)
        case .card: Identity(id: .number(id), item: .card)
        case .name: Identity(id: .text(id), item: .name)
        case .numbered: Identity(id: .number(id), item: .name)
        case .memo: Identity(id: .text(id), item: .memo)
        }
    }

    /// Whether the comparison can detect that a later row with the same identity is unchanged.
    func isKnownUnchanged(as other: ModelRow) -> Bool {
        if storage != nil, storage == other.storage { return true }
        return switch kind {
        case .line, .card, .numbered: content == other.content
        // Rows whose ids are read and rows whose ids are given have different types and can't be compared.
        case .name: content == other.content && isSingle == other.isSingle
        case .memo: false
        }
    }
}

extension ModelTable: CustomStringConvertible {
    var description: String {
        sections.map { section in
            let rows = section.rows.map { "\($0.kind)\($0.id)=\($0.content)\($0.isSingle ? "!" : "")" }
            let sign = section.isCollapsed ? "-" : "+"
            return "\(sign)\(section.id)[\(rows.joined(separator: " "))]"
        }.joined(separator: "\n")
    }
}

/// The view for which a random table is made. It determines the classes of cells, heads, and feet.
enum ModelSurface: CaseIterable {
    case table
    case collection
}

@MainActor
extension ModelTable {
    /// Returns the table that a reformer would make from the model.
    func tableInfo(for surface: ModelSurface) -> TableInfo {
        TableInfo(foot: foot.map { Foot($0, surface) }) {
            for section in sections {
                TableSection(id: section.id, isCollapsed: section.isCollapsed) {
                    if let head = section.head { Head(head, surface) }
                    for row in section.rows { row.row(surface) }
                    if let foot = section.foot { Foot(foot, surface) }
                }
            }
        }
    }

    /// Whether a section has rows with equal ids, or sections have equal ids. Such rows count as one visible
    /// row.
    var hasEqualIDs: Bool {
        let rows = sections.flatMap { section in section.rows.map { "\(section.id)/\($0.shownID)" } }
        return Set(rows).count != rows.count || Set(sections.map(\.id)).count != sections.count
    }
}

extension ModelRow {
    var text: String { "\(identity.item) \(id) \(content)" }

    /// The row's id in the notation of a test.
    var shownID: String { kind == .numbered ? "\(id)" : "\"\(id)\"" }

    @MainActor fileprivate func row(_ surface: ModelSurface) -> Row {
        let data = ModelData(id: "\(id)", text: text)
        let memo = ModelMemo(id: "\(id)", text: text)
        return switch (kind, surface) {
        case (.line, _): Row(data, as: ModelLine.self)
        case (.card, .table): Row(data, as: TextCell.self)
        case (.card, .collection): Row(data, as: TextTile.self)
        case (.name, _): Row(data, as: TextBox.self)
        case (.numbered, _): Row(data, id: id, as: TextBox.self)
        case (.memo, .table): Row(memo, as: FreshText.self)
        case (.memo, .collection): Row(memo, as: FreshTile.self)
        }
    }
}

extension ModelEntry {
    func text(_ section: ModelSection) -> String {
        switch kind {
        case .plain: "plain \(content)"
        case .state: "state \(content) of \(section.rows.count)\(section.isCollapsed ? " hidden" : "")"
        case .unknown: "memo \(content)"
        }
    }

    fileprivate var memo: ModelMemo { ModelMemo(id: "", text: "memo \(content)") }
}

@MainActor
extension Head {
    fileprivate init(_ entry: ModelEntry, _ surface: ModelSurface) {
        switch (entry.kind, surface) {
        case (.plain, _): self.init("plain \(entry.content)", as: NoteLine.self)
        case (.state, .table): self.init(entry.content, as: TextTitle.self)
        case (.state, .collection): self.init(entry.content, as: TextPlate.self)
        case (.unknown, _): self.init(entry.memo, as: MemoBox.self)
        }
    }
}

@MainActor
extension Foot {
    fileprivate init(_ entry: ModelEntry, _ surface: ModelSurface) {
        switch (entry.kind, surface) {
        case (.plain, _): self.init("plain \(entry.content)", as: NoteLine.self)
        case (.state, .table): self.init(entry.content, as: TextTitle.self)
        case (.state, .collection): self.init(entry.content, as: TextPlate.self)
        case (.unknown, _): self.init(entry.memo, as: MemoBox.self)
        }
    }
}

/// The items of random tables with every kind of view: a grid item, a cell, a view inside a cell, and a view
/// that is never reused.
struct ModelData: Equatable, Identifiable {
    let id: String
    let text: String
}

/// Data that can't be compared.
struct ModelMemo: Identifiable {
    let id: String
    let text: String
}

enum ModelLine: GridLineItem {
    static func fill(_ line: inout GridLine, with data: ModelData) { line.text(data.text) }
}

final class TextCell: UITableViewCell {
    lazy var label = UILabel(in: contentView)
}

extension TextCell: @MainActor TableItem {
    static func fill(_ cell: inout TextCell, with data: ModelData) { cell.label.text = data.text }
    static func height(of data: ModelData) -> Double? { 60 }
}

final class TextBox: UIView {
    lazy var label = UILabel(in: self)
}

extension TextBox: @MainActor TableItem {
    static func fill(_ box: inout TextBox, with data: ModelData) { box.label.text = data.text }
}

@MainActor
enum FreshText: ViewItem {
    static var reuse: ViewReuse { .never }
    static func fill(_ cell: inout TextCell, with memo: ModelMemo) { cell.label.text = memo.text }
}

/// A collection view cell.
final class TextTile: UICollectionViewCell {
    lazy var label = UILabel(in: contentView)
}

extension TextTile: @MainActor TableItem {
    static func fill(_ cell: inout TextTile, with data: ModelData) { cell.label.text = data.text }
}

@MainActor
enum FreshTile: ViewItem {
    static var reuse: ViewReuse { .never }
    static func fill(_ cell: inout TextTile, with memo: ModelMemo) { cell.label.text = memo.text }
}

/// A head or foot in a collection.
final class TextPlate: UICollectionReusableView {
    lazy var label = UILabel(in: self)
}

extension TextPlate: @MainActor SectionItem {
    static func fill(_ view: inout TextPlate, with content: Int, in section: SectionState) {
        view.label.text = "state \(content) of \(section.rowCount)\(section.isCollapsed ? " hidden" : "")"
    }
}

final class TextTitle: UITableViewHeaderFooterView {
    lazy var label = UILabel(in: contentView)
}

extension TextTitle: @MainActor SectionItem {
    static func fill(_ view: inout TextTitle, with content: Int, in section: SectionState) {
        view.label.text = "state \(content) of \(section.rowCount)\(section.isCollapsed ? " hidden" : "")"
    }
}

@MainActor
enum MemoBox: TableItem {
    static func fill(_ box: inout TextBox, with memo: ModelMemo) { box.label.text = memo.text }
}
