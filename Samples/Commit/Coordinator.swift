import CycleDrivers
import SampleSystems

/// Decides for all managers: commit once each has said that it is ready, or abort. The verdict is on the disk before a manager hears it.
struct Coordinator: Hashable {
    let address: SocketAddress
    let managers: [SocketAddress]
    /// How long it waits for the votes.
    var patience = Duration.seconds(60)
    private(set) var ready: Set<SocketAddress> = []
    private var kept = Kept<Word>(in: "verdict")
    private var mail = Mail<Word>()
    private(set) var problem: String?

    init(at address: SocketAddress, of managers: [SocketAddress]) {
        (self.address, self.managers) = (address, managers)
    }

    var verdict: Word? { kept.value }
    var isSaved: Bool { kept.isSaved }
    var sockets: SocketDriver<Int>.Model { mail.socket(at: address) }
    var timers: TimerDriver<Int>.Model { kept.isRead && verdict == nil ? .timers(.once(0, after: patience)) : .none }
    var files: PersistenceDriver.Model { kept.files }
    var console: ConsoleDriver.Model { .lines(isSaved ? verdict.map { [$0.rawValue] } ?? [] : []) }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (word, sender) = try mail.take(event), managers.contains(sender) else { return }
            if word == .ready { ready.insert(sender) }
            // The manager does not know the verdict, or not any more.
            if let verdict, isSaved, word == .ready { return mail.send(verdict, to: sender) }
            if word == .no { decide(.abort) }
            decideIfAllAreReady()
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        do throws(Unkept) {
            guard try kept.take(event) else { return }
            tell()
            decideIfAllAreReady()
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: TimerDriver<Int>.Event) { decide(.abort) }

    private mutating func tell() {
        if let verdict { for manager in managers { mail.send(verdict, to: manager) } }
    }

    private mutating func decideIfAllAreReady() { if ready.count == managers.count { decide(.commit) } }

    private mutating func decide(_ word: Word) { if kept.isRead, verdict == nil { kept.value = word } }
}
