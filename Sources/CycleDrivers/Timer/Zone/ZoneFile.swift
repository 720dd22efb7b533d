extension ZoneRules {
    /// - Parameter tzif: A file of the system's time zone data, version 2 or later; `nil` if it is none, or broken.
    init?(tzif: [UInt8]) {
        var first = ZoneFileReader(tzif)
        // The first part is for programs of the time of 32 bits.
        guard let old = first.header(), old.version >= UInt8(ascii: "2"), first.skip(old.byteCount(timeSize: 4)),
            let header = first.header(), let rules = first.rules(header)
        else { return nil }
        self = rules
    }
}

private struct ZoneFileReader {
    struct Header {
        var version: UInt8
        var utcCount, standardCount, leapCount, timeCount, typeCount, characterCount: Int

        func byteCount(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4) + standardCount
                + utcCount
        }
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func header() -> Header? {
        guard let magic = take(4), magic.elementsEqual("TZif".utf8), let version = take(1)?.first, skip(15),
            let utc = integer(4), let standard = integer(4), let leap = integer(4), let time = integer(4),
            let type = integer(4), let character = integer(4),
            [utc, standard, leap, time, type, character].allSatisfy({ 0..<100_000 ~= $0 })
        else { return nil }
        return Header(
            version: version, utcCount: Int(utc), standardCount: Int(standard), leapCount: Int(leap),
            timeCount: Int(time), typeCount: Int(type), characterCount: Int(character))
    }

    mutating func rules(_ header: Header) -> ZoneRules? {
        guard header.typeCount > 0 else { return nil }
        var rules = ZoneRules()
        for _ in 0..<header.timeCount {
            guard let time = integer(8), time > rules.transitions.last ?? .min else { return nil }
            rules.transitions.append(time)
        }
        guard let types = take(header.timeCount).map(Array.init) else { return nil }
        var offsets: [Int64] = []
        for _ in 0..<header.typeCount {
            guard let offset = integer(4), abs(offset) < 2 * secondsPerDay, skip(2) else { return nil }
            offsets.append(offset)
        }
        guard types.allSatisfy({ Int($0) < offsets.count }) else { return nil }
        rules.offsets = [offsets[0]] + types.map { offsets[Int($0)] }
        guard skip(header.characterCount + header.leapCount * 12 + header.standardCount + header.utcCount), skip(1),
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let footer = String(decoding: rest[..<end], as: UTF8.self)
        rules.rest = PosixZone(footer)
        return footer.isEmpty || rules.rest != nil ? rules : nil
    }

    mutating func skip(_ count: Int) -> Bool {
        take(count) != nil
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Big-endian, signed.
    private mutating func integer(_ byteCount: Int) -> Int64? {
        guard let bytes = take(byteCount) else { return nil }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return byteCount == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}
