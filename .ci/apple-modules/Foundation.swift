// Declares what the library uses of Foundation, as far as a type checker needs it.

public struct Data: Sendable, RandomAccessCollection {
    public init(_ bytes: some Sequence<UInt8>) {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 { 0 }
    public func base64EncodedString() -> String { "" }
}

public struct Date: Sendable {
    public init(timeIntervalSince1970: Double) {}
    public var timeIntervalSince1970: Double { 0 }
    public func formatted(_ style: ISO8601FormatStyle) -> String { "" }

    public struct ISO8601FormatStyle: Sendable {
        public init(includingFractionalSeconds: Bool = false, timeZone: TimeZone = TimeZone()) {}
        public func year() -> Self { self }
        public func month() -> Self { self }
        public func day() -> Self { self }
        public func dateSeparator(_ separator: DateSeparator) -> Self { self }

        public enum DateSeparator: Sendable { case dash }
    }
}

public struct TimeZone: Sendable {
    public init() {}
}

public struct URL: Sendable {
    public init(fileURLWithPath path: String) {}
    public var path: String { "" }
    public var isFileURL: Bool { true }
}

public class FileHandle: @unchecked Sendable {
    public var fileDescriptor: Int32 { 0 }
}

public class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let sortedKeys = OutputFormatting(rawValue: 1)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 2)
    }
    public var outputFormatting: OutputFormatting = []
    public init() {}
    public func encode(_ value: some Encodable) throws -> Data { Data([]) }
}

public struct Decimal: Decodable {}

public class JSONDecoder {
    public init() {}
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

public class FileManager {
    public static var `default`: FileManager { FileManager() }
    public func destinationOfSymbolicLink(atPath path: String) throws -> String { path }
}
