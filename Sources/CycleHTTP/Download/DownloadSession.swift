import CycleBase

/// A body on its way into a file, as a value: it grows in a part beside the file, and takes the place of the file once it is
/// complete.
///
///     waiting --head--> opening --opened--> growing --end--> completing --> over
///        |                 |                 |  ^  |             |
///        |                 |           bytes |  |  +-- failed ---+--> keeping --> over
///        |                 |                 v  | succeeded
///        |                 |                writing -- failed --> keeping
///        +-- mismatch --> mismatched --failed, cancelled--> over
///
/// ``receive(_:at:into:)`` is its only transition. Its last action before the outcome is ``Action/close``: a request that is sent
/// again at once finds the part free.
package struct DownloadSession: Session {
    /// Everything that can happen to a download.
    package enum Input: Hashable, Sendable {
        /// The server answers with a success.
        case head(DownloadPlan.Start)
        /// The server's answer does not go on with the part that was found.
        case mismatch
        /// The server has nothing that begins with the part that was found.
        case discarded
        /// A piece of the body has come.
        case bytes([UInt8])
        /// All of the body has come.
        case end
        /// The exchange has failed.
        case failed(HTTP.Failure)
        /// The request has left the model.
        case cancelled
        /// The operation under way has ended.
        case done(Outcome)
    }

    /// An operation of the disk, which succeeds or leaves what it found.
    package enum Operation: Hashable, Sendable {
        /// Prepare a part that ends after so many bytes. Without a description, a part that no other download can find.
        case open(byteCount: Int, PartInfo?)
        case write([UInt8])
        /// Put the part in the place of the file.
        case complete
        /// Save the part and its description for a later try.
        case keep(PartInfo)
    }

    package enum Outcome: Hashable, Sendable {
        /// - Parameter isDescribed: Whether a later try can find the part.
        case opened(isDescribed: Bool)
        case succeeded
        case failed(HTTP.Failure)
    }

    /// Something for the shell to perform, in order.
    package enum Action: Hashable, Sendable {
        /// Perform an operation, and report its outcome as ``Input/done(_:)`` before any other input.
        case perform(Operation)
        /// Remove the part and its description.
        case remove
        /// Unlock and close the part. No operation follows.
        case close
        /// Report an event of the exchange.
        case report(Exchange.Event)
    }

    /// The part while it grows.
    package struct Growth: Hashable, Sendable {
        package fileprivate(set) var byteCount: Int
        /// `nil` where a later try cannot go on.
        package let info: PartInfo?
        fileprivate var nextReport: Duration
    }

    package enum State: Hashable, Sendable {
        /// No success has been answered.
        case waiting
        /// The part that was found is removed; the exchange is about to fail.
        case mismatched
        case opening(DownloadPlan.Start)
        case growing(Growth)
        case writing(Growth, byteCount: Int)
        case completing(Growth)
        /// The body was cut. The failure is reported once the part is safe.
        case keeping(HTTP.Failure?)
        case over
    }

    /// A fast disk must not flood the loop with numbers.
    private static let leastInterval = Duration.milliseconds(1)

    package let plan: DownloadPlan
    package private(set) var state = State.waiting

    package init(_ plan: DownloadPlan) {
        self.plan = plan
    }

    /// The one transition.
    ///
    /// - Parameter now: The time on any clock that does not go back.
    package mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        actions += step(input, now)
    }

    private mutating func step(_ input: Input, _ now: Duration) -> [Action] {
        switch input {
        case .head(let start): return open(start)
        case .mismatch:
            guard state == .waiting else { return [] }
            state = .mismatched
            return [.remove]
        case .discarded: return state == .waiting ? [.remove] + close(nil) : []
        case .bytes(let bytes):
            guard case .growing(let growth) = state else { return [] }
            state = .writing(growth, byteCount: bytes.count)
            return [.perform(.write(bytes))]
        case .end: return complete()
        case .failed(let failure): return giveUp(failure)
        case .cancelled: return giveUp(nil)
        case .done(let outcome): return goOn(after: outcome, at: now)
        }
    }

    private mutating func open(_ start: DownloadPlan.Start) -> [Action] {
        guard state == .waiting else { return [] }
        state = .opening(start)
        return [.perform(.open(byteCount: start.byteCount, start.info))]
    }

    private mutating func complete() -> [Action] {
        guard case .growing(let growth) = state else { return [] }
        if let total = growth.info?.total, total != growth.byteCount { return giveUp(.disconnected) }
        state = .completing(growth)
        return [.perform(.complete)]
    }

    /// - Parameter failure: `nil` for a request that has left the model.
    private mutating func giveUp(_ failure: HTTP.Failure?) -> [Action] {
        switch state {
        case .waiting, .mismatched: return close(failure)
        case .growing(let growth): return cut(growth, by: failure)
        // An operation is under way: the shell reports its outcome first.
        case .opening, .writing, .completing, .keeping, .over: return []
        }
    }

    private mutating func cut(_ growth: Growth, by failure: HTTP.Failure?) -> [Action] {
        guard var info = growth.info, growth.byteCount > 0, failure?.spoilsBody != true else {
            return [.remove] + close(failure)
        }
        info.synced = growth.byteCount
        state = .keeping(failure)
        return [.perform(.keep(info))]
    }

    private mutating func close(_ failure: HTTP.Failure?) -> [Action] {
        state = .over
        return [.close] + (failure.map { [.report(.failed($0))] } ?? [])
    }

    private mutating func goOn(after outcome: Outcome, at now: Duration) -> [Action] {
        switch (state, outcome) {
        case (.opening(let start), .opened(let isDescribed)):
            state = .growing(
                Growth(
                    byteCount: start.byteCount, info: isDescribed ? start.info : nil,
                    nextReport: now + plan.reportInterval))
            return []
        case (.opening, .failed(let failure)):
            // A part that a later try can go on with stays.
            return (plan.kept == nil ? [.remove] : []) + close(failure)
        case (.writing(var growth, let byteCount), .succeeded):
            growth.byteCount += byteCount
            let isDue = now >= growth.nextReport
            if isDue { growth.nextReport = now + max(plan.reportInterval, Self.leastInterval) }
            state = .growing(growth)
            return isDue ? [.report(.received(byteCount: growth.byteCount))] : []
        case (.completing(let growth), .succeeded):
            return close(nil) + [.report(.end(body: [], byteCount: growth.byteCount))]
        case (.writing(let growth, _), .failed(let failure)), (.completing(let growth), .failed(let failure)):
            return cut(growth, by: failure)
        case (.keeping(let failure), .succeeded): return close(failure)
        case (.keeping(let failure), .failed): return [.remove] + close(failure)
        case (.opening, .succeeded), (.writing, .opened), (.completing, .opened), (.keeping, .opened), (.waiting, _),
            (.mismatched, _), (.growing, _), (.over, _):
            assert(false, "\(outcome) is no outcome of \(state)")
            return []
        }
    }

    /// Holds before and after each input.
    package var isConsistent: Bool {
        switch state {
        case .waiting, .over, .mismatched, .keeping: true
        case .opening(let start): start.byteCount == 0 || start.byteCount == plan.kept?.byteCount
        case .growing(let growth), .writing(let growth, _), .completing(let growth):
            growth.byteCount >= 0 && (growth.info == nil || plan.resumes)
        }
    }
}

extension HTTP.Failure {
    /// Whether the bytes that have come cannot be the beginning of the body that was asked for.
    fileprivate var spoilsBody: Bool {
        switch self {
        case .tooLarge, .malformed: true
        case .refused, .unresolved, .tls, .proxyRefused, .clientCertificateRequired, .disconnected, .timedOutConnecting,
            .timedOutIdle, .timedOut, .tooManyRedirects, .insecureRedirect, .unreadable, .unwritable, .exhausted,
            .unavailable, .other:
            false
        }
    }
}
