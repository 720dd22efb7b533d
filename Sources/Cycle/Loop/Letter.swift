import Synchronization

// The raw memory of what crosses threads: letters, and the way to their mailbox.

/// One value on its way to a loop: a block of memory with a link to the letter posted before it, the port it is for, and
/// the value. Raw, so that a post costs one allocation and retains nothing.
///
/// One without a value asks its port to look at what has changed: the source has ended, an alarm rings, a sampler has a
/// newer value. Only such a letter holds its port while it is posted.
///
/// Invariant: a letter is delivered or discarded once, by the code that took it out of its mailbox, and its memory is freed then;
/// that of an alarm's one letter is its port's.
@usableFromInline struct Letter {
    /// `type` is `nil` where there is no value.
    private typealias Header = (next: UInt, port: Unmanaged<Port>, type: Any.Type?)

    private let memory: UnsafeMutableRawPointer

    /// A letter without a value.
    init(to port: Port) {
        self.init(to: port, of: nil, byteCount: MemoryLayout<Header>.size, alignment: 1)
    }

    init<Value>(to port: Port, carrying value: Value) {
        let (offset, alignment) = (Letter.payloadOffset(of: Value.self), MemoryLayout<Value>.alignment)
        self.init(to: port, of: Value.self, byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
        (memory + offset).initializeMemory(as: Value.self, to: value)
    }

    private init(to port: Port, of type: Any.Type?, byteCount: Int, alignment: Int) {
        // No more alignment than the value asks for: above a word's, the system takes a slower way to find memory.
        memory = .allocate(byteCount: byteCount, alignment: max(alignment, MemoryLayout<Header>.alignment))
        memory.initializeMemory(as: Header.self, to: (next: 0, port: .passUnretained(port), type: type))
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

    var carriesValue: Bool { header.pointee.type != nil }
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
        assert(header.pointee.type == type, "a letter gives what it carries")
        return (memory + Letter.payloadOffset(of: type)).assumingMemoryBound(to: Value.self).move()
    }

    private static func payloadOffset<Value>(of type: Value.Type) -> Int {
        let alignment = MemoryLayout<Value>.alignment
        return (MemoryLayout<Header>.size + alignment - 1) & ~(alignment - 1)
    }

    /// Hands the letter to its port, on the loop.
    ///
    /// - Returns: The port, if its values are counted.
    func deliver() -> Port? {
        guard carriesValue else {
            letPortGo().look()
            return nil
        }
        // Borrowed: many threads retain a port, and to retain it once more is to fetch its memory from them.
        return header.pointee.port._withUnsafeGuaranteedRef { $0.receive(self) }
    }

    /// Gets rid of a letter that will not be delivered. Any thread.
    func discard() {
        guard carriesValue else { return letPortGo().lookAway() }
        destroy()
    }

    /// Gives back the memory of a letter, with a value that is not taken. The port may be gone: its last owner may have
    /// been refused by the mailbox that this letter comes from.
    func destroy() {
        func drop<Value>(_ type: Value.Type) { _ = take(as: type) }
        if let type = header.pointee.type { drop(type) }
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
        if port.alarmLetter?.address != address { free() }
        return port
    }

    /// Gives back the memory of a letter whose value was taken.
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
