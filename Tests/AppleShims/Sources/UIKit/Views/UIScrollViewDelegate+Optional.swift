public import Foundation

/// The methods as values that may be missing, so that `delegate.method?(…)` compiles as it must with methods
/// that are optional in Objective-C. Here none is ever missing.
extension UIScrollViewDelegate {
    public var scrollViewDidScroll: OptionalMethod<Void>? { .init { self.scrollViewDidScroll($0) } }
    public var scrollViewDidZoom: OptionalMethod<Void>? { .init { self.scrollViewDidZoom($0) } }
    public var scrollViewWillBeginDragging: OptionalMethod<Void>? {
        .init { self.scrollViewWillBeginDragging($0) }
    }
    public var scrollViewWillEndDragging: OptionalWillEndDragging? { .init(delegate: self) }
    public var scrollViewDidEndDragging: OptionalDidEndDragging? { .init(delegate: self) }
    public var scrollViewWillBeginDecelerating: OptionalMethod<Void>? {
        .init { self.scrollViewWillBeginDecelerating($0) }
    }
    public var scrollViewDidEndDecelerating: OptionalMethod<Void>? {
        .init { self.scrollViewDidEndDecelerating($0) }
    }
    public var scrollViewDidEndScrollingAnimation: OptionalMethod<Void>? {
        .init { self.scrollViewDidEndScrollingAnimation($0) }
    }
    public var viewForZooming: OptionalViewForZooming? { .init(delegate: self) }
    public var scrollViewWillBeginZooming: OptionalWillBeginZooming? { .init(delegate: self) }
    public var scrollViewDidEndZooming: OptionalDidEndZooming? { .init(delegate: self) }
    public var scrollViewShouldScrollToTop: OptionalMethod<Bool>? {
        .init { self.scrollViewShouldScrollToTop($0) }
    }
    public var scrollViewDidScrollToTop: OptionalMethod<Void>? {
        .init { self.scrollViewDidScrollToTop($0) }
    }
    public var scrollViewDidChangeAdjustedContentInset: OptionalMethod<Void>? {
        .init { self.scrollViewDidChangeAdjustedContentInset($0) }
    }
}

@MainActor public struct OptionalMethod<Result> {
    let method: (UIScrollView) -> Result

    public func callAsFunction(_ scrollView: UIScrollView) -> Result { method(scrollView) }
}

@MainActor public struct OptionalWillEndDragging {
    let delegate: any UIScrollViewDelegate

    public func callAsFunction(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        delegate.scrollViewWillEndDragging(
            scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
    }
}

@MainActor public struct OptionalDidEndDragging {
    let delegate: any UIScrollViewDelegate

    public func callAsFunction(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        delegate.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
    }
}

@MainActor public struct OptionalViewForZooming {
    let delegate: any UIScrollViewDelegate

    public func callAsFunction(in scrollView: UIScrollView) -> UIView? {
        delegate.viewForZooming(in: scrollView)
    }
}

@MainActor public struct OptionalWillBeginZooming {
    let delegate: any UIScrollViewDelegate

    public func callAsFunction(_ scrollView: UIScrollView, with view: UIView?) {
        delegate.scrollViewWillBeginZooming(scrollView, with: view)
    }
}

@MainActor public struct OptionalDidEndZooming {
    let delegate: any UIScrollViewDelegate

    public func callAsFunction(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
        delegate.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
    }
}
