import CycleBase

/// A sum over bytes that differs where some of them do: that of MurmurHash3, eight bytes at a time. It is the same however they are cut.
///
/// A product alone carries a change upwards only: with FNV-1a, the highest bits of any two words cancelled each other out.
package struct WordSum {
    private var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    /// Bytes that are no word yet.
    private var (rest, restCount) = (UInt64(0), UInt64(0))

    package init() {}

    package var value: UInt64 { restCount == 0 ? sum : Self.sum(sum, rest) }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        let isAdded: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if isAdded == nil { Array(bytes).withUnsafeBytes { add($0) } }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        while place < bytes.count {
            if restCount == 0, bytes.count - place >= 8 {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                sum = Self.sum(sum, word)
                place += 8
            } else {
                rest |= UInt64(bytes[place]) << (8 * restCount)
                restCount += 1
                place += 1
                if restCount == 8 { (sum, rest, restCount) = (Self.sum(sum, rest), 0, 0) }
            }
        }
    }

    private static func sum(_ before: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = turned(word &* 0x87C3_7B91_1142_53D5, by: 31) &* 0x4CF5_AD43_2745_937F
        return turned(before ^ mixed, by: 27) &* 5 &+ 0x52DC_E729
    }

    private static func turned(_ word: UInt64, by count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
}

/// Writes words of 8 bytes into a file, or into a message for another process.
final class WordWriter {
    private static var chunk: Int { 1 << 16 }

    /// `nil` for a message.
    private let file: Int32?
    /// All of a message; of a file what is not written yet.
    private(set) var bytes: [UInt8] = []
    private var sum = WordSum()
    private var byteCount = 0
    /// Why not all is written.
    private var code: Int32?

    init() { file = nil }

    init(_ file: Int32) { self.file = file }

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

    private func writeOut(all: Bool = false) {
        guard let file else { return }
        let count = all ? bytes.count : bytes.count & ~7
        let chunk = bytes[..<count]
        sum.add(chunk)
        byteCount += count
        if code == nil, !Descriptors.writeAll(Array(chunk), to: file) { code = errno }
        bytes.removeSubrange(..<count)
    }

    /// Ends a file: with how long it is, and its sum.
    ///
    /// - Returns: The `errno` of what could not be written.
    func finish() -> Int32? {
        while bytes.count % 8 != 0 { bytes.append(0) }
        writeOut(all: true)
        let (count, sum) = (byteCount, sum.value)
        put(count)
        put(sum)
        writeOut(all: true)
        return code
    }
}

/// Reads what a ``WordWriter`` has written: a file that was replaced as a whole, or a message.
final class WordReader {
    private static var chunk: Int { 1 << 16 }

    /// The number and the sum of the words, which stand behind them in a file.
    private static var endByteCount: Int { 16 }

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

    /// Whether a file is as its writer has ended it. Reads all of it, and goes back to its beginning.
    func isWhole() -> Bool {
        guard let file else { return true }
        defer { rewind(file) }
        var (sum, byteCount, rest) = (WordSum(), 0, [UInt8]())
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            rest += chunk[..<count]
            // Without what may be the end, in words.
            let whole = max(0, rest.count - Self.endByteCount) & ~7
            sum.add(rest[..<whole])
            byteCount += whole
            rest.removeSubrange(..<whole)
        }
        guard ferror(file) == 0, rest.count == Self.endByteCount else { return false }
        let end = WordReader(rest)
        return end.number() == byteCount && end.word() == sum.value
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
        repeated { elements.append(read()) }
        return elements
    }

    /// Reads as often as the next number says, and no more once there is nothing left: a count from outside may be any.
    func repeated(_ read: () -> Void) {
        var leftCount = number()
        while leftCount > 0, !isCut {
            read()
            leftCount -= 1
        }
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
