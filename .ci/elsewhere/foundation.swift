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
