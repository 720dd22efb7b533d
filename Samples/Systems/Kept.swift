package import CycleDrivers

/// A value on the disk: written before it is told, and known again after a kill.
package struct Kept<Value: Hashable & LosslessStringConvertible>: Hashable {
    package let file: PersistenceDriver.Path
    /// As it will be on the disk; `nil` while there is none.
    package var value: Value? {
        didSet { if value != oldValue { isSaved = false } }
    }
    package private(set) var isRead = false
    /// Whether the disk has the value.
    package private(set) var isSaved = false

    package init(in file: PersistenceDriver.Path) { self.file = file }

    package var files: PersistenceDriver.Model {
        if !isRead { return .files(.read(file)) }
        return isSaved ? .none : value.map { .files(.write(file, $0.description)) } ?? .none
    }

    /// - Returns: Whether the disk was read, or has the value now.
    package mutating func take(_ event: PersistenceDriver.Event) throws(Unkept) -> Bool {
        switch event {
        case .loaded(_, let bytes):
            value = bytes.flatMap { Value(String(decoding: $0, as: UTF8.self)) }
            if bytes != nil, value == nil {
                throw Unkept(reason: "the file \(file) is not one of this program; give another folder")
            }
            (isRead, isSaved) = (true, true)
        case .saved: isSaved = true
        case .failed(_, let failure): throw Unkept(reason: failure.reason)
        default: return false
        }
        return true
    }
}

extension Kept: Codable where Value: Codable {}

/// A disk that does not keep a value, or has another one.
package struct Unkept: Error {
    package let reason: String
}
