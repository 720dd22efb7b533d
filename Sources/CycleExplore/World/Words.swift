import CycleBase

/// Writes words of 8 bytes into a file, or into a message for another process.
final class WordWriter {
    private static var chunk: Int { 1 << 16 }

    /// `nil` for a message.
    private let file: UnsafeMutablePointer<FILE>?
    /// All of a message; of a file what is not written yet.
    private(set) var bytes: [UInt8] = []
    private var hasFailed = false

    init() { file = nil }

    init?(_ path: String) {
        guard let file = fopen(path, "w") else { return nil }
        self.file = file
    }

    func put(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
        if bytes.count >= Self.chunk { writeOut() }
    }

    func put(_ number: Int) { put(UInt64(bitPattern: Int64(number))) }

    func put(_ bytes: SIMD16<UInt8>) { withUnsafeBytes(of: bytes) { self.bytes.append(contentsOf: $0) } }

    func put(_ isTrue: Bool) { put(isTrue ? 1 : 0) }

    func put(_ text: String) { put(all: Array(text.utf8)) }

    /// Their count, and they themselves.
    func put(all bytes: [UInt8]) {
        put(bytes.count)
        put(asTheyAre: bytes)
    }

    func put(asTheyAre bytes: [UInt8]) {
        self.bytes += bytes
        if self.bytes.count >= Self.chunk { writeOut() }
    }

    func put<Element>(all elements: some Collection<Element>, _ put: (Element) -> Void) {
        self.put(elements.count)
        for element in elements { put(element) }
    }

    /// Whether there is a value, and the value.
    func put<Value>(_ value: Value?, _ put: (Value) -> Void) {
        self.put(value != nil)
        if let value { put(value) }
    }

    private func writeOut() {
        guard let file else { return }
        if fwrite(bytes, 1, bytes.count, file) != bytes.count { hasFailed = true }
        bytes.removeAll(keepingCapacity: true)
    }

    /// - Returns: Whether all is on the disk.
    func finish() -> Bool {
        writeOut()
        guard let file else { return true }
        let isWritten = !hasFailed && fflush(file) == 0 && fsync(fileno(file)) == 0
        return fclose(file) == 0 && isWritten
    }
}

/// Reads what a ``WordWriter`` has written: a file that was replaced as a whole, or a message.
final class WordReader {
    private static var chunk: Int { 1 << 16 }

    /// `nil` for a message.
    private let file: UnsafeMutablePointer<FILE>?
    private var bytes: [UInt8] = []
    private var place = 0
    /// Whether more was asked for than there is.
    private(set) var isCut = false

    init(_ bytes: [UInt8]) {
        file = nil
        self.bytes = bytes
    }

    init?(_ path: String) {
        guard let file = fopen(path, "r") else { return nil }
        self.file = file
    }

    deinit {
        if let file { fclose(file) }
    }

    /// Whether all was read, and no more. Of a message only.
    var isAtEnd: Bool { !isCut && place == bytes.count }

    /// Behind the end, 0.
    func word() -> UInt64 {
        guard has(8) else { return 0 }
        defer { place += 8 }
        return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)) }
    }

    /// Behind the end, zeros.
    func sixteenBytes() -> SIMD16<UInt8> {
        guard has(16) else { return .zero }
        defer { place += 16 }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) }
    }

    func number() -> Int { Int(Int64(bitPattern: word())) }

    func isTrue() -> Bool { word() != 0 }

    func text() -> String { String(decoding: counted(), as: UTF8.self) }

    /// Bytes behind their count.
    func counted() -> ArraySlice<UInt8> {
        let count = number()
        guard count >= 0, has(count) else { return [] }
        defer { place += count }
        return bytes[place..<(place + count)]
    }

    /// Reads all elements; those that are there of a message that is cut.
    func all<Element>(_ read: () -> Element) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<max(0, number()) where !isCut { elements.append(read()) }
        return elements
    }

    func optional<Value>(_ read: () -> Value) -> Value? { isTrue() ? read() : nil }

    /// Whether so many bytes are left, of a file after reading on.
    private func has(_ count: Int) -> Bool {
        while bytes.count - place < count {
            guard !isCut, readOn() else {
                isCut = true
                return false
            }
        }
        return true
    }

    private func readOn() -> Bool {
        guard let file else { return false }
        bytes.removeSubrange(..<place)
        place = 0
        var more = [UInt8](repeating: 0, count: Self.chunk)
        let count = fread(&more, 1, more.count, file)
        bytes += more[..<count]
        return count > 0
    }
}
