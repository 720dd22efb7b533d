import Synchronization

// The raw memory of what crosses threads: letters, and the way to their mailbox.

/// One value on its way to a loop: a block of memory with a link to the letter posted before it, the port it is for, and
/// the value. Raw, so that a post costs one allocation and retains nothing.
///
/// One without a value asks its port to look at what has changed: the source has ended, an alarm rings, a sampler has a
/// newer value. Only such a letter holds its port while it is posted.
///
/// Invariant: a letter is delivered or discarded once, by whoever took it out of its mailbox, and its memory is freed then;
/// that of an alarm's one letter is its port's.
@usableFromInline struct Letter {
    /// `payloadOffset` is 0 where there is no value.
    private typealias Header = (next: UInt, port: Unmanaged<Port>, payloadOffset: Int)

    private let memory: UnsafeMutableRawPointer

    /// A letter without a value.
    init(to port: Port) {
        self.init(to: port, payloadOffset: 0, byteCount: MemoryLayout<Header>.size, alignment: 1)
    }

    init<Value>(to port: Port, carrying value: Value) {
        let alignment = MemoryLayout<Value>.alignment
        let offset = (MemoryLayout<Header>.size + alignment - 1) & ~(alignment - 1)
        self.init(
            to: port, payloadOffset: offset, byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
        payload.initializeMemory(as: Value.self, to: value)
    }

    private init(to port: Port, payloadOffset: Int, byteCount: Int, alignment: Int) {
        // No more alignment than the value asks for: above a word's, the system takes a slower way to find memory.
        memory = .allocate(byteCount: byteCount, alignment: max(alignment, MemoryLayout<Header>.alignment))
        memory.initializeMemory(
            as: Header.self, to: (next: 0, port: .passUnretained(port), payloadOffset: payloadOffset))
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
    private var payload: UnsafeMutableRawPointer { memory + header.pointee.payloadOffset }

    var carriesValue: Bool { header.pointee.payloadOffset != 0 }
    /// The one that was posted after it.
    var following: Letter? { Letter(address: next) }

    var next: UInt {
        get { header.pointee.next }
        nonmutating set { header.pointee.next = newValue }
    }

    /// This letter and those that follow it, then `letter` and those that follow that.
    func followed(by letter: Letter?) -> Letter {
        var last = self
        while let following = last.following { last = following }
        last.next = letter?.address ?? Mailbox.empty
        return self
    }

    /// Calls `act` with this letter and those that follow it, each of which may be freed by it.
    func forEach(_ act: (Letter) -> Void) {
        var letter: Letter? = self
        while let current = letter {
            letter = current.following
            act(current)
        }
    }

    /// Takes the value out, once.
    @usableFromInline func take<Value>(as type: Value.Type) -> Value {
        assert(carriesValue, "only a letter with a value carries one")
        return payload.assumingMemoryBound(to: Value.self).move()
    }

    /// Hands the letter to its port, on the loop.
    ///
    /// - Returns: The port, if its values are counted.
    func deliver() -> Port? {
        guard carriesValue else {
            letPortGo().look()
            return nil
        }
        defer { free() }
        // Borrowed: many threads retain a port, and to retain it once more is to fetch its memory from them.
        return header.pointee.port._withUnsafeGuaranteedRef { $0.receive(self) ? $0 : nil }
    }

    /// Gets rid of a letter that nobody will take. Any thread.
    func discard() {
        guard carriesValue else { return letPortGo().lookAway() }
        header.pointee.port._withUnsafeGuaranteedRef { $0.destroy(self) }
        free()
    }

    /// Has a letter without a value hold its port until it has come.
    @discardableResult
    func holdingPort() -> Letter {
        assert(!carriesValue, "a letter with a value leaves its port alone")
        _ = header.pointee.port.retain()
        return self
    }

    private func letPortGo() -> Port {
        let port = header.pointee.port.takeRetainedValue()
        // An alarm's letter may be posted again from here on.
        if port.bell?.address != address { free() }
        return port
    }

    /// Gives back the memory of a letter whose value was taken or destroyed.
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

    /// The loop only. Sends what is posted from now on to `mailbox`, which the port holds.
    func publish(_ mailbox: Mailbox) {
        address.store(UInt(bitPattern: Unmanaged.passUnretained(mailbox).toOpaque()), ordering: .releasing)
    }
}
