import CycleDrivers
import SampleSystems

/// Does its part of the whole, or not. Its vote is on the disk before the coordinator hears it: one that is ready waits for the verdict, and
/// asks for it by its vote, again and again.
struct Manager: Hashable, Codable {
    let address: SocketAddress
    let coordinator: SocketAddress
    /// How often it asks; `nil` for once in each run.
    var pause: Duration? = .seconds(1)
    private var kept = Kept<Word>(in: "word")
    private var mail = Mail<Word>()
    private(set) var problem: String?

    init(at address: SocketAddress, of coordinator: SocketAddress) {
        (self.address, self.coordinator) = (address, coordinator)
    }

    /// Its vote, then the verdict; `nil` while it has not decided.
    var word: Word? { kept.value }
    /// Whether it has nothing more to say or to hear.
    var isDone: Bool { problem != nil || kept.isSaved && word.map { $0 != .ready } == true && mail.isEmpty }
    private var canDecide: Bool { kept.isRead && word == nil }
    var sockets: SocketDriver<Int>.Model { mail.socket(at: address) }
    var timers: TimerDriver<Int>.Model {
        guard let pause, word == .ready, kept.isSaved else { return .none }
        return .timers(.every(0, pause))
    }
    var files: PersistenceDriver.Model { kept.files }
    var console: ConsoleDriver.Model {
        if canDecide { return .lines("ready or no?", input: .lines) }
        return .lines(kept.isSaved ? word.map { [$0.rawValue] } ?? [] : [])
    }

    mutating func take(_ event: ConsoleDriver.Event) {
        switch event {
        case .line("ready") where canDecide: kept.value = .ready
        case .line("no") where canDecide: kept.value = .no
        default: break
        }
    }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (verdict, sender) = try mail.take(event), sender == coordinator else { return }
            switch (word, verdict) {
            case (.ready, .commit), (.ready, .abort): kept.value = verdict
            case (nil, .abort) where canDecide: kept.value = verdict
            default: break
            }
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        do throws(Unkept) {
            if try kept.take(event) { vote() }
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: TimerDriver<Int>.Event) { vote() }

    private mutating func vote() {
        if let word, [.ready, .no].contains(word) { mail.send(word, to: coordinator) }
    }
}
