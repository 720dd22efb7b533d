/// The names that a watched tree passes over.
struct SkippedNames: Hashable, Sendable {
    /// In each, `*` stands for any bytes, also for none.
    let patterns: [PersistenceDriver.Path]

    init(_ patterns: [PersistenceDriver.Path]) {
        self.patterns = patterns
    }

    func contains(_ name: FileName) -> Bool {
        patterns.contains { SkippedNames.matches(name.bytes[...], $0.bytes[...]) }
    }

    func contains(anyOf names: [FileName]) -> Bool { names.contains { contains($0) } }

    /// In time that is at most the product of both lengths: a star that has taken too little takes one byte more.
    private static func matches(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        let star = UInt8(ascii: "*")
        var (name, pattern) = (name, pattern)
        /// The pattern behind the last star, and the part of the name that this star has not taken.
        var afterStar: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
        while true {
            if pattern.first == star {
                pattern = pattern.dropFirst()
                afterStar = (pattern, name)
            } else if let byte = name.first, pattern.first == byte {
                (name, pattern) = (name.dropFirst(), pattern.dropFirst())
            } else if name.isEmpty, pattern.isEmpty {
                return true
            } else if let (rest, untaken) = afterStar, !untaken.isEmpty {
                afterStar = (rest, untaken.dropFirst())
                (pattern, name) = (rest, untaken.dropFirst())
            } else {
                return false
            }
        }
    }
}
