@MainActor public protocol UIConfigurationState {}

@MainActor public protocol UIContentConfiguration {
    func makeContentView() -> any UIView & UIContentView
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
    }
}
