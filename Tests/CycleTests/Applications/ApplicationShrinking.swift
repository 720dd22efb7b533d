import Cycle
import TestSupport

extension Application {
    /// Smaller applications, the smallest first.
    var smaller: [Application] {
        var all: [Application] = []
        all += lenses.indices.map { index in with { $0.lenses.remove(at: index) } }
        all += steps.indices.map { index in with { $0.steps.remove(at: index) } }
        all += deeds.indices.map { index in with { $0.deeds.remove(at: index) } }
        if driving != .draining { all.append(with { $0.driving = .draining }) }
        if isWatched { all.append(with { $0.isWatched = false }) }
        if hasStandIns { all.append(with { $0.hasStandIns = false }) }
        if effects.count > 1 { all.append(with { $0.effects.removeLast() }) }
        for index in lenses.indices { all += lenses[index].smaller.map { lens in with { $0.lenses[index] = lens } } }
        for index in effects.indices {
            all += effects[index].smaller.map { source in with { $0.effects[index] = source } }
        }
        for index in shared.indices {
            all += shared[index].smaller.map { source in with { $0.shared[index] = source } }
        }
        for index in deeds.indices where deeds[index].occurrence > 1 {
            let deed = deeds[index]
            all.append(with { $0.deeds[index] = Deed(deed.place, deed.occurrence - 1, deed.act, isLate: deed.isLate) })
        }
        return all
    }

    private func with(_ change: (inout Application) -> Void) -> Application {
        var other = self
        change(&other)
        return other
    }
}

extension Application.Lens {
    fileprivate var smaller: [Application.Lens] {
        switch self {
        case .events(let source, let action): source.smaller.map { .events($0, action) }
        case .driver(let action, true): [.driver(action, keepsPrevious: false)]
        case .driver, .watcher, .rule, .reel, .motion, .whole: []
        case .part(let kind, let lenses):
            lenses.indices.map { index in
                var fewer = lenses
                fewer.remove(at: index)
                return .part(kind, fewer)
            }
                + lenses.indices.flatMap { index in
                    lenses[index].smaller.map { lens in
                        var others = lenses
                        others[index] = lens
                        return .part(kind, others)
                    }
                }
        case .newcomer(let source, let inTurns): source.smaller.map { .newcomer($0, inTurns: inTurns) }
        case .prefixed(let lens): [lens] + lens.smaller.map { .prefixed($0) }
        }
    }
}

extension Application.Source {
    fileprivate var smaller: [Application.Source] {
        switch self {
        case .script([], ends: _): []
        case .script(let beats, let ends): [.script([])] + shorter(beats).map { .script($0, ends: ends) }
        case .ticks, .pipe, .shared, .task, .sequence: [.script([])]
        case .delay(let time, let source): [source] + source.smaller.map { .delay(time, $0) }
        case .prefix(let count, let source): [source] + source.smaller.map { .prefix(count, $0) }
        case .inTurns(let source): [source] + source.smaller.map { .inTurns($0) }
        case .held(let source): [source] + source.smaller.map { .held($0) }
        case .merge(let first, let second):
            [first, second] + first.smaller.map { .merge($0, second) } + second.smaller.map { .merge(first, $0) }
        case .flatMap(let strategy, let first, let second):
            [first, second] + first.smaller.map { .flatMap(strategy, $0, second) }
                + second.smaller.map { .flatMap(strategy, first, $0) }
        }
    }

    private func shorter(_ beats: [Beat]) -> [[Beat]] {
        beats.indices.map { index in
            var fewer = beats
            if fewer[index].values.count > 1 { fewer[index].values.removeLast() } else { fewer.remove(at: index) }
            return fewer
        }
    }
}

extension Application: CustomStringConvertible {
    var description: String {
        var lines = lenses.enumerated().map { "\($0): \($1)" }
        lines += effects.enumerated().map { "effect \($0): \($1)" }
        lines += shared.enumerated().map { "shared \($0): \($1)" }
        lines += ["\(driving)\(isWatched ? ", watched" : "")\(hasStandIns ? ", with stand-ins" : "")"]
        lines += steps.map { "\($0)" } + deeds.map { "\($0)" }
        return lines.map { "    \($0)" }.joined(separator: "\n")
    }
}

extension Application.Source: CustomStringConvertible {
    var description: String {
        switch self {
        case .script(let beats, let ends):
            "script(\(beats.map { "\($0.time): \($0.values)" }.joined(separator: ", "))\(ends ? " |" : ""))"
        case .ticks(let period): "ticks(\(period))"
        case .pipe(let number): "pipe(\(number))"
        case .shared(let number): "shared(\(number))"
        case .task(let suspensions, let isThrowing): "task(\(suspensions)\(isThrowing ? ", throws" : ""))"
        case .sequence(let count): "sequence(\(count))"
        case .delay(let time, let source): "\(source).delay(\(time))"
        case .prefix(let count, let source): "\(source).prefix(\(count))"
        case .inTurns(let source): "\(source).inTurns()"
        case .held(let source): "held(\(source))"
        case .merge(let first, let second): "merge(\(first), \(second))"
        case .flatMap(let strategy, let source, let inner): "\(source).flatMap(.\(strategy)) { \(inner) }"
        }
    }
}

extension Application.Lens: CustomStringConvertible {
    var description: String {
        switch self {
        case .events(let source, let action): "events \(source) -> \(action)"
        case .driver(let action, let keepsPrevious):
            "driver -> \(action)\(keepsPrevious ? ", keeping the frame before" : "")"
        case .watcher: "watcher"
        case .rule(let rule): "rule \(rule)"
        case .part(let kind, let lenses): "part \(kind) { \(lenses.map(\.description).joined(separator: "; ")) }"
        case .reel(let period): "reel(\(period))"
        case .motion: "motion"
        case .whole: "whole frames"
        case .newcomer(let source, let inTurns): "newcomer \(source)\(inTurns ? ".inTurns()" : "")"
        case .prefixed(let lens): "\(lens).prefixed"
        }
    }
}

extension Application.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .send(let pipe): "then send to pipe \(pipe)"
        case .advance(let seconds): "then advance by \(seconds)"
        case .act(let act): "then \(act)"
        }
    }
}
