@testable public import ShimmedTableAgentUIKit
public import UIKit

/// The containers forward calls by messages of Objective-C, which the shims replace.
extension ViewContainer: CallForwarding {
    public func simulatedRecipient(ofCall name: String) -> AnyObject? { recipient(ofCall: name) }
}
