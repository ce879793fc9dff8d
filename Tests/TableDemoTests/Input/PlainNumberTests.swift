import Testing

@testable import TableDemo

struct PlainNumberTests {
    private func matches(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { PlainNumber.matches($0) }
    }

    @Test(arguments: [
        "0", "7", "-7", "10", "0.0", "0.5", "-0.5", "1.50", "-0.010", "9223372036854775807",
        "-9223372036854775808", "123456789012345678", "12345678901234567.8", "0.00000000000000000000012",
    ])
    func `What prints again as it stands is a number`(text: String) {
        #expect(matches(text))
    }

    @Test(arguments: [
        "", "-", "+1", "007", "00", "-01", "00.5", "-00.5", "1e5", "1E5", "-0", "-0.00", ".5", "5.", "-.5",
        "1.2.3",
        " 1", "1 ", "1,000", "0x1", "NaN", "inf", "9223372036854775808", "-9223372036854775809",
        "99999999999999999999", "123456789012345678901234567890", "1234567890123456789.0",
        "1.234567890123456789", "٣", "1\0",
    ])
    func `What would come out changed is text`(text: String) {
        #expect(!matches(text))
    }
}
