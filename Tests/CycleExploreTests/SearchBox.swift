import Cycle
import CycleDrivers
import CycleNetwork

/// Search as you type, with the bugs that people make.
struct Search: Hashable {
    var text = ""
    var results = ""
    var problem = false
    var inFlight: [Flight] = []

    struct Flight: Hashable {
        var id: Int
        var text: String
    }
    var newest = 0
}

enum SearchBug {
    case none
    /// Every answer is taken, whatever was typed meanwhile.
    case stale
}

func searchBox(_ bug: SearchBug = .none) -> CycledLens<some Any, Search> {
    CycledLens(startingWith: Search()) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .screen($0.results, input: .keys) },
            eventFilter: { frame, event in
                guard case .key(let key) = event, case .character(let character) = key.base else { return }
                if character == "<" { frame.text = String(frame.text.dropLast()) } else { frame.text.append(character) }
                frame.problem = false
                frame.newest = bug == .stale ? frame.newest + 1 : 0
                let flight = Search.Flight(id: frame.newest, text: frame.text)
                frame.inFlight = (bug == .stale ? frame.inFlight : []) + (frame.text.isEmpty ? [] : [flight])
                if frame.text.isEmpty { frame.results = "" }
            })
        frames.lens(
            driver: NetworkDriver<Int>(), label: "network",
            frameFilter: { .init($0.inFlight.map { .init(id: $0.id, get: "http://host/?q=\($0.text)") }) },
            eventFilter: { frame, event in
                switch event {
                case .response(let id, let response):
                    frame.inFlight.removeAll { $0.id == id }
                    frame.results = response.text
                case .failed(let id, _):
                    frame.inFlight.removeAll { $0.id == id }
                    frame.problem = true
                default: break
                }
            })
    }
}
