import Foundation

extension JSONText {
    /// Appends a value of a type that JSON knows, or that `JSONEncoder` does not leave to the value.
    ///
    /// All values come here, also those within an array or an optional: what is known costs no container. Identifiers are
    /// compared, because a cast would ask the runtime, which costs more than to write the value.
    ///
    /// - Returns: Whether it has been appended.
    mutating func append<Value>(known value: Value) -> Bool {
        switch ObjectIdentifier(Value.self) {
        case ObjectIdentifier(Int.self): text.append(number: unsafeBitCast(value, to: Int.self))
        case ObjectIdentifier(String.self): text.append(quoted: unsafeBitCast(value, to: String.self))
        case ObjectIdentifier(Bool.self): text.append(unsafeBitCast(value, to: Bool.self))
        case ObjectIdentifier(Double.self): text.append(number: unsafeBitCast(value, to: Double.self))
        case ObjectIdentifier(Float.self): text.append(number: unsafeBitCast(value, to: Float.self))
        case ObjectIdentifier(Int8.self): text.append(number: unsafeBitCast(value, to: Int8.self))
        case ObjectIdentifier(Int16.self): text.append(number: unsafeBitCast(value, to: Int16.self))
        case ObjectIdentifier(Int32.self): text.append(number: unsafeBitCast(value, to: Int32.self))
        case ObjectIdentifier(Int64.self): text.append(number: unsafeBitCast(value, to: Int64.self))
        case ObjectIdentifier(Int128.self): text.append(number: unsafeBitCast(value, to: Int128.self))
        case ObjectIdentifier(UInt.self): text.append(number: unsafeBitCast(value, to: UInt.self))
        case ObjectIdentifier(UInt8.self): text.append(number: unsafeBitCast(value, to: UInt8.self))
        case ObjectIdentifier(UInt16.self): text.append(number: unsafeBitCast(value, to: UInt16.self))
        case ObjectIdentifier(UInt32.self): text.append(number: unsafeBitCast(value, to: UInt32.self))
        case ObjectIdentifier(UInt64.self): text.append(number: unsafeBitCast(value, to: UInt64.self))
        case ObjectIdentifier(UInt128.self): text.append(number: unsafeBitCast(value, to: UInt128.self))
        case ObjectIdentifier(Data.self): text.append(quoted: unsafeBitCast(value, to: Data.self).base64EncodedString())
        case ObjectIdentifier(URL.self): text.append(quoted: unsafeBitCast(value, to: URL.self).absoluteString)
        case ObjectIdentifier(Decimal.self): text.append(unsafeBitCast(value, to: Decimal.self).description)
        default: return false
        }
        return true
    }
}

// On the address and not on the text: what a value encodes changes the text that it is encoded into.
extension UnsafeMutablePointer<JSONText> {
    static func make() -> UnsafeMutablePointer {
        let address = UnsafeMutablePointer.allocate(capacity: 1)
        address.initialize(to: JSONText())
        return address
    }

    func free() {
        deinitialize(count: 1)
        deallocate()
    }

    /// - Returns: Whether the value has been appended.
    func append(_ value: some Encodable) -> Bool {
        let start = pointee.text.count
        pointee.begin()
        do {
            try encode(value, orEmpty: false)
        } catch {
            pointee.giveUp()
        }
        guard !pointee.isBeyond, pointee.text.count > start else {
            pointee.text.truncate(to: start)
            return false
        }
        return true
    }

    /// - Parameter orEmpty: Whether a value that encodes nothing is an empty object.
    func encode<Value: Encodable>(_ value: Value, orEmpty: Bool = true) throws {
        guard !pointee.isBeyond, !pointee.append(known: value) else { return }
        let slot = JSONSlot(self, depth: pointee.depth, start: pointee.text.count)
        do {
            try value.encode(to: slot)
        } catch {
            // Whoever catches it goes on without this value, of which there may be some in the text.
            pointee.giveUp()
            throw error
        }
        pointee.close(to: slot.depth)
        if orEmpty, pointee.text.count == slot.start { pointee.text.append(literal: "{}") }
    }
}
