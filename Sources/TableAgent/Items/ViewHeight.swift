/// The height of a row, head or foot: decided by the surface, fixed, or read from the data.
///
/// Heights are in the surface's own unit, which is points on UIKit. Text surfaces give every row the lines
/// that its text needs and ignore heights.
///
/// ```swift
/// Rows(orders, as: OrderCell.self, height: 44)
/// Rows(notes, as: NoteCell.self, height: .from { $0.isLong ? 88 : 44 })
/// ```
public struct ViewHeight<Data> {
    @usableFromInline
    enum Rule {
        case automatic
        case fixed(Double)
        case from((Data) -> Double?)
    }

    @usableFromInline
    let rule: Rule

    @usableFromInline
    init(rule: Rule) {
        self.rule = rule
    }

    /// The surface decides.
    public static var automatic: ViewHeight { ViewHeight(rule: .automatic) }

    /// Every view has the same height.
    ///
    /// - Parameter height: The height in the surface's unit.
    public static func fixed(_ height: Double) -> ViewHeight {
        ViewHeight(rule: .fixed(height))
    }

    /// The height depends on the data.
    ///
    /// - Parameter height: Returns the height in the surface's unit; `nil` lets the surface decide.
    public static func from(_ height: @escaping (Data) -> Double?) -> ViewHeight {
        ViewHeight(rule: .from(height))
    }

    /// Whether another rule surely returns the same heights.
    @inlinable
    func isSame(as other: ViewHeight) -> Bool {
        switch rule {
        case .automatic: if case .automatic = other.rule { true } else { false }
        case .fixed(let height): if case .fixed(height) = other.rule { true } else { false }
        case .from: false
        }
    }

    /// The height of a view that shows some data.
    @inlinable
    func height(for data: Data) -> Double? {
        switch rule {
        case .automatic: nil
        case .fixed(let height): height
        case .from(let height): height(data)
        }
    }
}

extension ViewHeight: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// A fixed height.
    public init(floatLiteral value: Double) {
        self = .fixed(value)
    }

    /// A fixed height.
    public init(integerLiteral value: Int) {
        self = .fixed(Double(value))
    }
}
