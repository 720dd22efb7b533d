/// Appends values to a text as a recording holds them, and knows for each type how that is done: to ask whether a type is
/// `Encodable` costs as much as to encode a small frame.
final class ValueWriter {
    private struct Writer {
        let type: ObjectIdentifier
        let write: (_ value: UnsafeRawPointer) -> Bool
    }

    let json = UnsafeMutablePointer<JSONText>.make()
    private let byteLimit: Int
    /// Few: the frame, and the event of each driver.
    private var writers: [Writer] = []

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    deinit { json.free() }

    /// - Parameter value: Of its own type: an `Any` is opened by the call.
    func append<Value>(_ value: Value) {
        let start = json.pointee.text.count
        let type = ObjectIdentifier(Value.self)
        let writer = writers.first { $0.type == type } ?? makeWriter(for: Value.self)
        if !withUnsafePointer(to: value, { writer.write($0) }) {
            json.pointee.text.append(quoted: String(describing: value))
        }
        json.leaveOut(from: start, byteLimit: byteLimit)
    }

    private func makeWriter<Value>(for type: Value.Type) -> Writer {
        let encodable = type as? any Encodable.Type
        let writer = encodable.map { encoder(for: $0) } ?? caster(for: type)
        writers.append(writer)
        return writer
    }

    private func caster<Value>(for type: Value.Type) -> Writer {
        Writer(type: ObjectIdentifier(type)) { [json] value in
            // Of a protocol's type, which says nothing of the value in it.
            guard let value = value.assumingMemoryBound(to: Value.self).pointee as? any Encodable else { return false }
            return json.append(encodable: value)
        }
    }

    private func encoder<Value: Encodable>(for type: Value.Type) -> Writer {
        Writer(type: ObjectIdentifier(type)) { [json] value in
            json.append(encodable: value.assumingMemoryBound(to: Value.self).pointee)
        }
    }
}
