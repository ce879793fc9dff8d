/// What UIKit would raise as an exception that nobody can catch.
@MainActor public enum UIKitException {
    /// Takes the text of an exception. The default ends the program, as UIKit does.
    public static var handler: (String) -> Void = { fatalError($0) }

    static func raise(_ reason: String) { handler(reason) }

    /// Collects the exceptions that an action raises.
    public static func collect(_ action: () throws -> Void) rethrows -> [String] {
        let former = handler
        defer { handler = former }
        var reasons: [String] = []
        handler = { reasons.append($0) }
        try action()
        return reasons
    }
}
