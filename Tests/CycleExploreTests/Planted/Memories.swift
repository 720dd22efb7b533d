import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import Synchronization

extension Planted {
    /// Programs that remember something beside the frame: no law names it, the finder does.
    static let memories: [Planted] = [
        hidden("debounce") { keys in
            noting(Late(keys: keys)) { $0.text = String($1) }
        },
        hidden("scan") { keys in
            noting(Counted(keys: keys)) { $0.text = $1 % 2 == 0 ? "even" : "" }
        },
        hidden("a captured variable") { keys in
            var captured = 0
            return noting(keys) { frame, _ in
                captured += 1
                frame.count = captured / 3
            }
        },
        hidden("keepingPrevious") { keys in
            CycledLens(startingWith: Note()) { frames in
                frames.lens(driver: keys, label: "keys", frameFilter: { _ in true }, keepingPrevious: 3) {
                    frame, key, turn in
                    frame.text = key == "a" ? String(key) : turn.previous.first?.text ?? ""
                }
            }
        },
        hidden("a global") { keys in
            noting(keys) { frame, _ in frame.count = seen.add(1, ordering: .relaxed).newValue }
        },
        hidden("a clock") { keys in
            let start = ContinuousClock.now
            return noting(keys) { frame, _ in
                frame.count = Int((ContinuousClock.now - start).components.attoseconds / 1_000_000_000)
            }
        },
        hidden("chance") { keys in
            noting(keys) { frame, _ in frame.count = Int.random(in: 0..<1_000_000) }
        },
    ]

    private struct Note: Hashable {
        var text = ""
        var draft = ""
        var count = 0
    }

    private typealias Keys = ScriptedDriver<Bool, Character>

    private static let seen = Atomic(0)

    private static func hidden<Receiver>(
        _ name: String, _ forgetful: @escaping @Sendable (Keys) -> CycledLens<Receiver, Note>
    ) -> Planted {
        let law = { @Sendable in Law<Note>.always("short") { $0.text.count < 10 } }
        return Planted("memory in \(name)", finds: "nothing is remembered beside the frame") { hasBug in
            if hasBug { return try seek(law()) { forgetful(keys(in: $0)) } }
            return try seek(law()) { honest(keys(in: $0)) }
        }
    }

    private static func keys(in world: World) -> Keys {
        let keys = Keys()
        world.events("keys", of: keys, from: ["a", "b"], atMost: 4)
        return keys
    }

    /// All that it knows is in its frame.
    private static func honest(_ keys: Keys) -> CycledLens<some Any, Note> {
        CycledLens(startingWith: Note()) { frames in
            frames.lens(driver: keys, frameFilter: { _ in true }) { frame, key in
                frame.draft = String(key)
                frame.count = (frame.count + 1) % 3
            }
            frames.timers({ $0.draft.isEmpty ? [] : [$0.draft] }) { frame, _ in
                frame.text = frame.draft
                frame.draft = ""
            }
        }
    }

    private static func noting<D: Driver>(
        _ driver: D, _ noted: @escaping (inout Note, D.Event) -> Void
    ) -> CycledLens<D, Note> where D.Model == Bool {
        CycledLens(startingWith: Note()) { frames in
            frames.lens(driver: driver, label: "keys", frameFilter: { _ in true }, eventFilter: noted)
        }
    }

    private struct Late: Driver, StandIn {
        let keys: ScriptedDriver<Bool, Character>

        func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Character> {
            keys.eventsCapturedAfterRendering(model: model).debounce(.seconds(1))
        }
    }

    private struct Counted: Driver, StandIn {
        let keys: ScriptedDriver<Bool, Character>

        func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Int> {
            keys.eventsCapturedAfterRendering(model: model).scan(0) { count, _ in count + 1 }
        }
    }
}
