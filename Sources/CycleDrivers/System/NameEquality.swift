import CycleBase

/// The way in which a file system compares names: which two paths lead to one file.
///
/// The driver compares by keys where one file under two names would break an order: two names that the driver takes for one
/// file, and that are two, cost a wait and lose nothing.
package enum NameEquality: Hashable, Sendable {
    /// As most file systems of Linux do.
    case bytes
    /// As APFS does where letters of both cases differ: the forms of "é" by one scalar and by two are one name.
    case text
    /// As APFS does by default.
    case textWithoutCase

    /// The equality of the file system that a folder is on; that of most disks, if the system does not say.
    package static func ofSystem(at folder: String) -> NameEquality {
        #if canImport(Darwin)
            pathconf(folder, _PC_CASE_SENSITIVE) == 1 ? .text : .textWithoutCase
        #else
            .bytes
        #endif
    }

    /// Two paths to one file have equal keys. A path that is not UTF-8 is compared by its bytes.
    package func key(of path: [UInt8]) -> NameKey {
        guard self != .bytes, let text = String(validating: path, as: UTF8.self) else { return .bytes(path) }
        // Both mappings: "ς" and "σ" differ, and are both "Σ".
        return .text(self == .text ? text : text.uppercased().lowercased())
    }
}

/// A path as its file system compares it.
package enum NameKey: Hashable, Sendable {
    case bytes([UInt8])
    /// Texts are equal when they are canonically equivalent.
    case text(String)

    package func hash(into hasher: inout Hasher) {
        switch self {
        // At once: an array is hashed byte by byte.
        case .bytes(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        case .text(let text): hasher.combine(text)
        }
    }
}
