import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork

/// The first attempts of a reader of the guide: an undo that takes too much, a question that is answered too late, a
/// token.
extension Planted {
    static let newcomers: [Planted] = [rolledBack, confirmed, refreshedTwice, forgotten]

    private struct Post: Hashable {
        struct Shown: Hashable {
            var isLiked = false
            var draft = ""
        }
        var shown = Shown()
        /// To go back to, where the server refuses.
        var before: Shown?
    }

    static let rolledBack = Planted(
        "an undo that takes along what was typed since", finds: "a refusal costs no letter", in: 3
    ) { hasBug in
        try seek(Law<Post>.agrees("a refusal costs no letter", on: \.shown.draft)) { world in
            world.console.keys("lx", atMost: 2)
            world.network.answers { _ in [.text("liked"), .fails(.refused)] }
            return CycledLens(startingWith: Post()) { frames in
                frames.keys { frame, key in
                    if key == "x" {
                        frame.shown.draft += "x"
                    } else if frame.before == nil {
                        frame.before = frame.shown
                        frame.shown.isLiked.toggle()
                    }
                }
                frames.requests({ $0.before == nil ? [] : [.init(id: "like", get: "http://host/like")] }) {
                    frame, _, answer in
                    if answer == nil, let before = frame.before {
                        if hasBug { frame.shown = before } else { frame.shown.isLiked = before.isLiked }
                    }
                    frame.before = nil
                }
            }
        }
    }

    private struct Inbox: Hashable {
        var letters = ["old"]
        var isAsking = false
        /// The subject of the dialog: the first letter, and its name.
        var question: String?
        var deleted: String?
        var agreed: String?
    }

    static let confirmed = Planted(
        "a yes that comes when the list is another", finds: "each deletion was agreed to", in: 4
    ) { hasBug in
        try seek(Law<Inbox>.always("each deletion was agreed to") { $0.deleted == $0.agreed }) { world in
            world.console.keys("rdy", atMost: 3)
            world.network.answers { _ in [.text("new,old"), .fails(.refused)] }
            return CycledLens(startingWith: Inbox()) { frames in
                frames.keys { frame, key in
                    switch key {
                    case "r": frame.isAsking = true
                    case "d": frame.question = frame.letters.first
                    default:
                        guard let question = frame.question else { return }
                        frame.agreed = question
                        frame.deleted = hasBug ? frame.letters.first : question
                        frame.letters.removeAll { $0 == frame.deleted }
                        frame.question = nil
                    }
                }
                frames.requests({ $0.isAsking ? [.init(id: "letters", get: "http://host/letters")] : [] }) {
                    frame, _, answer in
                    frame.isAsking = false
                    if let answer { frame.letters = answer.split(separator: ",").map(String.init) }
                }
            }
        }
    }

    private struct Login: Hashable {
        var token = 0
        var isRefreshing = false
        /// The token of each request; -1 for a request that waits for a token.
        var asked = ["a": 0, "b": 0]
    }

    static let refreshedTwice = Planted(
        "two refusals of one token", finds: "a token that works is not thrown away", in: 4
    ) { hasBug in
        try seek(
            Law<Login>.always("a token that works is not thrown away") { $0.token <= 1 },
            .atRest("everything is answered") { $0.asked.isEmpty }
        ) { world in
            world.network.answers { request in
                if request.path == "/token" { return [.text("token")] }
                return [request.query == "0" ? .status(401) : .text("answer")]
            }
            return CycledLens(startingWith: Login()) { frames in
                frames.lens(
                    driver: Requests(), label: "network",
                    frameFilter: { frame in
                        let asked = frame.asked.filter { $0.value >= 0 }.sorted { $0.key < $1.key }
                        let token: [Requests.Request] =
                            frame.isRefreshing ? [.init(id: "token", get: "http://host/token")] : []
                        return .init(token + asked.map { .init(id: $0, get: "http://host/\($0)?token=\($1)") })
                    },
                    eventFilter: { frame, event in
                        guard case .response(let id, let response) = event else { return }
                        if id == "token" {
                            frame.token += 1
                            frame.isRefreshing = false
                            for asked in frame.asked.keys where frame.asked[asked] == -1 {
                                frame.asked[asked] = frame.token
                            }
                        } else if response.status != 401 {
                            frame.asked[id] = nil
                        } else if !hasBug, frame.asked[id] != frame.token {
                            // There is a newer one meanwhile.
                            frame.asked[id] = frame.token
                        } else {
                            frame.asked[id] = -1
                            frame.isRefreshing = true
                        }
                    })
            }
        }
    }

    private struct Scores: Hashable {
        var all: [Int] = []
        var isRead = false
    }

    static let forgotten = Planted(
        "scores that are gone when the file is read", finds: "no score is lost", in: 2
    ) { hasBug in
        try seek(
            Law<Scores>.everyTurn("no score is lost") { before, after in Set(before.all).isSubset(of: after.all) },
            .sometimes("a score comes before the file is read") { !$0.isRead && !$0.all.isEmpty }
        ) { world in
            world.console.keys("12", atMost: 2)
            world.network.answers { _ in [.text("7"), .fails(.refused)] }
            return CycledLens(startingWith: Scores()) { frames in
                frames.keys { frame, key in frame.all.append(key.wholeNumberValue ?? 0) }
                frames.requests({ $0.isRead ? [] : [.init(id: "scores", get: "http://host/scores")] }) {
                    frame, _, answer in
                    frame.isRead = true
                    guard let answer else { return }
                    frame.all = (Int(answer).map { [$0] } ?? []) + (hasBug ? [] : frame.all)
                }
            }
        }
    }
}
