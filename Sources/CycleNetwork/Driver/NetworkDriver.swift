public import Cycle
import CycleBase
import CycleDrivers

/// Keeps the requests of its model in flight, and reports what comes of them.
///
///     frames.lens(
///         driver: NetworkDriver<String>(),
///         frameFilter: { .init($0.isLoading ? [.init(id: "total", get: "http://localhost/total")] : []) },
///         eventFilter: { frame, event in
///             switch event {
///             case .response("total", let response): frame.take(response.text)
///             case .failed("total", let failure): frame.show(failure)
///             default: break
///             }
///         })
///
/// A request that enters the model is started, one that leaves it is cancelled and silent, one that changes starts anew.
/// Each ends with exactly one `response`, whatever its status, or one `failed`; it is not sent again while it stays.
///
/// Requests run on threads of the transport, and their events have their turns in the loop. A model costs a comparison of its requests;
/// a body is in memory as a whole unless ``Request/delivery`` says otherwise, and no longer than ``Request/byteLimit``.
///
/// - Source: the HTTP driver of Cycle.js; `react(requests:)` of RxFeedback.
public struct NetworkDriver<ID: Hashable & Sendable>: Driver {
    /// The method of a request.
    public typealias Method = HTTP.Method
    /// The fields of a header.
    public typealias Headers = HTTP.Headers
    /// The answer of a server.
    public typealias Response = HTTP.Response
    /// How far a request has come.
    public typealias Progress = HTTP.Progress
    /// Why a request has no response.
    public typealias Failure = HTTP.Failure

    /// The requests that should be in flight. Of two with one identity the first counts.
    ///
    /// In JSON `{"version":1,"requests":[…]}`.
    public struct Model: Hashable, Sendable {
        /// In any order: they start in it, as far as the limits let them. Of two with one identity the first counts.
        public var requests: [Request]

        /// The requests that should be in flight; by default none.
        public init(_ requests: [Request] = []) {
            self.requests = requests
        }

        /// No request: nothing is in flight.
        public static var none: Model { Model() }

        @inlinable  // hot: asked at every turn
        public static func == (one: Model, other: Model) -> Bool { one.requests == other.requests }

        /// The identities of the requests that are paused.
        fileprivate var pausedIDs: Set<ID> {
            guard requests.contains(where: { $0.isPaused }) else { return [] }
            var seen: Set<ID> = []
            return Set(requests.filter { seen.insert($0.id).inserted && $0.isPaused }.map(\.id))
        }
    }

    /// An event of the request with that identity.
    ///
    /// In JSON `{"response":{"id":1,"response":…}}`, `{"chunk":{"id":1,"bytes":…}}`, `{"failed":{"id":1,"failure":…}}`, and so on.
    public enum Event: Hashable, Sendable {
        /// The head of a streamed response: status and headers.
        case head(ID, Response)
        /// A piece of a streamed body, decoded.
        case chunk(ID, [UInt8])
        /// How far it has come, no more often than ``Request/progress`` says; not after the outcome.
        case progress(ID, Progress)
        /// The request is over: the server has answered.
        case response(ID, Response)
        /// The request is over: it has no answer.
        case failed(ID, Failure)

        /// The request that the event is about.
        public var id: ID {
            switch self {
            case .head(let id, _), .chunk(let id, _), .progress(let id, _), .response(let id, _), .failed(let id, _): id
            }
        }
    }

    package var transport: HTTP.Transport
    let options: HTTP.TransportOptions
    let limits: HTTP.Limits
    let keepsCookies: Bool
    let retryBudget: Int
    package var seed: UInt64?

    /// - Parameters:
    ///   - transport: Carries the requests. The default is the system's transport that survives hostile servers.
    ///   - limits: How many requests of the process run at a time when this driver sends another.
    ///   - options: Limits and trust of every connection.
    ///   - keepsCookies: Whether cookies of responses are sent back, for as long as the loop runs.
    ///   - retryBudget: How many retries all requests to one origin have in common. Five of its responses give one back.
    ///   - seed: Makes the waits before retries the same in every run.
    public init(
        transport: HTTP.Transport = .automatic, limits: HTTP.Limits = .init(), options: HTTP.TransportOptions = .init(),
        keepsCookies: Bool = false, retryBudget: Int = 10, seed: UInt64? = nil
    ) {
        self.transport = transport
        self.options = options
        self.limits = limits
        self.keepsCookies = keepsCookies
        self.retryBudget = retryBudget
        self.seed = seed
    }

    #if compiler(>=6.3)
        // Else every want is copied and compared by looking its type up.
        @specialized(where ID == Int)
        @specialized(where ID == String)
    #endif
    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            let shared = RequestSession.Shared(
                cookies: keepsCookies ? CookieJar() : nil, budgets: RetryBudgets(retryBudget),
                random: SplitMix64(seed: seed ?? .random(in: .min ... .max)))
            let context = RequestContext(transport.open(options, limits), shared, sink)
            sink.settle(context.isGone)
            var paused: Set<ID> = []
            let bracketed = Signal<Model> { inner in
                model.run(inside: inner) { value in
                    context.inOneBatch {
                        let before = paused
                        paused = value.pausedIDs
                        inner.send(value)
                        if paused != before { context.applyPauses() }
                    }
                }
            }
            var unanswered = UnansweredWants<ID>("requests")
            let events = bracketed.effects(
                for: { paused.isEmpty ? $0.requests : $0.requests.map(\.unpaused) }, by: { $0.id }
            ) { request in
                Signal<Event> { sink in
                    let isPaused = { paused.contains(request.id) }
                    let run = RequestRun(request.content.values, context, isPaused: isPaused) { event in
                        assert(unanswered.arrived(for: request.id))
                        sink.send(Event(request.id, event))
                        if event.isLast { sink.end() }
                    }
                    run.receive(.started)
                    return Subscription {
                        assert(unanswered.left(request.id, named: "\(request.id)", at: context.now))
                        run.receive(.cancelled)
                    }
                }
            }
            return Subscription([
                Subscription(context.close),
                events.run(inside: sink, receive: sink.send),
            ])
        }
    }
}
