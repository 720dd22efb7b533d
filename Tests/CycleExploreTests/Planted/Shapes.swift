import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import CycleHarvest
import CycleNetwork
import CycleTesting

/// Programs as strangers write them: several lenses, queues, operators, alarms that are due at once.
extension Planted {
    static let shapes: [Planted] = [
        queued, deadlocked, tied, twoDisks, throttled, shared, early,
    ]
    private struct Saving: Hashable, Sendable {
        enum Input: Hashable, Sendable { case edit, saved(Int) }
        var edits = 0
        var saved = 0
        var pending = 0
    }

    private enum SavingQueue: EffectQueueProtocol {
        case merged, serial
        var flattenStrategy: FlattenStrategy { self == .merged ? .merge : .concat }
        static var defaultEffectQueue: SavingQueue { .serial }
    }

    private typealias Saver = Harvester<Saving.Input, Saving>

    static let queued = Planted("saves that overtake each other", finds: "the newest is saved", in: 8) { hasBug in
        try seek(Law<Saving>.atRest("the newest is saved") { $0.saved == $0.edits }) { world in
            let calls = world.calls
            let mapping = Saver.EffectMapping<SavingQueue, Never> { input, state in
                var state = state
                switch input {
                case .edit:
                    state.edits += 1
                    state.pending += 1
                    let number = state.edits
                    let saving = Signal<Saving.Input>.task {
                        await calls.answer("disk", "save \(number)", from: [.saved(number)])
                    }
                    return (state, Effect(saving, queue: hasBug ? .merged : .serial))
                case .saved(let number):
                    state.saved = number
                    state.pending -= 1
                    return (state, .empty)
                }
            }
            let saver = Saver(state: Saving(), mapping: mapping)
            world.input("user", [Saving.Input.edit], atMost: 2) { saver.send($0) }
            return saver
        }
    }

    private struct Locks: Hashable {
        enum Step: Hashable { case idle, one, both }
        var left = Step.idle
        var right = Step.idle
        var ownerOfA = ""
        var ownerOfB = ""
        var isDone: Bool { left == .idle && right == .idle }
    }

    /// Two who take the same two locks in different orders.
    static let deadlocked = Planted("two locks in two orders", finds: "each beginning has an end", in: 2) { hasBug in
        try seek(
            Law<Locks>.leadsTo("each beginning has an end", from: { !$0.isDone }, to: \.isDone)
        ) { world in
            world.console.keys("lr", atMost: 2)
            return CycledLens(startingWith: Locks()) { frames in
                frames.keys { frame, key in
                    if key == "l", frame.left == .idle, frame.ownerOfA.isEmpty {
                        (frame.left, frame.ownerOfA) = (.one, "left")
                    } else if key == "r", frame.right == .idle {
                        if hasBug, frame.ownerOfB.isEmpty { (frame.right, frame.ownerOfB) = (.one, "right") }
                        if !hasBug, frame.ownerOfA.isEmpty { (frame.right, frame.ownerOfA) = (.one, "right") }
                    }
                }
                frames.timers({ frame in
                    let freeForLeft = frame.ownerOfB.isEmpty
                    let freeForRight = (hasBug ? frame.ownerOfA : frame.ownerOfB).isEmpty
                    return (frame.left == .one && freeForLeft ? ["left takes"] : [])
                        + (frame.left == .both ? ["left gives"] : [])
                        + (frame.right == .one && freeForRight ? ["right takes"] : [])
                        + (frame.right == .both ? ["right gives"] : [])
                }) { frame, id in
                    switch id {
                    case "left takes": (frame.left, frame.ownerOfB) = (.both, "left")
                    case "right takes":
                        frame.right = .both
                        if hasBug { frame.ownerOfA = "right" } else { frame.ownerOfB = "right" }
                    default:
                        if id == "left gives" { frame.left = .idle } else { frame.right = .idle }
                        (frame.ownerOfA, frame.ownerOfB) = ("", "")
                    }
                }
            }
        }
    }

    private struct Ties: Hashable {
        var isOpen = false
        var count = 0
    }

    /// Two alarms of two lenses that are due at once: on a machine one is always a little late, and nobody knows which.
    static let tied = Planted("two alarms at one time", finds: "two are counted", in: 3) { hasBug in
        try seek(Law<Ties>.atRest("two are counted") { $0.count != 1 }) { world in
            world.console.keys("g", atMost: 1)
            return CycledLens(startingWith: Ties()) { frames in
                frames.keys { frame, _ in frame.isOpen = true }
                frames.lens(
                    driver: TimerDriver<Int>(), label: "count",
                    frameFilter: { .timers($0.isOpen ? [.every(0, .seconds(1))] : []) },
                    eventFilter: { frame, _ in frame.count += 1 })
                frames.lens(
                    driver: TimerDriver<Int>(), label: "gate",
                    frameFilter: { .timers($0.isOpen ? [.once(0, after: .milliseconds(hasBug ? 2_000 : 2_500))] : []) },
                    eventFilter: { frame, _ in frame.isOpen = false })
            }
        }
    }

    private struct Moving: Hashable {
        var loaded: [String: String] = [:]
        var isMoving = false
        var from: Set<String> = ["old"]
        var isWritten = false
        var isDeleted = false
    }

    /// The file is deleted before its copy is written.
    static let twoDisks = Planted("a move that a power cut interrupts", finds: "it is somewhere") { hasBug in
        var bounds = Bounds()
        bounds.powerCuts = 1
        return try seek(
            Law<Moving>.inWorld(.always, "it is somewhere") { _, world in
                world.files["old"] != nil || world.files["new"] != nil
            }, bounds: bounds
        ) { world in
            world.files.begin(with: ["old": "x"])
            return CycledLens(startingWith: Moving()) { frames in
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { frame in
                        if hasBug { return .files(.write("new", "x"), .delete("old")) }
                        return frame.isWritten ? .files(.write("new", "x"), .delete("old")) : .files(.write("new", "x"))
                    },
                    eventFilter: { frame, event in
                        if case .saved("new") = event { frame.isWritten = true }
                        if case .deleted("old") = event { frame.isDeleted = true }
                    })
            }
        }
    }

    private struct Typing: Hashable {
        var text = ""
        var shown = ""
    }

    static let throttled = Planted("memory in throttle", finds: "nothing is remembered beside the frame") { hasBug in
        try seek(Law<Typing>.always("short") { $0.text.count < 10 }) { world in
            let keys = ScriptedDriver<Bool, Character>()
            world.events("keys", of: keys, from: ["a", "b"], atMost: 3)
            return CycledLens(startingWith: Typing()) { frames in
                frames.lens(driver: Slow(keys: keys, isSlow: hasBug), label: "keys", frameFilter: { _ in true }) {
                    $0.text = String($1)
                }
            }
        }
    }

    private struct Slow: Driver, StandIn {
        let keys: ScriptedDriver<Bool, Character>
        let isSlow: Bool

        func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Character> {
            let events = keys.eventsCapturedAfterRendering(model: model)
            return isSlow ? events.throttle(.seconds(1)) : events
        }
    }

    static let shared = Planted("memory in removeDuplicates", finds: "nothing is remembered beside the frame") {
        hasBug in
        try seek(Law<Typing>.always("short") { $0.text.count < 10 }) { world in
            let (events, input) = Signal<Character>.pipe()
            world.input("user", ["a", "b"] as [Character], atMost: 4) { input.send($0) }
            let all = hasBug ? events.removeDuplicates() : events
            let shared = all.share()
            return CycledLens(startingWith: Typing()) { frames in
                frames.lens(events: shared, label: "one") { frame, key in
                    frame.text = frame.text == String(key) ? "" : String(key)
                }
                frames.lens(events: shared, label: "two") { frame, key in frame.shown = String(key) }
                frames.lens(
                    driver: TimerDriver<Int>(), label: "timer",
                    frameFilter: { .timers($0.text.isEmpty ? [] : [.once(0, after: .seconds(1))]) },
                    eventFilter: { frame, _ in (frame.text, frame.shown) = ("", "") })
            }
        }
    }

    private struct Early: Hashable {
        var step = 0
        var kept = 0
        var lost = 0
    }

    /// A key that comes while the start is under way: three settings, each asked for when the one before is known.
    static let early = Planted("a key before the last setting", finds: "no key is lost", in: 1) { hasBug in
        try seek(Law<Early>.always("no key is lost") { $0.lost == 0 }) { world in
            let keys = ScriptedDriver<Bool, Character>()
            world.events("keys", of: keys, from: ["a"], atMost: 2)
            let settings = ScriptedDriver<Int, Int> { $0 < 3 ? [$0 + 1] : [] }
            world.add(standIn: settings)
            return CycledLens(startingWith: Early()) { frames in
                frames.lens(driver: keys, label: "keys", frameFilter: { _ in true }) { frame, _ in
                    if frame.step == 3 || !hasBug { frame.kept += 1 } else { frame.lost += 1 }
                }
                frames.lens(driver: settings, label: "settings", frameFilter: \.step) { $0.step = $1 }
            }
        }
    }
}
