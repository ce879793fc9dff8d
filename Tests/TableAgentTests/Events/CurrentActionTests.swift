import TableAgent
import Testing

/// The action of an open menu, found again in its row.
struct CurrentActionTests {
    private struct Offer: Identifiable {
        let id = 1
        var title = "Pay"
        var amount: any Sendable = 5
        var question: String? = "Pay 5?"
        var isEnabled = true
    }

    private enum OfferLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with offer: Offer) { line.text(offer.title) }

        static func actions(_ place: RowAction.Placement, for offer: Offer) -> [RowAction] {
            var action = RowAction(
                offer.title, EventName<any Sendable>("pay"), offer.amount, confirmation: offer.question)
            action.isEnabled = offer.isEnabled
            return place == .menu ? [action] : []
        }
    }

    /// A payload that is not hashable.
    private struct Payment { var cents: Int }

    private func current(_ chosen: Offer, _ now: Offer) throws -> RowAction? {
        let action = try #require(Row(chosen, as: OfferLine.self).actions(.menu).first)
        return Row(now, as: OfferLine.self).currentAction(action, at: .menu)
    }

    @Test func `The same action is found, also with a payload that is not hashable`() throws {
        #expect(try current(Offer(), Offer()) != nil)
        let offer = Offer(amount: Payment(cents: 5))
        #expect(try current(offer, offer) != nil)
    }

    @Test(arguments: 0..<5)
    func `An action with another title, amount, or question, or a disabled one, is not performed`(change: Int)
        throws
    {
        let changed = [
            Offer(title: "Refund"), Offer(amount: 500), Offer(question: "Pay 500?"), Offer(isEnabled: false),
            Offer(amount: Payment(cents: 5)),
        ]
        #expect(try current(Offer(), changed[change]) == nil)
        #expect(try current(Offer(amount: Payment(cents: 5)), Offer(amount: Payment(cents: 500))) == nil)
    }

    @Test func `A payload that is an object is the same if it is the same object`() throws {
        final class Basket: Sendable {}
        let offer = Offer(amount: Basket())
        #expect(try current(offer, offer) != nil)
        #expect(try current(offer, Offer(amount: Basket())) == nil)
    }

    @Test func `An action of another place is not found`() throws {
        let action = try #require(Row(Offer(), as: OfferLine.self).actions(.menu).first)
        #expect(Row(Offer(), as: OfferLine.self).currentAction(action, at: .trailing) == nil)
    }
}
