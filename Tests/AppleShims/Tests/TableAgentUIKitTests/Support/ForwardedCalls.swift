@testable import ShimmedTableAgentUIKit
import UIKit

/// The containers forward calls by messages of Objective-C, which the shims replace.
extension ViewAdapter: CallForwarding {
    func simulatedRecipient(ofCall name: String) -> AnyObject? { recipient(ofCall: name) }
}
