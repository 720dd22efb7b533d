import Cycle
import CycleNetwork
import CycleURLSession
import CycleTesting
import Foundation
import Synchronization
import Testing

/// Where a scenario is played: on the loopback interface in real time, or in the simulation in virtual time.
enum World: CaseIterable {
    case curl, urlSession, simulated

    /// Plays `requests` against servers that answer as told.
    ///
    /// - Parameters:
    ///   - driver: Makes the driver for the transport.
    ///   - isChanging: Changes more of the outcomes with an event, as their requests.
    ///   - inspect: Is handed what reads the files of that world, when all is over.
    /// - Returns: The outcomes, and the requests that the servers received, as `GET /path body`.
    func play(
        _ requests: (_ url: (String) -> String) -> [NetworkDriver<Int>.Request],
        _ driver: (HTTP.Transport) -> NetworkDriver<Int> = { .init(transport: $0, seed: 1) },
        isChanging: @escaping (inout Outcomes) -> Void = { _ in },
        inspect: (_ read: (_ path: String) -> [UInt8]?) -> Void = { _ in },
        answer: @escaping @Sendable (HTTP.Message) -> SimulatedAnswer
    ) async -> (outcomes: Outcomes, messages: [String]) {
        guard self != .simulated else {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { message in answer(message) }
            let first = Outcomes(requests: requests { "http://127.0.0.1:8000\($0)" }, isChanging: isChanging)
            let last = await virtualOutcomes(from: first, driver(network.transport), time)
            #expect(network.openCount == 0)
            inspect { network.files[$0] }
            return (last, network.messages.map(\.line))
        }
        let log = Log()
        let server = LoopbackServer { connection in
            while let message = connection.request()?.message {
                log.append(message.line)
                guard connection.play(answer(message), message.method) else { return }
            }
        }
        defer { server.stop() }
        let transport: HTTP.Transport = self == .curl ? .curl : .urlSession
        let last = await outcomes(
            from: Outcomes(requests: requests(server.url), isChanging: isChanging), driver(transport))
        server.waitUntilAlone()
        inspect { FileManager.default.contents(atPath: $0).map([UInt8].init) }
        return (last, log.lines)
    }
}

/// Runs a loop in virtual time until every request has its outcome, for an hour at most.
func virtualOutcomes(
    from first: Outcomes, _ driver: NetworkDriver<Int>, _ time: VirtualTime, hours: Int = 1
) async -> Outcomes {
    let cycle = CycledLens(startingWith: first) { frames in
        frames.lens(driver: driver, frameFilter: { .init($0.requests) }, eventFilter: { $0.take($1) })
    }
    cycle.start(on: time)
    time.join(cycle) { while cycle.step() {} }
    for _ in 0..<3_600 * hours {
        if cycle.frame.requests.allSatisfy({ cycle.frame.ends[$0.id] != nil }) { break }
        time.advance(by: .seconds(1))
    }
    time.leave(cycle)
    let last = cycle.frame
    cycle.stop()
    await cycle.settle()
    return last
}

/// The requests that servers received, on their threads.
final class Log: Sendable {
    private let entries = Mutex<[String]>([])

    var lines: [String] { entries.withLock { $0 } }

    func append(_ line: String) { entries.withLock { $0.append(line) } }
}

extension HTTP.Message {
    var line: String {
        var text = "\(method.rawValue) \(address.target)"
        if case .bytes(let bytes) = body, !bytes.isEmpty { text += " " + String(decoding: bytes, as: UTF8.self) }
        return text
    }
}

extension ReceivedRequest {
    /// The order that the driver must have given.
    var message: HTTP.Message? {
        guard let method = HTTP.Method(rawValue: method),
            let address = HTTP.Address("http://\(self["Host"] ?? "")\(target)")
        else { return nil }
        return HTTP.Message(
            method: method, address: address, headers: HTTP.Headers(headers.map { .init($0.name, $0.value) }),
            body: body.isEmpty ? .none : .bytes(body))
    }
}

extension Connection {
    /// Does on the wire what the simulation does without one.
    ///
    /// - Returns: Whether the connection goes on.
    func play(_ answer: SimulatedAnswer, _ method: HTTP.Method) -> Bool {
        let bodyCount = answer.steps.reduce(0) { count, step in
            if case .body(let bytes) = step.event { count + bytes.count } else { count }
        }
        var isWhole = false
        if case .end? = answer.steps.last?.event { isWhole = true }
        for step in answer.steps {
            if step.after > .zero { waitForClose(atMost: step.after / .seconds(1)) }
            switch step.event {
            case .connected, .sent: break
            case .head(let status, let headers):
                var text = "HTTP/1.1 \(status) X\r\n"
                for field in headers.fields where field.name != "Content-Length" {
                    text += "\(field.name): \(field.value)\r\n"
                }
                // A promise that is not kept tells the client that the end is not the end.
                let length = isWhole ? "\(bodyCount)" : headers["Content-Length"] ?? "\(bodyCount + 1)"
                if status != 204 { text += "Content-Length: \(length)\r\n" }
                send(text + "\r\n")
            case .body(let bytes): send(bytes)
            case .end: return true
            case .failed:
                reset()
                return false
            }
        }
        waitForClose()
        return false
    }
}
