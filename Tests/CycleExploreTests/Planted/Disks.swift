import Cycle
import CycleDrivers
import CycleExplore

extension Planted {
    static let disks: [Planted] = [twoFiles, unsaved, full, restarted]

    private static var onePowerCut: Bounds {
        var bounds = Bounds()
        bounds.powerCuts = 1
        return bounds
    }

    private struct Account: Hashable {
        var balance = 0
        var log: Int?
        var stored: Int?
        var isLoaded: Bool { log != nil && stored != nil }
    }

    /// Two files that must agree, written one after the other.
    static let twoFiles = Planted("a power cut between two files", finds: "the files agree", in: 6) { hasBug in
        try seek(
            Law<Account>.always("the files agree") { !$0.isLoaded || $0.log == $0.stored }, bounds: onePowerCut
        ) { world in
            world.console.keys("+", atMost: 1)
            world.files.begin(with: hasBug ? ["log": "0", "balance": "0"] : ["log": "0"])
            world.files.mayFail = false
            world.files.mayBeFull = false
            return CycledLens(startingWith: Account()) { frames in
                frames.keys { frame, _ in
                    guard frame.isLoaded else { return }
                    frame.balance += 1
                }
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { frame in
                        if !frame.isLoaded {
                            return hasBug ? .files(.read("log"), .read("balance")) : .files(.read("log"))
                        }
                        let text = "\(frame.balance)"
                        return hasBug
                            ? .files(.write("log", text), .write("balance", text)) : .files(.write("log", text))
                    },
                    eventFilter: { frame, event in
                        guard case .loaded(let path, _) = event else { return }
                        let number = event.text.flatMap { Int($0) } ?? -1
                        if path == "log" { frame.log = number }
                        if path == "balance" || !hasBug { frame.stored = number }
                        frame.balance = number
                    })
            }
        }
    }

    private struct Draft: Hashable {
        var text = ""
        var isDirty = false
        var isDone = false
        var isSaved = false
        var isFailed = false
    }

    private static func editing(
        _ wanted: @escaping (Draft) -> PersistenceDriver.Model, delay: Bool,
        stored: @escaping (inout Draft, PersistenceDriver.Event) -> Void = { _, _ in }
    ) -> CycledLens<some Any, Draft> {
        CycledLens(startingWith: Draft()) { frames in
            frames.keys { frame, key in
                if key == "q" { return frame.isDone = true }
                frame.text.append(key)
                frame.isDirty = delay
            }
            frames.timers({ $0.isDirty ? [$0.text] : [] }) { frame, _ in frame.isDirty = false }
            frames.lens(driver: PersistenceDriver(root: "."), label: "files", frameFilter: wanted, eventFilter: stored)
        }
    }

    /// Text that was typed in the last second before the end is not on the disk.
    static let unsaved = Planted("a quit before the save", finds: "what was typed is saved", in: 2) { hasBug in
        try seek(
            Law<Draft>.inWorld(.atEnd, "what was typed is saved") { $0.text == $1.files["text"] ?? "" }, until: \.isDone
        ) { world in
            world.console.keys("aq", atMost: 3)
            world.files.mayFail = false
            world.files.mayBeFull = false
            return editing({ $0.text.isEmpty || $0.isDirty ? .none : .files(.write("text", $0.text)) }, delay: hasBug)
        }
    }

    /// A full disk is taken for a save.
    static let full = Planted("a full disk that nobody notices", finds: "saved is saved", in: 2) { hasBug in
        try seek(
            Law<Draft>.inWorld(.atRest, "saved is saved") { !$0.isSaved || $0.text == $1.files["text"] }
        ) { world in
            world.console.keys("a", atMost: 2)
            world.files.mayFail = false
            return editing(
                { $0.text.isEmpty ? .none : .files(.write("text", $0.text)) }, delay: false,
                stored: { frame, event in
                    switch event {
                    case .saved: frame.isSaved = true
                    case .failed:
                        frame.isSaved = hasBug
                        frame.isFailed = true
                    default: break
                    }
                })
        }
    }

    private struct Visits: Hashable {
        var count = 0
        var hasBegun = false
    }

    /// Each start counts once more.
    static let restarted = Planted("a start that is counted again", finds: "it resumes from every frame") { hasBug in
        try seek(Law<Visits>.resumes()) { world in
            world.console.keys("+", atMost: 2)
            return CycledLens(startingWith: Visits()) { frames in
                frames.keys { frame, _ in frame.count += 1 }
                frames.lens(events: .just("begin"), label: "begin") { frame, _ in
                    if hasBug || !frame.hasBegun { frame.count += 1 }
                    frame.hasBegun = true
                }
            }
        }
    }
}
