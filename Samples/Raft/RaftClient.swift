import CycleDrivers
import SampleSystems

/// Makes calls one after the other, each as often as it takes, at one server after the other, until the leader answers.
struct RaftClient: Hashable, Caller {
    let number: Int
    let servers: [SocketAddress]
    let calls: [String]
    /// How long it waits for an answer.
    var pause = Duration.milliseconds(200)
    private(set) var answers: [String] = []
    private var server = 0
    private var attemptCount = 0
    private var mail = Mail<Message>()
    private(set) var problem: String?

    /// - Parameters:
    ///   - number: No other client has it.
    ///   - servers: In any order.
    ///   - calls: Each `get`, or `set=` and a number.
    init(_ number: Int, of servers: [SocketAddress], calls: [String]) {
        (self.number, self.servers, self.calls) = (number, servers, calls)
        send()
    }

    var sockets: SocketDriver<Int>.Model { mail.socket(at: .host("", port: 0)) }
    var timers: TimerDriver<Int>.Model { timers(attempt: attemptCount, after: pause) }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard case (.answer(number, answers.count + 1, let text), let sender)? = try mail.take(event),
                servers.contains(sender), !isDone
            else { return }
            answers.append(text)
            send()
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: TimerDriver<Int>.Event) {
        attemptCount += 1
        if attemptCount > 100 { problem = "no server answers to \(call ?? ""); are most of them running?" }
        server = (server + 1) % servers.count
        send()
    }

    private mutating func send() {
        guard let call else { return }
        mail.send(.call(.init(call, of: number, answers.count + 1)), to: servers[server])
    }
}
