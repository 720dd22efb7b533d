import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import CycleHarvest
import CycleNetwork

/// Programs that strangers write around requests: rows, streams, polls, retries.
extension Planted {
    static let answers: [Planted] = [rows, streamed, progressing, twoRequests, cached, untoldFailure, polled, retrying]

    private struct Row: Hashable, Identifiable {
        var id: Int
        var text = ""
    }

    private struct Rows: Hashable {
        var rows: [Row] = [Row(id: 0), Row(id: 1)]
    }

    /// An answer is written into the row that stands where its row stood.
    static let rows = Planted("an answer for a row that has moved", finds: "a row shows its own", in: 2) { hasBug in
        try seek(
            Law<Rows>.always("a row shows its own") { $0.rows.allSatisfy { $0.text.isEmpty || $0.text == "/\($0.id)" } }
        ) { world in
            world.console.keys("d", atMost: 2)
            world.network.answers { [.text($0.path)] }
            return CycledLens(startingWith: Rows()) { frames in
                frames.keys { frame, _ in if !frame.rows.isEmpty { frame.rows.removeFirst() } }
                frames.requests({ frame in
                    hasBug
                        ? [0, 1].map { .init(id: "\($0)", get: "http://host/\($0)") }
                        : frame.rows.map { .init(id: "\($0.id)", get: "http://host/\($0.id)") }
                }) { frame, id, text in
                    let place =
                        hasBug ? Int(id) : frame.rows.firstIndex { "\($0.id)" == id }
                    if let place, frame.rows.indices.contains(place) { frame.rows[place].text = text ?? "" }
                }
            }
        }
    }

    private struct Streaming: Hashable {
        var page = 0
        var text = ""
        var isOver = false
    }

    /// Pieces of one page are put behind those of another.
    static let streamed = Planted("pieces of two pages", finds: "a page is one page", in: 5) { hasBug in
        try seek(
            Law<Streaming>.always("a page is one page") { Set($0.text).count <= 1 },
            .sometimes("a page is whole") { $0.text == "00" && $0.isOver }
        ) { world in
            world.console.keys("n", atMost: 1)
            world.network.answers { [.pieces([$0.query, $0.query]), .fails(.disconnected)] }
            return CycledLens(startingWith: Streaming()) { frames in
                frames.keys { frame, _ in
                    frame.page = 1
                    frame.isOver = false
                    if !hasBug { frame.text = "" }
                }
                frames.lens(
                    driver: NetworkDriver<Int>(), label: "network",
                    frameFilter: {
                        .init([.init(id: $0.page, .get, "http://host/?p=\($0.page)", delivery: .streamed)])
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .chunk(_, let bytes): frame.text += String(decoding: bytes, as: UTF8.self)
                        case .response: frame.isOver = true
                        default: break
                        }
                    })
            }
        }
    }

    private struct Download: Hashable {
        var isWanted = false
        var percent = 0
        var isDone = false
    }

    static let progressing = Planted("a bar that stays", finds: "a finished download shows no bar", in: 3) { hasBug in
        try seek(Law<Download>.atRest("a finished download shows no bar") { $0.percent == 0 }) { world in
            world.console.keys("d", atMost: 1)
            world.network.answers { _ in [.text("all").progressing(through: [10, 20], of: 40), .fails(.disconnected)] }
            return CycledLens(startingWith: Download()) { frames in
                frames.keys { frame, _ in frame.isWanted = true }
                frames.lens(
                    driver: NetworkDriver<Int>(), label: "network",
                    frameFilter: { .init($0.isWanted ? [.init(id: 0, get: "http://host/file")] : []) },
                    eventFilter: { frame, event in
                        switch event {
                        case .progress(_, let progress): frame.percent = progress.receivedByteCount * 100 / 40
                        case .response:
                            frame.isDone = true
                            frame.percent = 0
                        case .failed:
                            if !hasBug { frame.percent = 0 }
                        default: break
                        }
                    })
            }
        }
    }

    private struct Pair: Hashable {
        var waiting: Set<Int> = [1, 2]
        var first: Int?
    }

    /// Two requests that read alike, and are not: the state must tell which one is left.
    static let twoRequests = Planted("two requests to one address", finds: "the first one wins", in: 2) { hasBug in
        try seek(Law<Pair>.atRest("the first one wins") { $0.first == (hasBug ? 1 : $0.first) }) { world in
            world.network.answers { _ in [.text("x")] }
            return CycledLens(startingWith: Pair()) { frames in
                frames.lens(
                    driver: NetworkDriver<Int>(), label: "network",
                    frameFilter: { _ in .init([.init(id: 1, get: "http://host/n"), .init(id: 2, get: "http://host/n")])
                    },
                    eventFilter: { frame, event in
                        guard case .response(let id, _) = event else { return }
                        frame.waiting.remove(id)
                        if frame.waiting.isEmpty { frame.first = id }
                        if frame.waiting.count == 1 { frame.waiting = [0] }
                    })
            }
        }
    }

    private final class Cache: @unchecked Sendable {
        static let all = Cache()
        var known: [String: String] = [:]
    }

    private struct Asked: Hashable {
        var text = ""
        var answer = ""
        var asking: String?
    }

    /// A run knows what another run has learned.
    static let cached = Planted("a cache that all runs share", finds: "nothing is remembered beside the frame") {
        hasBug in
        try seek(Law<Asked>.always("short") { $0.text.count < 10 }) { world in
            world.console.keys("ab", atMost: 3)
            world.network.answers { [.text("r\($0.query)"), .text("s\($0.query)")] }
            return CycledLens(startingWith: Asked()) { frames in
                frames.keys { frame, key in
                    frame.text = String(key)
                    frame.answer = hasBug ? Cache.all.known[frame.text] ?? "" : ""
                    frame.asking = frame.answer.isEmpty ? frame.text : nil
                }
                frames.requests({ $0.asking.map { [.init(id: $0, get: "http://host/?q=\($0)")] } ?? [] }) {
                    frame, id, text in
                    frame.answer = text ?? ""
                    frame.asking = nil
                    if hasBug { Cache.all.known[id] = text }
                }
            }
        }
    }

    private struct Form: Hashable {
        var isSending = false
        var message = ""
    }

    /// A failure that ends no waiting.
    static let untoldFailure = Planted("a failure that nobody takes", finds: "sending ends", in: 2) { hasBug in
        try seek(Law<Form>.leadsTo("sending ends", from: \.isSending, to: { !$0.isSending })) { world in
            world.console.keys("s", atMost: 1)
            world.network.answers { _ in [.text("ok"), .status(500), .fails(.timedOut)] }
            return CycledLens(startingWith: Form()) { frames in
                frames.keys { frame, _ in frame.isSending = true }
                frames.lens(
                    driver: NetworkDriver<Int>(), label: "network",
                    frameFilter: { .init($0.isSending ? [.init(id: 0, .post, "http://host/form")] : []) },
                    eventFilter: { frame, event in
                        switch event {
                        case .response(_, let response) where response.status == 200 || !hasBug: frame.isSending = false
                        case .failed where !hasBug: frame.isSending = false
                        default: break
                        }
                    })
            }
        }
    }

    private struct Polling: Hashable {
        var round = 0
        var isAsking = false
        var newest = 0
        var shown = 0
    }

    /// Polls each second; an answer that is older than what is shown must not replace it.
    static let polled = Planted("a poll whose answers overtake", finds: "never goes back") { hasBug in
        try seek(
            Law<Polling>.always("never goes back") { $0.shown >= $0.newest }, until: { $0.round > 3 }
        ) { world in
            world.network.answers { [.text($0.query), .fails(.refused)] }
            return CycledLens(startingWith: Polling()) { frames in
                frames.lens(
                    driver: TimerDriver<Int>(), label: "poll", frameFilter: { _ in .timers([.every(0, .seconds(1))]) },
                    eventFilter: { frame, _ in frame.round += 1 })
                frames.lens(
                    driver: NetworkDriver<Int>(), label: "network",
                    frameFilter: { frame in
                        let rounds = hasBug ? Array(1..<frame.round + 1) : frame.round == 0 ? [] : [frame.round]
                        return .init(rounds.map { .init(id: $0, get: "http://host/?n=\($0)") })
                    },
                    eventFilter: { frame, event in
                        guard case .response(let id, _) = event else { return }
                        frame.shown = id
                        frame.newest = max(frame.newest, id)
                    })
            }
        }
    }

    private struct Retrying: Hashable {
        var attempt = 1
        var isWaiting = false
        var isDone = false
        var hasGivenUp = false
    }

    static let retrying = Planted("a retry that never stops", finds: "it ends at some time") { hasBug in
        var bounds = Bounds()
        bounds.faults = 3
        return try seek(
            Law<Retrying>.always("it ends at some time") { $0.attempt <= 3 },
            .atRest("done or given up") { $0.isDone || $0.hasGivenUp }, bounds: bounds
        ) { world in
            world.network.answers { _ in [.text("ok"), .fails(.refused)] }
            return CycledLens(startingWith: Retrying()) { frames in
                frames.requests({
                    $0.isDone || $0.isWaiting || $0.hasGivenUp ? [] : [.init(id: "\($0.attempt)", get: "http://host/")]
                }) { frame, _, text in
                    if text != nil {
                        frame.isDone = true
                    } else if !hasBug, frame.attempt == 3 {
                        frame.hasGivenUp = true
                    } else {
                        frame.isWaiting = true
                    }
                }
                frames.timers({ $0.isWaiting ? ["again"] : [] }) { frame, _ in
                    frame.attempt += 1
                    frame.isWaiting = false
                }
            }
        }
    }
}
