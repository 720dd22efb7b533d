import CycleSystem

/// Memory of the process, or of a file where there is one.
struct Region {
    let start: UnsafeMutableRawPointer
    private let byteCount: Int
    private let isMapped: Bool

    /// - Parameter byteCount: A multiple of a page for one in a file.
    init(_ byteCount: Int, in file: SpillFile?) {
        self.byteCount = byteCount
        let mapped = file?.map(byteCount)
        if file != nil, mapped == nil { say("no room in the file for states: \(String(cString: strerror(errno)))") }
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

/// The numbers of states by their keys, those of one key one after the other. Never more than three quarters full.
final class Slots {
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
        while numbers[slot] >= 0 {
            if isMeant(numbers[slot]) { return numbers[slot] }
            slot = (slot + 1) & (count - 1)
        }
        return nil
    }

    func insert(_ index: Int, _ key: Fingerprint.Key) {
        var slot = key.low & (count - 1)
        while numbers[slot] >= 0 { slot = (slot + 1) & (count - 1) }
        numbers[slot] = index
    }

    private var numbers: UnsafeMutablePointer<Int> { region.start.assumingMemoryBound(to: Int.self) }

    private static func empty(_ count: Int, _ file: SpillFile?) -> Region {
        let region = Region(count * MemoryLayout<Int>.stride, in: file)
        region.start.bindMemory(to: Int.self, capacity: count).initialize(repeating: -1, count: count)
        return region
    }
}
