import ShimmedTableAgentUIKit
import TableAgent
import UIKit

/// The kinds of the random tables as views of every sort: a grid item, a cell, a view within a cell, and one
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

/// A cell of a collection.
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

/// A head or foot of a collection.
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
