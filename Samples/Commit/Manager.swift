import CycleDrivers

/// Does its part of the whole, or not. Its vote is on the disk before the coordinator hears it: one that is ready waits for the verdict, and
/// asks for it by its vote, again and again.
struct Manager: Hashable {
    let address: SocketAddress
    let coordinator: SocketAddress
    /// How often it asks; `nil` for once in each run.
    var pause: Duration? = .seconds(1)
    /// Its vote, then the verdict; `nil` while it has not decided.
    private(set) var word: Word?
    private var isRead = false
    private var isSaved = false
    private var mail = Mail()
    private(set) var problem: String?

    init(at address: SocketAddress, of coordinator: SocketAddress) {
        (self.address, self.coordinator) = (address, coordinator)
    }

    var sockets: SocketDriver<Int>.Model { mail.socket(at: address) }
    var timers: TimerDriver<Int>.Model {
        guard let pause, word == .ready, isSaved else { return .none }
        return .timers(.every(0, pause))
    }
    var files: PersistenceDriver.Model {
        if !isRead { return .files(.read("word")) }
        return isSaved ? .none : word.map { .files(.write("word", $0.rawValue)) } ?? .none
    }
    var console: ConsoleDriver.Model {
        if isRead, word == nil { return .lines("ready or no?", input: .lines) }
        return .lines(isSaved ? word.map { [$0.rawValue] } ?? [] : [])
    }

    mutating func take(_ event: ConsoleDriver.Event) {
        switch event {
        case .line("ready") where isRead && word == nil: become(.ready)
        case .line("no") where isRead && word == nil: become(.no)
        default: break
        }
    }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        do throws(SocketFailure) {
            guard let (verdict, sender) = try mail.take(event), sender == coordinator else { return }
            switch (word, verdict) {
            case (.ready, .commit), (.ready, .abort): become(verdict)
            case (nil, .abort) where isRead: become(verdict)
            default: break
            }
        } catch {
            problem = error.reason
        }
    }

    mutating func take(_ event: PersistenceDriver.Event) {
        switch event {
        case .loaded:
            isRead = true
            word = event.text.flatMap(Word.init)
            isSaved = word != nil
            vote()
        case .saved:
            isSaved = true
            vote()
        case .failed(_, let failure): problem = failure.reason
        default: break
        }
    }

    mutating func take(_ event: TimerDriver<Int>.Event) { vote() }

    private mutating func become(_ word: Word) {
        self.word = word
        isSaved = false
    }

    private mutating func vote() {
        if let word, [.ready, .no].contains(word) { mail.send(word, to: coordinator) }
    }
}
