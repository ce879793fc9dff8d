import TableAgent
import Testing

@Suite struct AnyIDTests {
    /// Ids of several types, all of them different.
    private static let different: [AnyID] = [
        AnyID(1), AnyID(2), AnyID("1"), AnyID(UInt8(1)), AnyID(1.0), AnyID(true), AnyID(Character("1")),
        AnyID([1]), AnyID(["1"]), AnyID(Pair(left: 1, right: 1)), AnyID(TablePart.head),
    ]

    private struct Pair: Hashable, Sendable {
        var left: Int
        var right: Int
    }

    @Test(arguments: different.indices)
    func `An id is equal only to itself, across all types`(_ index: Int) {
        for (other, id) in Self.different.enumerated() {
            #expect((Self.different[index] == id) == (index == other))
        }
    }

    @Test func `Equal ids have equal hashes and are one element of a set`() {
        #expect(Set(Self.different).count == Self.different.count)
        #expect(Set(Self.different + Self.different).count == Self.different.count)
        #expect(Self.different.allSatisfy(Set(Self.different).contains))
        #expect(AnyID(Pair(left: 1, right: 2)).hashValue == AnyID(Pair(left: 1, right: 2)).hashValue)
    }

    @Test func `A wrapped id is not wrapped again`() {
        let id = AnyID("a")
        let again = AnyID(id)
        let existential: any Hashable & Sendable = id
        #expect(again == id)
        #expect(again.base is String)
        #expect(AnyID(AnyID(existential)).base is String)
    }

    @Test func `An id is returned as a value of its type, and of no other`() {
        let id = AnyID(Pair(left: 1, right: 2))
        #expect(id.base as? Pair == Pair(left: 1, right: 2))
        #expect(id.base as? Int == nil)
    }

    @Test func `Literals are strings and integers`() {
        let text: AnyID = "a"
        let number: AnyID = 7
        #expect(text == AnyID("a"))
        #expect(number == AnyID(7))
        #expect(text.base as? String == "a")
        #expect(number.base as? Int == 7)
        #expect(number != "7")
    }

    @Test func `An id has the description of its value`() {
        #expect("\(AnyID("a"))" == "a")
        #expect("\(AnyID(7))" == "7")
    }

    @Test func `An optional id differs from its wrapped value, because the types differ`() {
        let plain = AnyID(3)
        let optional = AnyID(Optional(3))
        #expect((plain == optional) == (optional == plain))
        #expect(plain != optional)
        #expect(AnyID(Int?.none) != AnyID(String?.none))
        #expect(AnyID(Int?.none) == AnyID(Int?.none))
    }

    @Test func `Equality between ids of a class and its subclass is symmetric`() {
        class Key: Hashable, @unchecked Sendable {  // Has no state at all.
            static func == (lhs: Key, rhs: Key) -> Bool { true }
            func hash(into hasher: inout Hasher) {}
        }
        final class SpecialKey: Key, @unchecked Sendable {}
        let key = AnyID(Key())
        let special = AnyID(SpecialKey())
        #expect((key == special) == (special == key))
    }

    @Test func `Equal ids have equal hashes, optional or not`() {
        let ids = [AnyID(3), AnyID(Optional(3)), AnyID(Optional(Optional(3)))]
        for id in ids {
            for other in ids where id == other {
                #expect(id.hashValue == other.hashValue)
            }
        }
    }
}
