/// One exchange over libcurl, from the queue of the process to its end, as a value.
///
/// ``receive(_:into:)`` is its only transition. The exchange takes what is scarce one after the other: a place among the
/// running exchanges, a lookup of its host, a handle of libcurl. It gives each back once, whatever order things happen in, and
/// ends with one ``Action/end(_:)`` or ``Action/discard``.
struct CurlSession: Hashable, Sendable {
    /// Everything that can happen to an exchange.
    enum Input: Hashable, Sendable {
        /// The limits of the process hold the exchange back, at that place of the queue.
        case queued(place: Int)
        /// All exchanges that may run have begun.
        case othersAdmitted
        /// The exchange may run. It waits for a lookup with that number.
        ///
        /// - Parameter hasWaited: Whether it has reported that it waits.
        case admitted(lookup: Int, hasWaited: Bool)
        /// libcurl may have the exchange.
        ///
        /// - Parameter isLookingUp: Whether libcurl looks its host up; else its address is known.
        case handedOver(isLookingUp: Bool)
        /// The address of the host is known.
        case addressFound
        /// libcurl cannot begin.
        case failed(HTTP.Failure)
        case transfer(CurlTransfer.Input)
        /// The loop wants no more of it.
        case cancelled
    }

    /// Something for the shell to perform, in order.
    enum Action: Hashable, Sendable {
        /// Give the receiver an event: `waiting`, `begun`, `connected` or `head`.
        case report(Exchange.Event)
        case prepareBody(CurlTransfer.BodyForm)
        /// Decode the bytes at hand, and hand them to the receiver.
        case decode
        /// Resume the next round with this exchange; others come first.
        case letOthersFirst
        /// End the transfer as libcurl would, once its callbacks have returned.
        case finishEarly
        /// Take a handle of libcurl, and begin the transfer.
        case begin
        /// Begin the transfer once more, on a connection of its own.
        case startAgain
        /// Let libcurl hand over what it holds back, then report ``CurlTransfer/Input/resumed``.
        case resume
        /// Give the lookup back.
        ///
        /// - Parameters:
        ///   - isFound: Whether the host has an address.
        ///   - isGivenUp: Whether the resolver may still look for it.
        case endLookup(Int, isFound: Bool, isGivenUp: Bool)
        /// Leave the queue.
        case leaveQueue(place: Int)
        /// Give back the place among those that run.
        case leave
        /// Give back the handle of libcurl, if there is one.
        case release
        /// Tell the receiver the outcome: `nil` for a whole response.
        case end(HTTP.Failure?)
        /// Tell the receiver that nobody wants the response.
        case discard
    }

    enum State: Hashable, Sendable {
        case new
        case queued(place: Int)
        /// The exchange runs, and waits until its host may be looked up.
        case connecting(lookup: Int)
        /// - Parameter lookup: `nil` once the address of the host is known.
        case transferring(CurlTransfer, lookup: Int?)
        case over
    }

    private(set) var state = State.new
    private let transfer: CurlTransfer

    init(_ message: HTTP.Message, headerLimit: Int, canDecodeGzip: Bool) {
        transfer = CurlTransfer(message, headerLimit: headerLimit, canDecodeGzip: canDecodeGzip)
    }

    /// The answer to libcurl of the callback that has just reported an input.
    var answer: CurlTransfer.Answer {
        if case .transferring(let transfer, _) = state { transfer.answer } else { .stop }
    }

    var isHeadDone: Bool {
        if case .transferring(let transfer, _) = state { transfer.isHeadDone } else { false }
    }

    /// The one transition. The actions are appended to `actions`.
    mutating func receive(_ input: Input, into actions: inout [Action]) {
        assert(isConsistent)
        defer { assert(isConsistent) }
        switch input {
        case .queued(let place): if state == .new { state = .queued(place: place) }
        case .othersAdmitted: if case .queued = state { actions.append(.report(.waiting)) }
        case .admitted(let lookup, let hasWaited): start(lookup, hasWaited, &actions)
        case .handedOver(let isLookingUp):
            guard case .connecting(let lookup) = state else { return }
            state = .transferring(transfer, lookup: isLookingUp ? lookup : nil)
            actions.append(.begin)
        case .addressFound: if case .transferring = state { endLookup(isFound: true, &actions) }
        case .failed(let failure): conclude(.end(failure), &actions)
        case .transfer(let input): receive(input, &actions)
        case .cancelled: conclude(.discard, &actions)
        }
    }

    private mutating func start(_ lookup: Int, _ hasWaited: Bool, _ actions: inout [Action]) {
        switch state {
        case .new, .queued:
            state = .connecting(lookup: lookup)
            if hasWaited { actions.append(.report(.begun)) }
        case .connecting, .transferring, .over: break
        }
    }

    private mutating func receive(_ input: CurlTransfer.Input, _ actions: inout [Action]) {
        guard case .transferring(var transfer, let lookup) = state else { return }
        switch input {
        case .finished(let ending):
            guard transfer.phase == .stale, ending == .stopped else {
                return conclude(.end(transfer.failure(at: ending)), &actions)
            }
            transfer.startAgain()
            state = .transferring(transfer, lookup: lookup)
            actions.append(.startAgain)
        case .resumed:
            // libcurl hands over at once what it has held back, and that may be too large or malformed.
            if case .failed(let failure) = transfer.phase { conclude(.end(failure), &actions) }
        case .connected, .header, .body, .heldBack, .bodyIsWhole, .refused, .roomMade:
            // Taken out, so that the transfer is changed without a copy.
            state = .new
            transfer.receive(input, into: &actions)
            state = .transferring(transfer, lookup: lookup)
            if transfer.phase == .open { endLookup(isFound: true, &actions) }
        }
    }

    private mutating func endLookup(isFound: Bool, isGivenUp: Bool = false, _ actions: inout [Action]) {
        switch state {
        case .connecting(let lookup):
            actions.append(.endLookup(lookup, isFound: isFound, isGivenUp: isGivenUp))
        case .transferring(let transfer, let lookup?):
            state = .transferring(transfer, lookup: nil)
            actions.append(.endLookup(lookup, isFound: isFound, isGivenUp: isGivenUp))
        case .transferring(_, nil), .new, .queued, .over: break
        }
    }

    /// Ends the exchange, and gives back what it has taken.
    private mutating func conclude(_ outcome: Action, _ actions: inout [Action]) {
        guard state != .over else { return }
        actions.append(outcome)
        endLookup(isFound: false, isGivenUp: outcome == .discard, &actions)
        switch state {
        case .queued(let place): actions.append(.leaveQueue(place: place))
        case .connecting, .transferring: actions += [.leave, .release]
        case .new, .over: break
        }
        state = .over
    }

    /// Holds before and after each input.
    var isConsistent: Bool {
        switch state {
        case .transferring(let transfer, let lookup):
            transfer.isConsistent && (transfer.phase != .open || lookup == nil)
        case .new, .queued, .connecting, .over: true
        }
    }
}
