/// Joins lenses that are written one after the other, a statement each, as ``MutatingLens/zip(_:_:)`` does.
///
/// A function that joins the drivers of a feature has this attribute, and hides their types behind `some Any`:
///
///     @LensBuilder<Search>
///     func search(_ frames: Signal<Search>) -> MutatingLens<Signal<Search>, some Any> {
///         frames.lens(driver: Keys(), frameFilter: \.text, eventFilter: { search, key in search.text += key })
///         frames.lens(driver: Index(), frameFilter: \.text, eventFilter: { search, found in search.results = found })
///     }
@resultBuilder
public enum LensBuilder<Frame> {
    /// One lens.
    public static func buildExpression<Lens: LensProtocol>(
        _ lens: Lens
    ) -> Lens where Lens.Value == Signal<Frame> { lens }

    /// One lens is itself.
    public static func buildBlock<Lens: LensProtocol>(_ lens: Lens) -> Lens where Lens.Value == Signal<Frame> { lens }

    /// Several are one, whose part is the tuple of their parts.
    public static func buildBlock<First, Second, each Other>(
        _ first: MutatingLens<Signal<Frame>, First>, _ second: MutatingLens<Signal<Frame>, Second>,
        _ other: repeat MutatingLens<Signal<Frame>, each Other>
    ) -> MutatingLens<Signal<Frame>, (First, Second, repeat each Other)> {
        MutatingLens<Signal<Frame>, Never>.zip(first, second, repeat each other)
    }

    /// Lenses below an `if`, for what an option of the program decides: looked at once, when the loop is made.
    public static func buildOptional<Receiver>(
        _ lens: MutatingLens<Signal<Frame>, Receiver>?
    ) -> MutatingLens<Signal<Frame>, Receiver?> {
        MutatingLens(value: lens?.value ?? .never, receiver: lens?.get, set: lens?.set ?? [])
    }

    /// Lenses below an `if` that has an `else`, or a `switch`.
    public static func buildEither<Receiver>(
        first lens: MutatingLens<Signal<Frame>, Receiver>
    ) -> MutatingLens<Signal<Frame>, Any> { lens.map { _, part in part } }

    /// Lenses below an `else`.
    public static func buildEither<Receiver>(
        second lens: MutatingLens<Signal<Frame>, Receiver>
    ) -> MutatingLens<Signal<Frame>, Any> { lens.map { _, part in part } }
}
