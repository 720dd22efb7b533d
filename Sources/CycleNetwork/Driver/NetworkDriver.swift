public import Cycle

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
/// - Source: the HTTP driver of Cycle.js; `react(requests:)` of RxFeedback.
public struct NetworkDriver<ID: Hashable & Sendable>: Driver {
    public typealias Method = HTTP.Method
    public typealias Headers = HTTP.Headers
    public typealias Response = HTTP.Response
    public typealias Progress = HTTP.Progress
    public typealias Failure = HTTP.Failure

    /// The requests that should be in flight. Of two with one identity the first counts.
    public struct Model: Equatable, Sendable {
        public var requests: [Request]

        public init(_ requests: [Request] = []) {
            self.requests = requests
        }
    }

    /// What happened to the request of that identity.
    public enum Event: Sendable {
        /// The head of a streamed response: status and headers.
        case head(ID, Response)
        /// A piece of a streamed body, decoded.
        case chunk(ID, [UInt8])
        case progress(ID, Progress)
        /// The request is over: the server has answered.
        case response(ID, Response)
        /// The request is over: it has no answer.
        case failed(ID, Failure)
    }

    let transport: any Transport
    let options: TransportOptions
    let limits: ConcurrencyLimits
    let keepsCookies: Bool
    let retryBudget: Int
    let seed: UInt64?

    /// - Parameters:
    ///   - transport: What carries the requests; by default what survives hostile servers on this system.
    ///   - limits: How many requests run at a time; the others wait, first come, first served.
    ///   - options: Limits and trust of every connection.
    ///   - keepsCookies: Whether cookies of responses are sent back, for as long as the loop runs.
    ///   - retryBudget: How many retries all requests have in common. Five responses give one back.
    ///   - seed: Makes the waits before retries the same in every run.
    public init(
        transport: any Transport = .automatic, limits: ConcurrencyLimits = .init(), options: TransportOptions = .init(),
        keepsCookies: Bool = false, retryBudget: Int = 10, seed: UInt64? = nil
    ) {
        self.transport = transport
        self.options = options
        self.limits = limits
        self.keepsCookies = keepsCookies
        self.retryBudget = retryBudget
        self.seed = seed
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            let gate = Gate(limits)
            let shared = RequestContext(
                connections: transport.open(options), gate: gate, options: options,
                cookies: keepsCookies ? CookieJar() : nil, budget: RetryBudget(retryBudget),
                random: SeededRandom(seed: seed ?? .random(in: .min ... .max)))
            sink.settle(shared.isGone)
            // All changes of a model are made before the gate lets anyone in: whoever is about to be cancelled does not start.
            let bracketed = Signal<Model> { inner in
                model.run(inside: inner) { value in
                    gate.whileClosed { inner.send(value) }
                }
            }
            let events = bracketed.effects(for: \.requests, by: \.id) { request in
                Signal<Event> { sink in
                    let run = RequestRun(request, shared, sink)
                    run.start()
                    return Subscription(run.cancel)
                }
            }
            return Subscription([
                Subscription(shared.close),
                events.run(inside: sink, receive: sink.send),
            ])
        }
    }
}

/// How many requests a driver runs at a time.
public struct ConcurrencyLimits: Hashable, Sendable {
    public var perHost: Int
    public var total: Int

    public init(perHost: Int = 6, total: Int = 64) {
        precondition(perHost > 0 && total > 0, "ConcurrencyLimits: let at least one request run")
        self.perHost = perHost
        self.total = total
    }
}
