// The declarations of SwiftUI that `TableAgentSwiftUI` needs. Nothing is drawn: a test calls what SwiftUI calls.
public import UIKit

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("A view of the system has no body.") }
}

public struct EmptyView: View {
    public init() {}
    public var body: Never { fatalError("A view of the system has no body.") }
}

public struct Text: View {
    public let simulatedText: String
    public init(_ text: String) { simulatedText = text }
    public var body: Never { fatalError("A view of the system has no body.") }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Animation: Sendable {
    public static let `default` = Animation()
}

public struct Transaction {
    public var animation: Animation?
    public var disablesAnimations = false
    public init(animation: Animation?) { self.animation = animation }
}

public enum EditMode: Sendable {
    case inactive
    case active
    public var isEditing: Bool { self == .active }
}

public struct Binding<Value> {
    public var wrappedValue: Value
    public static func constant(_ value: Value) -> Binding { Binding(wrappedValue: value) }
}

public struct RefreshAction: Sendable {
    private let action: @MainActor @Sendable () async -> Void
    public init(simulating action: @escaping @MainActor @Sendable () async -> Void) { self.action = action }
    public func callAsFunction() async { await action() }
}

public struct EnvironmentValues {
    public var editMode: Binding<EditMode>?
    public var refresh: RefreshAction?
    public init() {}
}

@MainActor public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeCoordinator() -> Coordinator
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    static func dismantleUIViewController(_ uiViewController: UIViewControllerType, coordinator: Coordinator)
}

extension UIViewControllerRepresentable {
    public var body: Never { fatalError("A view of the system has no body.") }
}

@MainActor public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    public let coordinator: Representable.Coordinator
    public var transaction = Transaction(animation: nil)
    public var environment = EnvironmentValues()
    public init(simulating coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}

/// A configuration whose content view has the view of SwiftUI.
public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
    public let simulatedContent: Content

    public func makeContentView() -> any UIView & UIContentView { HostingView(self) }
    public func updated(for state: any UIConfigurationState) -> Self { self }
}

extension UIHostingConfiguration where Background == EmptyView {
    public init(@ViewBuilder content: () -> Content) { simulatedContent = content() }
}

private final class HostingView: UIView, UIContentView {
    private let label = UILabel()
    var configuration: any UIContentConfiguration { didSet { show() } }

    init<Content: View, Background: View>(_ configuration: UIHostingConfiguration<Content, Background>) {
        self.configuration = configuration
        super.init(frame: .zero)
        addSubview(label)
        show()
    }

    required init(frame: CGRect) { fatalError("A hosting view has a configuration.") }
    required init?(coder: NSCoder) { nil }

    private func show() { label.text = (configuration as? any TextConfiguration)?.text }
}

private protocol TextConfiguration {
    var text: String? { get }
}

extension UIHostingConfiguration: TextConfiguration {
    var text: String? { (simulatedContent as? Text)?.simulatedText }
}
