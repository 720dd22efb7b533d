/// One value on its way to a loop: a block of memory with a link to the letter posted before it, the door it is for, and
/// the value. Raw, so that a post costs one allocation and no reference counting.
struct Letter {
    enum Kind: UInt8 {
        /// Carries a value.
        case value
        /// Carries the only value of a source, which ends with it, and which nobody can post to any more.
        case only
        /// The source has ended.
        case end
        /// Nobody can post to the door any more: the mailbox lets go of it.
        case last
        /// An alarm rang. Its letter is posted again and again.
        case ring

        var hasValue: Bool { self == .value || self == .only }
    }

    private struct Header {
        var next: UInt
        let door: Unmanaged<Door>
        let kind: Kind
        let payloadOffset: UInt16
    }

    let memory: UnsafeMutableRawPointer

    init(_ kind: Kind, to door: Unmanaged<Door>) {
        self.init(kind, to: door, byteCount: 0, alignment: 1)
    }

    init<Value>(_ kind: Kind, to door: Unmanaged<Door>, carrying value: Value) {
        self.init(kind, to: door, byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        payload.initializeMemory(as: Value.self, to: value)
    }

    private init(_ kind: Kind, to door: Unmanaged<Door>, byteCount: Int, alignment: Int) {
        let offset = (MemoryLayout<Header>.size + alignment - 1) & ~(alignment - 1)
        // No more alignment than the value asks for: above a word's, the system takes a slower way to find memory.
        memory = .allocate(byteCount: offset + byteCount, alignment: max(alignment, MemoryLayout<Header>.alignment))
        memory.initializeMemory(
            as: Header.self, to: Header(next: 0, door: door, kind: kind, payloadOffset: UInt16(offset)))
    }

    /// - Parameter address: 0, 1 and 2 are words of the mailbox, not letters.
    init?(address: UInt) {
        guard address > 2, let memory = UnsafeMutableRawPointer(bitPattern: address) else { return nil }
        self.memory = memory
    }

    var address: UInt { UInt(bitPattern: memory) }
    var payload: UnsafeMutableRawPointer { memory + Int(header.pointee.payloadOffset) }
    var kind: Kind { header.pointee.kind }
    var following: Letter? { Letter(address: next) }

    var next: UInt {
        get { header.pointee.next }
        nonmutating set { header.pointee.next = newValue }
    }

    private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }

    func reversed() -> Letter {
        var previous: Letter?
        var current = self
        while true {
            let following = current.following
            current.next = previous?.address ?? 0
            guard let following else { return current }
            previous = current
            current = following
        }
    }

    /// Hands the letter to its door, on the loop.
    func deliver() {
        let door = header.pointee.door
        switch kind {
        case .value:
            // Borrowed: many threads count references to a door, and to count one more is to fetch its memory from them.
            door._withUnsafeGuaranteedRef { $0.receive(payload) }
            memory.deallocate()
        case .only:
            door._withUnsafeGuaranteedRef {
                $0.receive(payload)
                $0.end()
            }
            door.release()
            memory.deallocate()
        case .end:
            door.takeUnretainedValue().end()
            memory.deallocate()
        case .last:
            door.takeUnretainedValue().end()
            door.release()
            memory.deallocate()
        case .ring:
            // The memory is the alarm's: it may be posted again from here on.
            door._withUnsafeGuaranteedRef { $0.receive(payload) }
        }
    }

    /// Gets rid of a letter that nobody will take.
    func discard() {
        let door = header.pointee.door
        switch kind {
        case .value:
            door.takeUnretainedValue().destroy(payload)
            memory.deallocate()
        case .only:
            door.takeUnretainedValue().destroy(payload)
            door.release()
            memory.deallocate()
        case .end:
            memory.deallocate()
        case .last:
            door.release()
            memory.deallocate()
        case .ring:
            door.takeUnretainedValue().destroy(payload)
        }
    }
}
