/// A head, foot or row that is one strong text, for tables that need no item of their own for it.
///
/// ```swift
/// Head("July", as: GridTitle.self)
/// ```
public enum GridTitle: GridLineItem {
    /// Writes the text as the only cell.
    public static func fill(_ line: inout GridLine, with text: String) {
        line.text(text, role: .strong)
    }
}
