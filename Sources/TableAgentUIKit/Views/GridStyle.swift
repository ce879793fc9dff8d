#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The style of a system cell that shows the cells of a `GridLineItem` as text.
    public enum GridStyle: Hashable, Sendable, CaseIterable {
        /// All cells of the line in one text.
        case plain
        /// The first cell is at the leading edge, and the others are at the trailing edge.
        case value
        /// The first cell is a small label in the tint color, and the others are beside it: the colors of
        /// `UITableViewCell.CellStyle.value2`, without its aligned labels.
        case value2
        /// The first cell is above the others.
        case subtitle
    }

    /// The look of a grid item in system cells.
    @MainActor struct GridLook {
        let style: GridStyle
        var configure: ((inout UIListContentConfiguration, Row) -> Void)?

        /// Returns the content configuration of a row.
        func content(of content: ViewContent) -> UIListContentConfiguration {
            let line = content.line
            var configuration = style.configuration
            configuration.show(line, split: style == .plain ? line.cells.count : min(1, line.cells.count))
            configure?(&configuration, content.row)
            return configuration
        }
    }

    extension GridStyle {
        @MainActor fileprivate var configuration: UIListContentConfiguration {
            switch self {
            case .plain: return .cell()
            case .value: return .valueCell()
            case .subtitle: return .subtitleCell()
            case .value2:
                var configuration = UIListContentConfiguration.valueCell()
                configuration.textProperties.color = .tintColor
                configuration.textProperties.font = .preferredFont(forTextStyle: .footnote)
                configuration.textProperties.adjustsFontForContentSizeCategory = true
                configuration.secondaryTextProperties.color = .label
                return configuration
            }
        }
    }

    extension UIListContentConfiguration {
        /// Shows the cells before `split` as the text, and the other cells as the secondary text. In each of the
        /// two texts, the first cell with a role determines the color.
        mutating func show(_ line: GridLine, split: Int) {
            text = line.text(of: 0..<split)
            textProperties.show(line.role(of: 0..<split))
            guard split < line.cells.count else { return }
            secondaryText = line.text(of: split..<line.cells.count)
            secondaryTextProperties.show(line.role(of: split..<line.cells.count))
        }
    }

    extension UIListContentConfiguration.TextProperties {
        fileprivate mutating func show(_ role: GridRole) {
            if role == .strong {
                font = .preferredFont(forTextStyle: .headline)
                adjustsFontForContentSizeCategory = true
            }
            if let roleColor = role.color { color = roleColor }
        }
    }

    extension GridRole {
        /// The system color that shows the role, or `nil` if the text keeps its color.
        var color: UIColor? {
            switch self {
            case .plain, .strong: nil
            case .muted: .secondaryLabel
            case .positive: .systemGreen
            case .negative: .systemRed
            case .warning: .systemOrange
            case .link: .link
            }
        }
    }

    extension GridLine {
        fileprivate func text(of range: Range<Int>) -> String { texts(of: range).joined(separator: "  ") }

        func texts(of range: Range<Int>) -> [String] { range.map { shown(at: $0) }.filter { !$0.isEmpty } }

        fileprivate func role(of range: Range<Int>) -> GridRole {
            cells[range].first { $0.role != .plain }?.role ?? .plain
        }
    }
#endif
