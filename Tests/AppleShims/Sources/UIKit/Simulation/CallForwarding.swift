/// An object that forwards calls of Objective-C methods to other objects. Linux has no such forwarding, so a view asks for the
/// recipient by the name of the method.
///
/// As in UIKit, a view asks when the delegate or the data source is set, and not if the same object is set again.
@MainActor public protocol CallForwarding: AnyObject {
    func simulatedRecipient(ofCall name: String) -> AnyObject?
}

/// The object that receives a call instead of a delegate, or `nil`.
@MainActor func recipient<Recipient>(of name: String, _ object: AnyObject?) -> Recipient? {
    (object as? any CallForwarding)?.simulatedRecipient(ofCall: name) as? Recipient
}
