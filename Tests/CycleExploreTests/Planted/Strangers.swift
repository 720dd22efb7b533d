import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork

/// Bugs that a stranger might plant: fairness, retries, disks, streams, signals, restarts.
extension Planted {
    static let strangers: [Planted] = [
        putOff, keptLock, cursor, sentAgain, pointing, aliased, streamedAgain, terminated, readAgain, begunAgain,
        arrivals, expired,
    ]

    private struct Saving: Hashable {
        var isDirty = false
        var turn = 0
    }

    /// Each poll gives the timer of the save another name: it starts anew.
    static let putOff = Planted("a save that each poll puts off", finds: "an edit is saved", in: 3) { hasBug in
        try seek(Law<Saving>.leadsTo("an edit is saved", from: \.isDirty, to: { !$0.isDirty })) { world in
            world.console.keys("x", atMost: 1)
            return CycledLens(startingWith: Saving()) { frames in
                frames.keys { frame, _ in frame.isDirty = true }
                frames.lens(
                    driver: TimerDriver<String>(), label: "timer",
                    frameFilter: { frame in
                        let poll = TimerDriver<String>.Timer.once("poll \(frame.turn)", after: .seconds(1))
                        let name = hasBug ? "save \(frame.turn)" : "save"
                        return .timers([poll] + (frame.isDirty ? [.once(name, after: .milliseconds(1_500))] : []))
                    },
                    eventFilter: { frame, event in
                        if event.id.hasPrefix("save") { frame.isDirty = false } else { frame.turn = 1 - frame.turn }
                    })
            }
        }
    }

    private struct Locked: Hashable {
        var isLocked = false
        var isSaved = false
    }

    static let keptLock = Planted("a lock that a failure keeps", finds: "the lock is given back", in: 2) { hasBug in
        try seek(Law<Locked>.leadsTo("the lock is given back", from: \.isLocked, to: { !$0.isLocked })) { world in
            world.console.keys("s", atMost: 1)
            world.files.begin(with: [:])
            return CycledLens(startingWith: Locked()) { frames in
                frames.keys { frame, _ in frame.isLocked = true }
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { $0.isLocked ? .files(.write("text", "x")) : .none },
                    eventFilter: { frame, event in
                        switch event {
                        case .saved: frame = Locked(isSaved: true)
                        case .failed where !hasBug: frame.isLocked = false
                        default: break
                        }
                    })
            }
        }
    }

    private struct Sheet: Hashable {
        var cursor = 0
        var asked: Int?
        var cells = ["", ""]
    }

    static let cursor = Planted("an answer that is put where the cursor is", finds: "a cell has its own", in: 3) {
        hasBug in
        try seek(Law<Sheet>.always("a cell has its own") { ["", "0"].contains($0.cells[0]) && $0.cells[1] != "0" }) {
            world in
            world.console.keys("aj", atMost: 2)
            world.network.answers { [.text($0.query)] }
            return CycledLens(startingWith: Sheet()) { frames in
                frames.keys { frame, key in
                    if key == "j" { frame.cursor = 1 - frame.cursor } else { frame.asked = frame.cursor }
                }
                frames.requests({ $0.asked.map { [.init(id: "\($0)", get: "http://host/?cell=\($0)")] } ?? [] }) {
                    frame, id, text in
                    frame.cells[hasBug ? frame.cursor : Int(id) ?? 0] = text ?? ""
                    frame.asked = nil
                }
            }
        }
    }

    private struct Outbox: Hashable {
        var isRead = false
        var isWaiting = false
        var isTold = false
        var isForgotten = false
    }

    /// An outbox is emptied after its letter stands in the ledger: whoever starts between the two sends again.
    static let sentAgain = Planted("a letter that a restart sends again", finds: "the ledger has it once") { hasBug in
        var bounds = Bounds()
        bounds.powerCuts = 1
        return try seek(
            Law<Outbox>.inWorld(.always, "the ledger has it once") { _, world in
                (world.files["ledger"] ?? "").filter { $0 == "L" }.count <= 1
            }, bounds: bounds
        ) { world in
            world.files.begin(with: ["outbox": "L"])
            world.files.mayFail = false
            world.files.mayBeFull = false
            return CycledLens(startingWith: Outbox()) { frames in
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { frame in
                        if !frame.isRead { return .files(.read("outbox")) }
                        guard frame.isWaiting else { return .none }
                        if frame.isTold { return .files(.delete("outbox")) }
                        return hasBug ? .files(.append("ledger", ["L"], from: 0)) : .files(.write("ledger", "L"))
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .loaded(_, let bytes): (frame.isRead, frame.isWaiting) = (true, bytes != nil)
                        case .saved, .appended: frame.isTold = true
                        case .deleted: (frame.isWaiting, frame.isForgotten) = (false, true)
                        default: break
                        }
                    })
            }
        }
    }

    private struct Book: Hashable {
        var hasPage = false
        var hasIndex = false
    }

    /// Two drivers with roots of their own: nothing orders their writes but the frame.
    static let pointing = Planted(
        "an index that points to a page which is not there", finds: "what is listed is there", in: 1
    ) { hasBug in
        var bounds = Bounds()
        bounds.powerCuts = 1
        return try seek(
            Law<Book>.inWorld(.always, "what is listed is there") { _, world in
                world.files["all", in: "index"] == nil || world.files["1", in: "pages"] == "text"
            }, bounds: bounds
        ) { world in
            world.files.mayFail = false
            world.files.mayBeFull = false
            return CycledLens(startingWith: Book()) { frames in
                frames.lens(
                    driver: PersistenceDriver(root: "pages"), label: "pages",
                    frameFilter: { _ in .files(.write("1", "text")) },
                    eventFilter: { frame, event in if case .saved = event { frame.hasPage = true } })
                frames.lens(
                    driver: PersistenceDriver(root: "index"), label: "index",
                    frameFilter: { $0.hasPage || hasBug ? .files(.write("all", "1")) : .none },
                    eventFilter: { frame, event in if case .saved = event { frame.hasIndex = true } })
            }
        }
    }

    private final class Box: Hashable {
        var count = 0
        init(_ count: Int) { self.count = count }
        static func == (one: Box, other: Box) -> Bool { one.count == other.count }
        func hash(into hasher: inout Hasher) { hasher.combine(count) }
    }

    private struct Boxed: Hashable {
        var box = Box(0)
    }

    /// The frame before is the same object: it has changed, too, so nothing seems to have happened.
    static let aliased = Planted(
        "an object in the frame that is changed in place", finds: "what is shown is what is", in: 1
    ) {
        hasBug in
        try seek(
            Law<Boxed>.inWorld(.atRest, "what is shown is what is") { frame, world in
                world.console.model == .screen("\(frame.box.count)", input: .keys)
            }
        ) { world in
            world.console.keys("+", atMost: 2)
            return CycledLens(startingWith: Boxed()) { frames in
                frames.lens(
                    driver: ConsoleDriver(), frameFilter: { .screen("\($0.box.count)", input: .keys) },
                    eventFilter: { frame, _ in
                        if hasBug { frame.box.count += 1 } else { frame.box = Box(frame.box.count + 1) }
                    })
            }
        }
    }

    private struct Reading: Hashable {
        var attempt = 0
        var text = ""
        var isOver = false
    }

    static let streamedAgain = Planted("pieces of two attempts", finds: "it is what was sent", in: 5) { hasBug in
        try seek(Law<Reading>.always("it is what was sent") { "ab".hasPrefix($0.text) }) { world in
            world.network.answers(faults: 1) { _ in [.pieces(["a", "b"]), .fails(.disconnected)] }
            return CycledLens(startingWith: Reading()) { frames in
                frames.lens(
                    driver: NetworkDriver<Int>(), label: "network",
                    frameFilter: { frame in
                        .init(frame.isOver ? [] : [.init(id: frame.attempt, .get, "http://host/", delivery: .streamed)])
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .chunk(_, let bytes): frame.text += String(decoding: bytes, as: UTF8.self)
                        case .response: frame.isOver = true
                        case .failed:
                            frame.attempt += 1
                            if !hasBug { frame.text = "" }
                        default: break
                        }
                    })
            }
        }
    }

    private struct Editing: Hashable {
        var text = ""
        var isDirty = false
        var isLeaving = false
        var isDone = false
    }

    static let terminated = Planted(
        "a signal that ends the program before it has saved", finds: "nothing is lost", in: 2
    ) {
        hasBug in
        try seek(
            Law<Editing>.inWorld(.atEnd, "nothing is lost") { frame, world in
                frame.text.isEmpty || world.files["text"] == frame.text
            }, until: \.isDone
        ) { world in
            world.console.keys("a", atMost: 2)
            world.signals.come([.terminate], atMost: 1)
            world.files.mayFail = false
            world.files.mayBeFull = false
            return CycledLens(startingWith: Editing()) { frames in
                frames.keys { frame, key in
                    if frame.isLeaving { return }
                    frame.text.append(key)
                    frame.isDirty = true
                }
                frames.lens(
                    driver: SignalDriver(), frameFilter: { _ in .listening(to: .terminate) },
                    eventFilter: { frame, _ in
                        frame.isLeaving = true
                        frame.isDone = hasBug || frame.text.isEmpty
                        if !hasBug { frame.isDirty = false }
                    })
                frames.timers({ $0.isDirty ? [$0.text] : [] }) { frame, _ in frame.isDirty = false }
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { $0.text.isEmpty || $0.isDirty ? .none : .files(.write("text", $0.text)) },
                    eventFilter: { frame, event in
                        if case .saved = event, frame.isLeaving { frame.isDone = true }
                    })
            }
        }
    }

    private struct Note: Hashable {
        var isLoaded = false
        var text = ""
    }

    /// A program that reads at each start loses the text that was typed since.
    static let readAgain = Planted("a file that is read at each start", finds: "it resumes from every frame") {
        hasBug in
        try seek(Law<Note>.resumes()) { world in
            world.console.keys("a", atMost: 1)
            world.files.begin(with: ["text": "old"])
            world.files.mayFail = false
            return CycledLens(startingWith: Note()) { frames in
                frames.keys { $0.text.append($1) }
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { $0.isLoaded && !hasBug ? .none : .files(.read("text")) },
                    eventFilter: { frame, event in
                        guard case .loaded = event else { return }
                        (frame.isLoaded, frame.text) = (true, event.text ?? "")
                    })
            }
        }
    }

    /// Nothing can happen once it has begun: the end is a rest, too.
    static let begunAgain = Planted("a start that counts, and nothing else", finds: "it resumes from every frame") {
        hasBug in
        try seek(Law<Note>.resumes()) { world in
            world.files.begin(with: ["text": "1"])
            world.files.mayFail = false
            return CycledLens(startingWith: Note()) { frames in
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { $0.isLoaded && !hasBug ? .none : .files(.read("text")) },
                    eventFilter: { frame, event in
                        frame.isLoaded = true
                        frame.text += event.text ?? ""
                    })
            }
        }
    }

    private struct News: Hashable {
        var items: [String] = []
        var wanted: Set<String> = ["a", "b"]
    }

    static let arrivals = Planted("news in the order of their arrival", finds: "the order does not matter", in: 2) {
        hasBug in
        try seek(Law<News>.agrees("the order does not matter", on: \.items)) { world in
            world.network.answers { [.text($0.query)] }
            return CycledLens(startingWith: News()) { frames in
                frames.requests({ $0.wanted.sorted().map { .init(id: $0, get: "http://\($0)/?news=\($0)") } }) {
                    frame, id, text in
                    frame.items.append(text ?? "")
                    if !hasBug { frame.items.sort() }
                    frame.wanted.remove(id)
                }
            }
        }
    }

    private struct Session: Hashable {
        var began: Duration?
        var last: Duration?
        var idle: Duration?
    }

    /// Counted from the first key, not from the last.
    static let expired = Planted("a session that ends while somebody types", finds: "only who is idle leaves", in: 4) {
        hasBug in
        try seek(
            Law<Session>.always("only who is idle leaves") { $0.idle.map { $0 >= .seconds(2) } ?? true },
            until: { $0.idle != nil }
        ) { world in
            world.console.keys("a", atMost: 2)
            return CycledLens(startingWith: Session()) { frames in
                frames.lens(
                    driver: ConsoleDriver(), frameFilter: { _ in .screen("", input: .keys) }, keepingPrevious: 0,
                    eventFilter: { frame, _, turn in
                        frame.began = frame.began ?? turn.time
                        frame.last = turn.time
                    })
                frames.lens(
                    driver: TimerDriver<Int>(), label: "watch",
                    frameFilter: { .timers($0.began == nil ? [] : [.every(0, .seconds(1))]) }, keepingPrevious: 0,
                    eventFilter: { frame, _, turn in
                        guard let began = frame.began, let last = frame.last else { return }
                        if turn.time - (hasBug ? began : last) >= .seconds(2) { frame.idle = turn.time - last }
                    })
            }
        }
    }
}
