/// The frame of a loop, or a part of it, as a user interface reads it: a view that has read a part is updated when that
/// part changes, and at no other time.
///
///     let observed = ObservedFrame(profile, sending: actions)
///
///     Text(observed.address.city)                             // follows the city
///     Button("Save") { observed.send(.saved) }
///     ForEach(observed.cards.elements) { card in CardView(card) }   // follows which cards there are
///
/// A property of an observed frame is observed in turn, to any depth. Where the context wants a plain value, as in a
/// comparison or in an argument, the compiler takes the value, which makes the view a reader of it; ``value`` asks for
/// it by name. A value has changed when it is not equal to the one before; a part that is not `Equatable` counts as
/// changed with each frame.
///
/// On the main actor, as the loop that it follows. It holds what the loop shows, not the loop.
///
/// - Complexity: Reading a part is a look-up for each property on the way. A new frame is compared where views have read it.
/// - Source: the observation of the standard library; the stores of TCA.
@MainActor
@dynamicMemberLookup
public struct ObservedFrame<Value, Event>: ObservedValue {
    let source: PartSource<Value>
    let receive: (Event) -> Void

    init(_ source: PartSource<Value>, _ receive: @escaping (Event) -> Void) {
        self.source = source
        self.receive = receive
    }

    /// The value now. A view that reads it is updated when it is not equal any more.
    ///
    /// The frame, or the part. An element that has gone is what it was when this observed frame was made.
    public var value: Value {
        source.place().read()
        return source.read() ?? source.last
    }

    /// Sends an event to the loop. It has its turn when the loop takes it, after this call.
    public func send(_ event: Event) {
        receive(event)
    }

    /// The same part, with events of its own.
    ///
    ///     CardView(card.sending { .card(card.id, $0) })
    ///
    /// - Parameter embed: The event of the loop that stands for one of the part.
    public func sending<PartEvent>(_ embed: @escaping (PartEvent) -> Event) -> ObservedFrame<Value, PartEvent> {
        ObservedFrame<Value, PartEvent>(source) { [receive] in receive(embed($0)) }
    }

    /// A part, to be observed by its own properties.
    public subscript<Part: Equatable>(dynamicMember path: KeyPath<Value, Part>) -> ObservedFrame<Part, Event> {
        @inlinable  // hot: a part may be a large collection, which the caller's module compares by its type
        get { part(path, areEqual()) }
    }

    /// The value of an optional, observed by its own properties. A view that reads this is updated when the value comes
    /// or goes.
    public subscript<Part: Equatable>(dynamicMember path: KeyPath<Value, Part?>) -> ObservedFrame<Part, Event>? {
        let find = { (value: Value) in value[keyPath: path] }
        let place = { [source] in
            source.place().part(.unwrapped(path), or: { FoundPart(isEqual: areEqual(), find) }).place
        }
        place().readPresence()
        guard let now = find(source.read() ?? source.last) else { return nil }
        return ObservedFrame<Part, Event>(
            PartSource(
                read: { [source] in source.read().flatMap(find) }, place: place, last: now),
            receive)
    }

    @usableFromInline
    func part<Part>(
        _ path: KeyPath<Value, Part>, _ isEqual: @escaping (Part, Part) -> Bool
    ) -> ObservedFrame<Part, Event> {
        let source = source
        return ObservedFrame<Part, Event>(
            PartSource(
                read: { source.read()?[keyPath: path] },
                place: {
                    source.place().part(.value(path), or: { FoundPart(isEqual: isEqual) { $0[keyPath: path] } }).place
                },
                last: source.last[keyPath: path]),
            receive)
    }
}

@available(*, unavailable)
extension ObservedFrame: Sendable {}

extension ObservedFrame: @MainActor Identifiable where Value: Identifiable {
    /// The identity of the part, which does not change.
    public var id: Value.ID { source.last.id }
}

// Both protocols, as of a string: in a text the compiler would not know which of the two to prefer.
extension ObservedFrame: @MainActor CustomStringConvertible, @MainActor TextOutputStreamable {
    /// The value as text, so that a view that shows it in a text follows it.
    public var description: String { "\(value)" }

    public func write<Target: TextOutputStream>(to target: inout Target) {
        target.write(description)
    }
}

extension ObservedFrame
where Value: RandomAccessCollection, Value.Index == Int, Value.Element: Identifiable & Equatable {
    /// The element with an identity, to be observed by its own properties. A view that reads this is updated when the
    /// value comes or goes.
    public subscript(id identity: Value.Element.ID) -> ObservedFrame<Value.Element, Event>? {
        @inlinable  // hot: the caller's module compares the elements by their type
        get { element(identity, changedPositions) }
    }

    /// The elements, each to be observed by its own properties. A view that reads this is updated when elements come,
    /// go or move, and not by a change inside of one.
    public var elements: [ObservedFrame<Value.Element, Event>] {
        @inlinable  // hot: as of one element
        get { identities.compactMap { self[id: $0] } }
    }

    /// The identities of the elements, in order. A view that reads them is updated when they change.
    public var identities: [Value.Element.ID] {
        @inlinable  // hot: as of one element
        get { identities(changedPositions) }
    }

    @usableFromInline
    func element(
        _ identity: Value.Element.ID, _ changes: @escaping (Value, Value) -> [Int]?
    ) -> ObservedFrame<Value.Element, Event>? {
        let source = source
        let places = { source.place().part(.elements, or: { ElementPlaces<Value>(changes) }) }
        places().place(of: identity).readPresence()
        guard let now = source.read().flatMap({ places().element(identity, in: $0) }) else { return nil }
        return ObservedFrame<Value.Element, Event>(
            PartSource(
                read: { source.read().flatMap { places().element(identity, in: $0) } },
                place: { places().place(of: identity) },
                last: now),
            receive)
    }

    @usableFromInline
    func identities(_ changes: @escaping (Value, Value) -> [Int]?) -> [Value.Element.ID] {
        source.place().part(.elements, or: { ElementPlaces<Value>(changes) }).readOrder()
        return (source.read() ?? source.last).map(\.id)
    }
}
