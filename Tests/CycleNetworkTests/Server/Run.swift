import Cycle
import CycleDrivers
import CycleNetwork

/// The outcomes of some requests.
struct Outcomes {
    typealias Driver = NetworkDriver<Int>

    var requests: [Driver.Request]
    var events: [Driver.Event] = []
    var ends: [Int: [Result<HTTP.Response, HTTP.Failure>]] = [:]
    /// Changes more of the outcomes with an event.
    var isChanging: (inout Outcomes) -> Void = { _ in }

    mutating func take(_ event: Driver.Event) {
        events.append(event)
        switch event {
        case .response(let id, let response): ends[id, default: []].append(.success(response))
        case .failed(let id, let failure): ends[id, default: []].append(.failure(failure))
        default: break
        }
        isChanging(&self)
    }

    /// The one outcome of a request; `nil` when there were none or several.
    subscript(id: Int) -> Result<HTTP.Response, HTTP.Failure>? {
        ends[id]?.count == 1 ? ends[id]?.first : nil
    }

    var chunks: [UInt8] {
        events.reduce(into: []) { bytes, event in if case .chunk(_, let chunk) = event { bytes += chunk } }
    }
}

/// Runs a loop in real time until every request has its outcome.
func outcomes(
    of requests: [Outcomes.Driver.Request], _ driver: Outcomes.Driver
) async -> Outcomes {
    await outcomes(from: Outcomes(requests: requests), driver)
}

func outcomes(
    from first: Outcomes, _ driver: Outcomes.Driver, on scheduler: any Scheduler = RealTime()
) async -> Outcomes {
    let cycle = CycledLens(startingWith: first) { frames in
        frames.lens(
            driver: driver, frameFilter: { .init($0.requests) }, eventFilter: { frame, event in frame.take(event) })
    }
    return await cycle.run(on: scheduler) { frame in
        frame.requests.allSatisfy { request in frame.ends[request.id] != nil }
    }
}

func outcome(
    of request: Outcomes.Driver.Request, _ transport: HTTP.Transport = .automatic
) async -> Result<HTTP.Response, HTTP.Failure>? {
    await outcomes(of: [request], .init(transport: transport))[request.id]
}

extension HTTP.Failure {
    var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }
}

extension Result where Success == HTTP.Response, Failure == HTTP.Failure {
    var response: HTTP.Response? {
        if case .success(let response) = self { response } else { nil }
    }

    var failure: HTTP.Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
