public import Foundation

public protocol UIConfigurationState {}

public protocol UIContentConfiguration {
    @MainActor func makeContentView() -> any UIView & UIContentView
    func updated(for state: any UIConfigurationState) -> Self
}

@MainActor public protocol UIContentView: NSObjectProtocol {
    var configuration: any UIContentConfiguration { get set }
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
    public func supports(_ configuration: any UIContentConfiguration) -> Bool {
        type(of: configuration) == type(of: self.configuration)
    }
}

/// Shows a content configuration in place of a cell's own content view.
@MainActor struct ContentHolder {
    private(set) var view: (any UIView & UIContentView)?

    var configuration: (any UIContentConfiguration)? {
        view?.configuration
    }

    mutating func show(_ configuration: (any UIContentConfiguration)?, in cell: UIView) {
        guard let configuration else {
            view?.removeFromSuperview()
            view = nil
            return
        }
        if let view, view.supports(configuration) {
            view.configuration = configuration
        } else {
            view?.removeFromSuperview()
            let new = configuration.makeContentView()
            view = new
            cell.addSubview(new)
        }
        cell.setNeedsLayout()
    }

    /// Lays out the content view beside the controls of the editing mode and the accessories.
    func layOut(in cell: UIView, isIndented: Bool, hasAccessory: Bool) {
        let leading: CGFloat = isIndented ? 38 : 0
        let width = max(0, cell.bounds.width - leading - (hasAccessory ? 30 : 0))
        let isRightToLeft = UIView.simulatedLayoutDirection == .rightToLeft
        view?.frame = CGRect(
            x: isRightToLeft ? cell.bounds.width - leading - width : leading, y: 0, width: width,
            height: cell.bounds.height)
    }
}

public struct UIListContentConfiguration: UIContentConfiguration {
    public struct TextProperties {
        public var font: UIFont
        public var color: UIColor
        public var numberOfLines = 0
        public var adjustsFontForContentSizeCategory = false

        public func resolvedColor() -> UIColor { color }
    }

    /// The name of the factory method that made the configuration. UIKit keeps only the appearance.
    let style: String

    public var image: UIImage?
    public var text: String?
    public var secondaryText: String?
    public var textProperties: TextProperties
    public var secondaryTextProperties: TextProperties
    public var prefersSideBySideTextAndSecondaryText = false

    private init(_ style: String, _ font: UIFont.TextStyle = .body, color: UIColor = .label) {
        self.style = style
        textProperties = TextProperties(font: .preferredFont(forTextStyle: font), color: color)
        secondaryTextProperties = TextProperties(
            font: .preferredFont(forTextStyle: .footnote), color: .secondaryLabel)
    }

    public static func cell() -> Self { Self("cell") }
    public static func subtitleCell() -> Self { Self("subtitleCell") }
    public static func valueCell() -> Self { Self("valueCell") }
    public static func plainHeader() -> Self { Self("plainHeader", .headline) }
    public static func plainFooter() -> Self { Self("plainFooter", .footnote, color: .secondaryLabel) }
    public static func groupedHeader() -> Self { Self("groupedHeader", .footnote, color: .secondaryLabel) }
    public static func groupedFooter() -> Self { Self("groupedFooter", .footnote, color: .secondaryLabel) }

    @MainActor public func makeContentView() -> any UIView & UIContentView {
        UIListContentView(configuration: self)
    }
    public func updated(for state: any UIConfigurationState) -> Self { self }
}

@MainActor open class UIListContentView: UIView, UIContentView {
    public var configuration: any UIContentConfiguration

    public init(configuration: UIListContentConfiguration) {
        self.configuration = configuration
        super.init(frame: .zero)
    }

    public required init(frame: CGRect) {
        configuration = UIListContentConfiguration.cell()
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        configuration = UIListContentConfiguration.cell()
        super.init(coder: coder)
    }
}
