import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleTesting

extension Planted {
    static let races: [Planted] = [stale, late, lost, doubled, swapped, starved, owed, disagreeing]

    static let stale = Planted("stale answers", finds: "the shown result belongs to the typed text", in: 3) { hasBug in
        try seek(
            Law<Search>.atRest("the shown result belongs to the typed text") {
                $0.problem || $0.results == ($0.text.isEmpty ? "" : "r\($0.text)")
            }
        ) { world in
            world.console.keys("ab<", atMost: 2)
            world.network.answers { [.text("r\($0.query)"), .fails(.refused)] }
            return searchBox(hasBug ? .stale : .none)
        }
    }

    private struct Typed: Hashable {
        var text = ""
        var shown = ""
    }

    /// An `async` effect whose answer comes although nobody waits for it any more.
    static let late = Planted("a late answer after a cancel", finds: "shown belongs to typed", in: 8) { hasBug in
        try seek(Law<Typed>.atRest("shown belongs to typed") { $0.shown == $0.text }) { world in
            world.console.keys("a", atMost: 2)
            let calls = world.calls
            return CycledLens(startingWith: Typed()) { frames in
                frames.keys { $0.text.append($1) }
                frames.lens(
                    driver: Asking(strategy: hasBug ? .merge : .latest) {
                        await calls.answer("server", $0, from: [$0])
                    },
                    label: "server", frameFilter: \.text, eventFilter: { $0.shown = $1 })
            }
        }
    }

    struct Asking: Driver, StandIn {
        let strategy: FlattenStrategy
        let ask: @Sendable (String) async -> String

        func eventsCapturedAfterRendering(model: Signal<String>) -> Signal<String> {
            model.flatMap(strategy) { [ask] text in text.isEmpty ? .empty : Signal.task { await ask(text) } }
        }
    }

    private struct Adding: Hashable {
        struct Flight: Hashable {
            var id: Int
            var base: Int
        }
        var presses = 0
        var total = 0
        var flights: [Flight] = []
    }

    static let lost = Planted("a lost update", finds: "every press counts", in: 4) { hasBug in
        try seek(Law<Adding>.atRest("every press counts") { $0.total == $0.presses }) { world in
            world.console.keys("+", atMost: 2)
            world.network.answers { _ in [.text("ok")] }
            return CycledLens(startingWith: Adding()) { frames in
                frames.keys { frame, _ in
                    frame.presses += 1
                    frame.flights.append(.init(id: frame.presses, base: frame.total))
                }
                frames.requests({ $0.flights.map { .init(id: "\($0.id)", get: "http://host/\($0.id)") } }) {
                    frame, id, _ in
                    let base = frame.flights.first { "\($0.id)" == id }?.base ?? 0
                    frame.total = hasBug ? base + 1 : frame.total + 1
                    frame.flights.removeAll { "\($0.id)" == id }
                }
            }
        }
    }

    private struct Paying: Hashable {
        var attempts: [Int] = []
        var paid = 0
    }

    static let doubled = Planted("a payment that is made twice", finds: "paid once", in: 4) { hasBug in
        try seek(
            Law<Paying>.always("paid once") { $0.paid <= 1 }, .sometimes("paid") { $0.paid == 1 }
        ) { world in
            world.console.keys("p", atMost: 1)
            world.network.answers { _ in [.text("ok")] }
            return CycledLens(startingWith: Paying()) { frames in
                frames.keys { frame, _ in frame.attempts = [0] }
                frames.requests({ $0.attempts.map { .init(id: "\($0)", get: "http://host/pay") } }) { frame, id, _ in
                    frame.paid += 1
                    frame.attempts.removeAll { "\($0)" == id }
                }
                // After a second without an answer it is tried again.
                frames.timers({ $0.attempts == [0] ? ["again"] : [] }) { frame, _ in
                    frame.attempts = hasBug ? [0, 1] : [1]
                }
            }
        }
    }

    private struct Person: Hashable {
        var wanted: [String] = ["name", "mail"]
        var answers: [String] = []
        var byID: [String: String] = [:]
    }

    static let swapped = Planted("answers that are told apart by their order", finds: "the name is the name", in: 2) {
        hasBug in
        try seek(
            Law<Person>.atRest("the name is the name") {
                hasBug ? $0.answers == ["/name", "/mail"] : $0.byID["name"] == "/name"
            }
        ) { world in
            world.network.answers { [.text($0.path)] }
            return CycledLens(startingWith: Person()) { frames in
                frames.requests({ $0.wanted.map { .init(id: $0, get: "http://host/\($0)") } }) { frame, id, text in
                    frame.answers.append(text ?? "")
                    frame.byID[id] = text
                    frame.wanted.removeAll { $0 == id }
                }
            }
        }
    }

    private struct Polling: Hashable {
        var isAsked = false
        var isDone = false
        var turn = 0
    }

    static let starved = Planted("work that a poll starves", finds: "each request is done") { hasBug in
        try seek(
            Law<Polling>.leadsTo("each request is done", from: \.isAsked, to: \.isDone)
        ) { world in
            world.console.keys("x", atMost: 1)
            return CycledLens(startingWith: Polling()) { frames in
                frames.keys { frame, _ in frame.isAsked = true }
                frames.timers({ ["poll \($0.turn)"] }) { frame, _ in
                    frame.turn = 1 - frame.turn
                    if !hasBug, frame.isAsked { frame.isDone = true }
                }
            }
        }
    }

    private struct Busy: Hashable {
        var isBusy = false
    }

    static let owed = Planted("a spinner that never ends", finds: "busy ends", in: 2) { hasBug in
        try seek(
            Law<Busy>.leadsTo("busy ends", from: \.isBusy, to: { !$0.isBusy })
        ) { world in
            world.console.keys("g", atMost: 2)
            world.network.answers { _ in [.text("ok"), .fails(.refused)] }
            return CycledLens(startingWith: Busy()) { frames in
                frames.keys { frame, _ in frame.isBusy = true }
                frames.requests({ $0.isBusy ? [.init(id: "g", get: "http://host/g")] : [] }) { frame, _, text in
                    if text != nil || !hasBug { frame.isBusy = false }
                }
            }
        }
    }

    private struct Sensors: Hashable {
        var highest = 0
    }

    static let disagreeing = Planted("two sensors of which the last wins", finds: "the order does not matter", in: 2) {
        hasBug in
        try seek(Law<Sensors>.agrees("the order does not matter", on: \.highest)) { world in
            let (left, right) = (ScriptedDriver<Int, Int>(), ScriptedDriver<Bool, Int>())
            world.events("left", of: left, from: [1], atMost: 1)
            world.events("right", of: right, from: [2], atMost: 1)
            return CycledLens(startingWith: Sensors()) { frames in
                frames.lens(driver: left, frameFilter: { _ in 0 }) {
                    $0.highest = hasBug ? $1 : max($0.highest, $1)
                }
                frames.lens(driver: right, frameFilter: { _ in true }) {
                    $0.highest = hasBug ? $1 : max($0.highest, $1)
                }
            }
        }
    }
}
