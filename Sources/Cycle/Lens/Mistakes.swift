// Declarations for the messages of the compiler. Most cannot be used by a program: the compiler finds them for the commonest
// mistakes, and says how to correct each.

/// A ``MutatingLens``, as builders and loops take it. Nothing else has to conform.
///
/// Where a builder takes a `MutatingLens`, the compiler says of a mistake in a filter first that `Receiver` could not be
/// inferred. Where it takes a protocol, the mistake is its only message.
public protocol LensProtocol<Value, Receiver> {
    /// The whole.
    associatedtype Value
    /// The part.
    associatedtype Receiver
    /// As ``MutatingLens/get``.
    var get: Receiver { get }
    /// As ``MutatingLens/set``.
    var set: [Value] { get }
}

extension Signal {
    /// The label is missing.
    @available(*, unavailable, message: "write the label: lens(driver: …, frameFilter: …, eventFilter: …)")
    public func lens<D: Driver>(
        _ driver: D, label: String? = nil, frameFilter: (Value) -> D.Model,
        eventFilter: (inout Value, D.Event) -> Void = { _, _ in }
    ) -> MutatingLens<Signal, D> { stop("a driver has a label") }

    /// The label and the filters are missing.
    @available(*, unavailable, message: "write lens(driver: …, frameFilter: …, eventFilter: …)")
    public func lens<D: Driver>(_ driver: D) -> MutatingLens<Signal, D> { stop("a driver has a label") }

    /// The Frame-Filter is missing.
    @available(*, unavailable, message: "a driver renders a model of the frame: add its frameFilter")
    public func lens<D: Driver>(
        driver: D, label: String? = nil, eventFilter: (inout Value, D.Event) -> Void = { _, _ in }
    ) -> MutatingLens<Signal, D> { stop("a driver renders a model of the frame") }
}

extension LensBuilder {
    /// A statement that is no lens.
    @available(*, unavailable, message: "a statement here is a lens on these frames; other work goes before it")
    public static func buildExpression<Other>(_ statement: Other) -> MutatingLens<Signal<Frame>, Never> {
        stop("a statement is a lens on these frames")
    }
}

extension CycledLens {
    /// As for a value, without what a value gives.
    @available(*, deprecated, message: "make the frame a struct: an object changes behind the loop's back")
    public convenience init<Lens: LensProtocol<Signal<Frame>, Receiver>>(
        startingWith first: Frame, answerLimit: Int = Loop.defaultAnswerLimit,
        @LensBuilder<Frame> lens: (Signal<Frame>) -> Lens
    ) where Frame: AnyObject {
        self.init(first, answerLimit, nil, lens)
    }

    /// As for a value, without what a value gives.
    @available(*, deprecated, message: "make the frame a struct: an object changes behind the loop's back")
    public convenience init<Lens: LensProtocol<Signal<Frame>, Receiver>>(
        startingWith first: Frame, answerLimit: Int = Loop.defaultAnswerLimit,
        @LensBuilder<Frame> lens: (Signal<Frame>) -> Lens
    ) where Frame: AnyObject & Equatable {
        self.init(startingWith: first, comparing: { $0 }, answerLimit: answerLimit, lens: lens)
    }
}
