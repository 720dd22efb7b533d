import CycleBase

/// One exchange over libcurl as a value; its place in the queue of the process belongs to its response, a `ResponseSession`.
///
///     new --admitted--> connecting --handedOver--> transferring --finished--> over
///      |                    |                       ^        |                 ^
///      |                    |                       +- stale, startAgain       |
///      +---- failed, cancelled ------------------------------------------------+
///
/// ``receive(_:at:into:)`` is its only transition. The exchange takes what is scarce one after the other: a lookup of its host, a
/// handle of libcurl. It gives each back once, whatever order things happen in, and ends with one ``Action/end(_:)`` or
/// ``Action/discard``.
struct CurlSession: Session {
    /// Everything that can happen to an exchange.
    enum Input: Hashable, Sendable {
        /// The exchange may run. It waits for a lookup with that number.
        case admitted(lookup: Int)
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
        case reportConnection
        /// Give the receiver the head.
        case giveHead(status: Int, HTTP.Headers)
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
        /// Give back the handle of libcurl, if there is one.
        case release
        /// Give the receiver the outcome, `nil` for a whole response, and give back its place.
        case end(HTTP.Failure?)
        /// End the receiver without a report, as the loop wants none, and give back its place.
        case discard
    }

    enum State: Hashable, Sendable {
        case new
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
    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch input {
        case .admitted(let lookup): if state == .new { state = .connecting(lookup: lookup) }
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
        case .transferring(_, nil), .new, .over: break
        }
    }

    /// Ends the exchange, and gives back what it has taken.
    private mutating func conclude(_ outcome: Action, _ actions: inout [Action]) {
        guard state != .over else { return }
        actions.append(outcome)
        endLookup(isFound: false, isGivenUp: outcome == .discard, &actions)
        switch state {
        case .connecting, .transferring: actions.append(.release)
        case .new, .over: break
        }
        state = .over
    }

    /// Holds before and after each input.
    var isConsistent: Bool {
        switch state {
        case .transferring(let transfer, let lookup):
            transfer.isConsistent && (transfer.phase != .open || lookup == nil)
        case .new, .connecting, .over: true
        }
    }
}
