import Synchronization

// The raw memory of what crosses threads: letters, the stack that they are pushed on, and the newest value of a sampler.

/// One value on its way to a loop: a block of memory with a link to the letter posted before it, the port it is for, and
/// the value. Raw, so that a post costs one allocation and retains nothing.
///
/// Invariant: a letter is delivered or discarded once, by whoever took it off its stack, and its memory is freed then. That of
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

    /// - Parameter address: Of a letter; anything below is a word of its stack.
    fileprivate init?(address: UInt) {
        guard address > LetterStack.closed, let memory = UnsafeMutableRawPointer(bitPattern: address) else {
            return nil
        }
        self.memory = memory
    }

    fileprivate var address: UInt { UInt(bitPattern: memory) }
    private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }
    private var payload: UnsafeMutableRawPointer { memory + Int(header.pointee.payloadOffset) }

    var kind: Kind { header.pointee.kind }
    /// The one that was posted after it.
    var following: Letter? { Letter(address: next) }

    fileprivate var next: UInt {
        get { header.pointee.next }
        nonmutating set { header.pointee.next = newValue }
    }

    /// This letter and those that follow it, then `letter` and those that follow that.
    func followed(by letter: Letter?) -> Letter {
        var last = self
        while let following = last.following { last = following }
        last.next = letter?.address ?? LetterStack.empty
        return self
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
            port._withUnsafeGuaranteedRef { $0.discard(self) }
            memory.deallocate()
        case .end:
            port._withUnsafeGuaranteedRef { $0.noteEnd() }
            memory.deallocate()
        case .last:
            port.takeRetainedValue().noteEnd()
            memory.deallocate()
        case .ring:
            port.takeRetainedValue().discardRing()
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

/// A stack of letters that many threads push on, and one takes whole.
///
/// Invariant: the word is the address of the newest letter, which links to the one before, or one of the words below; a
/// letter belongs to the stack until it is taken.
struct LetterStack: ~Copyable {
    static let empty: UInt = 0
    /// Empty, and who takes wants to be woken.
    static let asleep: UInt = 1
    /// Takes no letters.
    static let closed: UInt = 2

    enum Push: Equatable {
        case pushed
        /// Pushed; and who takes was asleep, and is the caller's to wake: only one replaces that word.
        case pushedOnSleeper
        case refused
        /// Refused: there was never a loop, and as many letters wait for one as the limit.
        case tooEarly
    }

    private let newest: Atomic<UInt>

    init(isOpen: Bool) {
        newest = Atomic(isOpen ? LetterStack.empty : LetterStack.closed)
    }

    deinit {
        discard(from: newest.load(ordering: .acquiring))
    }

    /// Any thread. Letters of one thread keep their order.
    func push(_ letter: Letter) -> Push {
        var seen = newest.load(ordering: .acquiring)
        while seen != LetterStack.closed {
            letter.next = seen == LetterStack.asleep ? LetterStack.empty : seen
            let (exchanged, original) = newest.weakCompareExchange(
                expected: seen, desired: letter.address, ordering: .acquiringAndReleasing)
            if exchanged { return seen == LetterStack.asleep ? .pushedOnSleeper : .pushed }
            seen = original
        }
        return .refused
    }

    var hasLetters: Bool { newest.load(ordering: .relaxed) > LetterStack.closed }

    /// Replaces one word by another, if it is there.
    func exchange(_ expected: UInt, for desired: UInt) -> Bool {
        newest.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).exchanged
    }

    /// All letters, oldest first. A stack that is closed stays so.
    func takeAll(leaving word: UInt = LetterStack.empty) -> Letter? {
        LetterStack.reversed(newest.exchange(word, ordering: .acquiringAndReleasing))
    }

    func close() {
        discard(from: newest.exchange(LetterStack.closed, ordering: .acquiringAndReleasing))
    }

    private func discard(from word: UInt) {
        var letter = LetterStack.reversed(word)
        while let current = letter {
            letter = current.following
            current.discard()
        }
    }

    private static func reversed(_ word: UInt) -> Letter? {
        var previous: Letter?
        var letter = Letter(address: word)
        while let current = letter {
            letter = current.following
            current.next = previous?.address ?? empty
            previous = current
        }
        return previous
    }
}

/// Where the letters of one port go: to the mailbox of its loop, or, while there was none yet, onto a stack of their own.
///
/// Invariant: the word is 0, or the address of a mailbox that it retains, for good; it is set before the stack is closed.
struct Destination: ~Copyable {
    private let word = Atomic<UInt>(0)
    private let early = LetterStack(isOpen: true)
    private let earlyCount = Atomic(0)

    deinit {
        mailbox?.release()
    }

    private var mailbox: Unmanaged<Mailbox>? {
        UnsafeRawPointer(bitPattern: word.load(ordering: .acquiring)).map { .fromOpaque($0) }
    }

    /// Any thread. A letter that is refused was discarded.
    ///
    /// - Parameter limit: How many letters may wait for a loop.
    func post(_ letter: Letter, earlyLimit limit: Int) -> LetterStack.Push {
        // Borrowed: all threads retain the mailbox.
        if let mailbox { return mailbox._withUnsafeGuaranteedRef { $0.post(letter) } ? .pushed : .refused }
        guard earlyCount.add(1, ordering: .relaxed).oldValue < limit else {
            letter.discard()
            return .tooEarly
        }
        // Refused only when there is a mailbox by now.
        return early.push(letter) == .refused ? post(letter, earlyLimit: limit) : .pushed
    }

    /// The loop only. The mailbox, and whether it is another one.
    func isOther(than mailbox: Mailbox) -> Bool {
        self.mailbox.map { $0.toOpaque() != Unmanaged.passUnretained(mailbox).toOpaque() } ?? false
    }

    /// The loop only. Sends what is posted from now on to `mailbox`.
    ///
    /// - Returns: What was posted before, oldest first. It is the caller's to deliver before any other, so that no thread's
    ///   values change their order.
    func move(to mailbox: Mailbox) -> Letter? {
        guard self.mailbox == nil else { return nil }
        word.store(UInt(bitPattern: Unmanaged.passRetained(mailbox).toOpaque()), ordering: .releasing)
        return early.takeAll(leaving: LetterStack.closed)
    }

    /// The loop only. Nothing more, or something again, comes from here that could cause a turn.
    func countSource(_ difference: Int) {
        mailbox?._withUnsafeGuaranteedRef { $0.openSourceCount += difference }
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
