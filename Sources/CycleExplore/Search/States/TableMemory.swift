import CycleBase

/// Memory of the process, or of a file where there is one.
struct Region {
    let start: UnsafeMutableRawPointer
    private let byteCount: Int
    private let isMapped: Bool

    /// - Parameter byteCount: A multiple of a page for one in a file.
    init(_ byteCount: Int, in file: SpillFile?) {
        self.byteCount = byteCount
        let mapped = file?.map(byteCount)
        if file != nil, mapped == nil { say("no room in the file for states: \(SystemFailure.words(of: errno))") }
        isMapped = mapped != nil
        start = mapped ?? .allocate(byteCount: byteCount, alignment: 16)
    }

    func free() {
        if isMapped { munmap(start, byteCount) } else { start.deallocate() }
    }
}

/// An array that never moves, so that growing it needs no room for two.
final class Chunks<Element: BitwiseCopyable> {
    private let file: SpillFile?
    private let length: Int
    private var regions: [Region] = []
    private(set) var count = 0

    init(in file: SpillFile?) {
        self.file = file
        // A process may have some 65,000 maps.
        length = file == nil ? 2_048 : 1 << 20
    }

    deinit {
        for region in regions { region.free() }
    }

    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return place(of: index).pointee
    }

    func append(_ element: Element) {
        if count % length == 0 { regions.append(Region(length * MemoryLayout<Element>.stride, in: file)) }
        place(of: count).initialize(to: element)
        count += 1
    }

    private func place(of index: Int) -> UnsafeMutablePointer<Element> {
        regions[index / length].start.assumingMemoryBound(to: Element.self) + index % length
    }
}

/// The numbers of states by their keys, those of one key one after the other: 5 bytes each, never more than three quarters full.
final class Slots {
    private static var byteCount: Int { 5 }

    private let file: SpillFile?
    private var region: Region
    private(set) var count: Int

    init(in file: SpillFile?) {
        self.file = file
        count = file == nil ? 64 : 1 << 17
        region = Slots.empty(count, file)
    }

    deinit { region.free() }

    func hasRoom(for stateCount: Int) -> Bool { stateCount * 4 <= count * 3 }

    /// Doubles the room, and forgets all.
    func grow() {
        region.free()
        count *= 2
        region = Slots.empty(count, file)
    }

    /// The states at and behind the slot of a key, up to the first slot that is free.
    func first(of key: Fingerprint.Key, where isMeant: (Int) -> Bool) -> Int? {
        var slot = key.low & (count - 1)
        while let number = self[slot] {
            if isMeant(number) { return number }
            slot = (slot + 1) & (count - 1)
        }
        return nil
    }

    func insert(_ index: Int, _ key: Fingerprint.Key) {
        var slot = key.low & (count - 1)
        while self[slot] != nil { slot = (slot + 1) & (count - 1) }
        self[slot] = index
    }

    /// A number and one more in 40 bits; 0 for none.
    private subscript(slot: Int) -> Int? {
        get {
            let place = region.start + slot * Self.byteCount
            let low = place.loadUnaligned(as: UInt32.self)
            let number = Int(low) | Int(place.load(fromByteOffset: 4, as: UInt8.self)) << 32
            return number == 0 ? nil : number - 1
        }
        set {
            let number = (newValue ?? -1) + 1
            assert(number >= 0 && number < 1 << 40)
            let place = region.start + slot * Self.byteCount
            place.storeBytes(of: UInt32(truncatingIfNeeded: number), as: UInt32.self)
            place.storeBytes(of: UInt8(truncatingIfNeeded: number >> 32), toByteOffset: 4, as: UInt8.self)
        }
    }

    private static func empty(_ count: Int, _ file: SpillFile?) -> Region {
        let region = Region(count * byteCount, in: file)
        region.start.initializeMemory(as: UInt8.self, repeating: 0, count: count * byteCount)
        return region
    }
}
