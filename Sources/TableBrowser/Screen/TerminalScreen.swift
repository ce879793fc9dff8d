package import TableAgent
public import TableSurfaces

package struct ScreenStyle: Hashable, Sendable {
    package var role: GridRole
    package var isReversed = false, isUnderlined = false, isMatch = false, isFaint = false
    package init(_ role: GridRole = .plain) { self.role = role }
}

public struct TerminalScreen: Sendable {
    public let width: Int, height: Int
    public var cursor = (column: 0, line: 0)
    public init(width: Int, height: Int, palette: TextPalette = .basic, widthPolicy: TextWidthPolicy = .standard) {
        (self.width, self.height) = (width, height)
    }
    package mutating func clear() {}
    @discardableResult package mutating func put(_ utf8: UnsafeBufferPointer<UInt8>, column: Int, line: Int, end: Int, _ style: ScreenStyle) -> Int { 0 }
    @discardableResult package mutating func put(_ text: String, column: Int, line: Int, end: Int = .max, _ style: ScreenStyle = ScreenStyle()) -> Int { 0 }
    package mutating func restyle(line: Int, _ columns: Range<Int>, _ change: (inout ScreenStyle) -> Void) {}
    package func text(ofLine: Int) -> String { "" }
    public func repaint() -> [UInt8] { [] }
    public func difference(from shown: TerminalScreen) -> [UInt8] { [] }
}
