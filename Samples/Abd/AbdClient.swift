import CycleDrivers
import SampleSystems

/// Reads and writes a number that several replicas keep, by the register of Attiya, Bar-Noy and Dolev, "Sharing Memory Robustly in
/// Message-Passing Systems". A call asks most replicas for their versions, and then has most keep one: the newest, or one that is newer still.
/// So also a read writes, lest a later one finds an older version.
struct AbdClient: Hashable, Caller {
    let number: Int
    let calls: [String]
    /// How long it waits before it asks once more; `nil` for no end.
    var pause: Duration? = .milliseconds(200)
    private(set) var answers: [String] = []
    var poll: Poll<Version>
    /// The version that replicas are to keep; `nil` while it asks for theirs.
    private(set) var version: Version?
    private var attemptCount = 0
    var mail = Mail<AbdMessage>()
    private(set) var problem: String?

    /// - Parameters:
    ///   - number: No other client has it.
    ///   - replicas: In any order.
    ///   - calls: Each `get`, or `set=` and a number.
    init(_ number: Int, of replicas: [SocketAddress], calls: [String]) {
        (self.number, self.calls, poll) = (number, calls, Poll(of: replicas))
        if call != nil { begin(keeping: nil) }
    }

    var sockets: SocketDriver<Int>.Model { isDone ? [] : mail.socket(at: .host("", port: 0)) }
    var timers: TimerDriver<Int>.Model { timers(attempt: attemptCount, after: pause) }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (message, replica) = try mail.take(event) else { return }
            switch (message, version) {
            case (.has(let question, let theirs), nil) where isOwn(question):
                if poll.take(theirs, to: question.number, from: replica) { keep(poll.all.max() ?? theirs) }
            case (.kept(let question), let version?) where isOwn(question):
                if poll.take(version, to: question.number, from: replica) { answer(version) }
            default: break
            }
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: TimerDriver<Int>.Event) {
        attemptCount += 1
        if attemptCount % 50 == 0 { problem = "most replicas do not answer to \(call ?? ""); it may have been taken" }
        ask()
    }

    private func isOwn(_ question: Question) -> Bool { question.client == number && !isDone }

    /// The newest version of most replicas is known.
    private mutating func keep(_ newest: Version) {
        let number = call.flatMap { Int($0.dropFirst(4)) }
        begin(keeping: number.map { Version(time: newest.time + 1, client: self.number, number: $0) } ?? newest)
    }

    /// Most replicas have this version, or a newer one.
    mutating func answer(_ version: Version) {
        answers.append(call == "get" ? "\(version.number)" : "ok")
        if call != nil { begin(keeping: nil) }
    }

    private mutating func begin(keeping version: Version?) {
        self.version = version
        poll.begin()
        ask()
    }

    private mutating func ask() {
        let question = Question(client: number, number: poll.number)
        for replica in poll.silent { mail.send(version.map { .keep(question, $0) } ?? .ask(question), to: replica) }
    }
}
