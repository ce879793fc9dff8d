#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The style of a system cell that shows the cells of a `GridLineItem` as text.
    public enum GridStyle: Hashable, Sendable, CaseIterable {
        /// All cells of the line in one text.
        case plain
        /// The first cell is at the leading edge, and the others are at the trailing edge.
        case value
        /// The first cell is above the others.
        case subtitle
    }

    extension GridStyle {
        /// Returns the content configuration of a row.
        @MainActor
        func content(_ line: GridLine) -> UIListContentConfiguration {
            var content: UIListContentConfiguration
            switch self {
            case .plain: content = .cell()
            case .value: content = .valueCell()
            case .subtitle: content = .subtitleCell()
            }
            let split = self == .plain ? line.cells.count : min(1, line.cells.count)
            content.show(line, split: split)
            return content
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
            switch role {
            case .plain: break
            case .strong: font = .preferredFont(forTextStyle: .headline)
            case .muted: color = .secondaryLabel
            case .positive: color = .systemGreen
            case .negative: color = .systemRed
            case .warning: color = .systemOrange
            case .link: color = .link
            }
        }
    }

    extension GridLine {
        fileprivate func text(of range: Range<Int>) -> String {
            range.map { shown(at: $0) }.filter { !$0.isEmpty }.joined(separator: "  ")
        }

        fileprivate func role(of range: Range<Int>) -> GridRole {
            cells[range].first { $0.role != .plain }?.role ?? .plain
        }
    }
#endif
