@MainActor open class UIViewController: UIResponder {
    private var loadedView: UIView?

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set { loadedView = newValue }
    }

    open var title: String?

    open func loadView() { loadedView = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
    open func viewDidLoad() {}

    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }
}
