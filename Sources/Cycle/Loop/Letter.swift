import Synchronization

// The raw memory of what crosses threads: letters, the way to their mailbox, and the newest value of a sampler.

/// One value on its way to a loop: a block of memory with a link to the letter posted before it, the port it is for, and
/// the value. Raw, so that a post costs one allocation and retains nothing.
///
/// Invariant: a letter is delivered or discarded once, by whoever took it out of its mailbox, and its memory is freed then. That of
/// a `ring` is its port's: the letter holds the port while it is posted.
struct Letter {
    enum Kind: UInt8 {
        /// Carries a value.
        case value
        /// The source has ended.
        case end
        /// The source has ended, and nobody can post to the port any more: the letter lets go of it.
        case last
        /// An alarm rang. Its letter is posted again and again.
        case ring
    }

    private typealias Header = (next: UInt, port: Unmanaged<Port>, kind: Kind, payloadOffset: UInt16)

    private let memory: UnsafeMutableRawPointer

    init(_ kind: Kind, to port: Port) {
        self.init(kind, to: port, byteCount: 0, alignment: 1)
    }

    init<Value>(to port: Port, carrying value: Value) {
        self.init(.value, to: port, byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        payload.initializeMemory(as: Value.self, to: value)
    }

    /// The one letter of an alarm. It does not hold the alarm, which closes its port before it goes.
    init(to port: Port, ringing alarm: LoopAlarm) {
        self.init(
            .ring, to: port, byteCount: MemoryLayout<Unmanaged<LoopAlarm>>.size,
            alignment: MemoryLayout<Unmanaged<LoopAlarm>>.alignment)
        payload.initializeMemory(as: Unmanaged<LoopAlarm>.self, to: .passUnretained(alarm))
    }

    private init(_ kind: Kind, to port: Port, byteCount: Int, alignment: Int) {
        let offset = (MemoryLayout<Header>.size + alignment - 1) & ~(alignment - 1)
        // No more alignment than the value asks for: above a word's, the system takes a slower way to find memory.
        memory = .allocate(byteCount: offset + byteCount, alignment: max(alignment, MemoryLayout<Header>.alignment))
        memory.initializeMemory(
            as: Header.self,
            to: (next: 0, port: .passUnretained(port), kind: kind, payloadOffset: UInt16(offset)))
    }

    /// - Parameter address: Of a letter; anything below is a word of its mailbox.
    init?(address: UInt) {
        guard address > Mailbox.closed, let memory = UnsafeMutableRawPointer(bitPattern: address) else {
            return nil
        }
        self.memory = memory
    }

    var address: UInt { UInt(bitPattern: memory) }
    private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }
    private var payload: UnsafeMutableRawPointer { memory + Int(header.pointee.payloadOffset) }

    var kind: Kind { header.pointee.kind }
    /// The one that was posted after it.
    var following: Letter? { Letter(address: next) }

    var next: UInt {
        get { header.pointee.next }
        nonmutating set { header.pointee.next = newValue }
    }

    /// This letter and those that follow it, then `letter` and those that follow that.
    func followed(by letter: Letter?) -> Letter {
        last.next = letter?.address ?? Mailbox.empty
        return self
    }

    /// Calls `act` with this letter and those that follow it: none of them is used afterwards.
    func forEach(_ act: (Letter) -> Void) {
        var letter: Letter? = self
        while let current = letter {
            letter = current.following
            act(current)
        }
    }

    /// The last of those that follow it.
    var last: Letter {
        var last = self
        while let following = last.following { last = following }
        return last
    }

    /// Takes the value out, once.
    func take<Value>(as type: Value.Type) -> Value {
        assert(kind == .value, "only a letter with a value carries one")
        return payload.assumingMemoryBound(to: Value.self).move()
    }

    /// Tells the alarm whose letter it is that it rings.
    func ring() {
        assert(kind == .ring, "only the letter of an alarm rings")
        payload.assumingMemoryBound(to: Unmanaged<LoopAlarm>.self).pointee.takeUnretainedValue().ring()
    }

    /// Hands the letter to its port, on the loop.
    ///
    /// - Returns: The port, if its values are counted.
    func deliver() -> Port? {
        let port = header.pointee.port
        switch kind {
        case .value:
            defer { memory.deallocate() }
            // Borrowed: many threads retain a port, and to retain it once more is to fetch its memory from them.
            return port._withUnsafeGuaranteedRef { $0.receive(self) ? $0 : nil }
        case .end:
            port._withUnsafeGuaranteedRef { $0.end() }
            memory.deallocate()
        case .last:
            let port = port.takeRetainedValue()
            port.end()
            memory.deallocate()
        case .ring:
            // The memory is the port's: it may be posted again from here on.
            port.takeRetainedValue().ring()
        }
        return nil
    }

    /// Gets rid of a letter that nobody will take. Any thread.
    func discard() {
        let port = header.pointee.port
        switch kind {
        case .value:
            port._withUnsafeGuaranteedRef { $0.destroy(self) }
            memory.deallocate()
        case .end:
            port._withUnsafeGuaranteedRef { $0.noteEnd() }
            memory.deallocate()
        case .last:
            port.takeRetainedValue().noteEnd()
            memory.deallocate()
        case .ring:
            port.takeRetainedValue().isRinging.store(false, ordering: .sequentiallyConsistent)
        }
    }

    /// Holds the port until the letter has come: for a `ring` and a `last`.
    @discardableResult
    func holdingPort() -> Letter {
        _ = header.pointee.port.retain()
        return self
    }

    /// Gives back the memory of a letter that is not posted.
    func free() {
        memory.deallocate()
    }
}

extension Port {
    /// Any thread. A letter that is refused, because the loop does not run, is discarded.
    ///
    /// Invariant: the address is 0, or that of the mailbox that the port holds for good; it is set before the early one is
    /// closed.
    @discardableResult
    func post(_ letter: Letter) -> Bool {
        if let address = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
            // Borrowed: all threads retain the mailbox.
            let isTaken = Unmanaged<Mailbox>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.push(letter) }
            if !isTaken { letter.discard() }
            return isTaken
        }
        // Refused only when there is a loop by now.
        return early?.push(letter) == true || post(letter)
    }

    /// Any thread. The last letter of all, behind all values: it holds the port until they have come.
    func postLast() {
        let letter = Letter(.last, to: self)
        // Not while it waits in the port itself, for a loop that may never come: `move(to:)` sees to it.
        if address.load(ordering: .acquiring) == 0, early?.push(letter) == true { return }
        post(letter.holdingPort())
    }

    /// The loop only. Sends what is posted from now on to `mailbox`, which the port holds.
    func publish(_ mailbox: Mailbox) {
        address.store(UInt(bitPattern: Unmanaged.passUnretained(mailbox).toOpaque()), ordering: .releasing)
    }
}

/// A place for one value, that any thread exchanges for another.
///
/// Invariant: the word is 0, or the address of a ``Variable`` that the word retains. Nobody writes to that.
final class NewestValue<Value: Sendable>: Sendable {
    private let address = Atomic<UInt>(0)

    deinit {
        _ = exchange(nil)
    }

    /// - Returns: What was there before.
    func exchange(_ value: Value?) -> Value? {
        let box = value.map { UInt(bitPattern: Unmanaged.passRetained(Variable($0)).toOpaque()) }
        let before = address.exchange(box ?? 0, ordering: .acquiringAndReleasing)
        guard let pointer = UnsafeRawPointer(bitPattern: before) else { return nil }
        return Unmanaged<Variable<Value>>.fromOpaque(pointer).takeRetainedValue().value
    }
}
