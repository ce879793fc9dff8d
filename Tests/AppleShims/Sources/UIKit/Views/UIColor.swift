public final class UIColor: NSObject, Sendable {
    let name: String

    public override var description: String { name }

    public static let label = UIColor(known: "label")
    public static let secondaryLabel = UIColor(known: "secondaryLabel")
    public static let systemGreen = UIColor(known: "systemGreen")
    public static let systemRed = UIColor(known: "systemRed")
    public static let systemOrange = UIColor(known: "systemOrange")
    public static let link = UIColor(known: "link")

    private init(known name: String) {
        self.name = name
        super.init()
    }
}
