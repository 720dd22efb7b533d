/// A `get`, from a whole to a part, and a `set`, from the part and the whole to new wholes.
///
/// Both are evaluated once, when the lens is made: `get` holds the part, `set` what the part leads to. With a signal of
/// frames for the whole, the part is a driver, and the wholes are the frames that its events lead to.
///
///     MutatingLens(value: 5, get: { "\($0)" }, set: { text, number in number + text.count }).set  // [6]
///
/// - Source: `MutatingLens` of Cycle.swift.
public struct MutatingLens<Value, Receiver>: LensProtocol {
    /// The whole that the lens was made on.
    public let value: Value
    /// The part: for a driver lens the driver, of a `zip` the tuple of all parts.
    public let get: Receiver
    /// The new wholes, in the order in which they are set.
    public let set: [Value]

    /// - Parameters:
    ///   - value: The whole.
    ///   - get: Makes the part, first.
    ///   - set: Makes the new wholes, from the part and the whole.
    public init(value: Value, get: (Value) -> Receiver, set: (Receiver, Value) -> [Value]) {
        let receiver = get(value)
        self.init(value: value, receiver: receiver, set: set(receiver, value))
    }

    /// A lens that sets one new whole: the form of the seed.
    public init(value: Value, get: (Value) -> Receiver, set: (Receiver, Value) -> Value) {
        self.init(value: value, get: get, set: { [set($0, $1)] })
    }

    /// A lens that only reads: it sets no whole, and leads to no frame.
    public init(value: Value, get: (Value) -> Receiver) {
        self.init(value: value, get: get, set: { _, _ in [] })
    }

    @usableFromInline init(value: Value, receiver: Receiver, set: [Value]) {
        self.value = value
        self.get = receiver
        self.set = set
    }

    /// The same lens with another part, made once, now.
    public func map<Other>(_ transform: (Value, Receiver) -> Other) -> MutatingLens<Value, Other> {
        MutatingLens<Value, Other>(value: value, receiver: transform(value, get), set: set)
    }

    /// The same lens that sets `first` before all else. Of two prefixes the one added last comes first.
    public func prefixed(with first: Value) -> MutatingLens {
        MutatingLens(value: value, receiver: get, set: [first] + set)
    }

    /// The same lens that sets one frame more, before all else; a loop shows it right after its first frame, and not when it
    /// resumes another run.
    public func prefixed<Frame>(with first: Frame) -> MutatingLens where Value == Signal<Frame> {
        prefixed(
            with: .makeOperator { sink in
                let isResuming = sink.target?().stage.run.value.isResuming == true
                return (isResuming ? .empty : Signal.just(first)).setting(of: "prefix", Frame.self).run(sink)
            })
    }
}

// `Receiver == Never` pins the outer type so that callers write `MutatingLens.zip(a, b)` with no type arguments.
extension MutatingLens where Receiver == Never {
    /// One lens of many: its part is the tuple of their parts, and it sets what each of them sets, in order.
    ///
    /// The lenses of one loop have the same value, its frames.
    public static func zip<First, each Other>(
        _ first: MutatingLens<Value, First>,
        _ other: repeat MutatingLens<Value, each Other>
    ) -> MutatingLens<Value, (First, repeat each Other)> {
        var set = first.set
        repeat set.append(contentsOf: (each other).set)
        return MutatingLens<Value, (First, repeat each Other)>(
            value: first.value, receiver: (first.get, repeat (each other).get), set: set)
    }
}
