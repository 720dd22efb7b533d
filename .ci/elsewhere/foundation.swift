// The part of Foundation that CycleMonitor uses, as declarations without meaning: the real one would bring glibc's types.
public struct Data {
    public init(_ bytes: some Sequence<UInt8>) {}
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
extension Data {
    public func base64EncodedString() -> String { "" }
}
public struct URL {
    public var absoluteString: String { "" }
}
public struct Decimal: CustomStringConvertible {
    public var description: String { "" }
}
extension Data: Sequence {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}
public final class JSONEncoder {
    public struct OutputFormatting: OptionSet {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let sortedKeys = OutputFormatting(rawValue: 1)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 2)
    }
    public enum NonConformingFloatEncodingStrategy {
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    public init() {}
    public var outputFormatting = OutputFormatting()
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy?
    public func encode(_ value: some Encodable) throws -> Data { Data([]) }
}
public final class JSONDecoder {
    public enum NonConformingFloatDecodingStrategy {
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    public init() {}
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy?
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}
public final class PropertyListDecoder {
    public init() {}
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}
public final class ProcessInfo: Sendable {
    public static let processInfo = ProcessInfo()
    public let processName = ""
    public let arguments: [String] = []
}
