/// A value that can be made smaller: a program that shows a difference is replaced by a smaller one that does, again
/// and again.
protocol Shrinkable {
    /// Smaller ones, the smallest first.
    var smaller: [Self] { get }
}

extension Array where Element: Shrinkable {
    /// One element fewer, or one element smaller.
    fileprivate var shrunk: [[Element]] {
        var all: [[Element]] = []
        for index in indices {
            var fewer = self
            fewer.remove(at: index)
            all.append(fewer)
        }
        for index in indices {
            for element in self[index].smaller {
                var other = self
                other[index] = element
                all.append(other)
            }
        }
        return all
    }
}

extension Program: Shrinkable {
    /// The signals that this one is made of, and how it is made of others.
    private var parts: ([Program], ([Program]) -> Program) {
        switch self {
        case .from, .never, .ticks, .script, .pipe, .shared, .model, .input: ([], { _ in self })
        case .map(let more, let source): ([source], { .map(more, $0[0]) })
        case .filter(let bit, let source): ([source], { .filter(bit, $0[0]) })
        case .compactMap(let bit, let source): ([source], { .compactMap(bit, $0[0]) })
        case .scan(let source): ([source], { .scan($0[0]) })
        case .removeDuplicates(let source): ([source], { .removeDuplicates($0[0]) })
        case .combinePrevious(let source): ([source], { .combinePrevious($0[0]) })
        case .prefixed(let first, let source): ([source], { .prefixed(first, $0[0]) })
        case .prefix(let count, let source): ([source], { .prefix(count, $0[0]) })
        case .handle(let number, let deed, let source): ([source], { .handle(number, deed, $0[0]) })
        case .ignoringValues(let source): ([source], { .ignoringValues($0[0]) })
        case .inTurns(let source): ([source], { .inTurns($0[0]) })
        case .delay(let interval, let source): ([source], { .delay(interval, $0[0]) })
        case .debounce(let quiet, let source): ([source], { .debounce(quiet, $0[0]) })
        case .throttle(let interval, let latest, let source): ([source], { .throttle(interval, latest: latest, $0[0]) })
        case .sample(let period, let source): ([source], { .sample(period, $0[0]) })
        case .merge(let sources): (sources, { .merge($0) })
        case .withLatest(let first, let second): ([first, second], { .withLatest($0[0], $0[1]) })
        case .flatMap(let strategy, let source, let inner): ([source, inner], { .flatMap(strategy, $0[0], $0[1]) })
        case .goingOn(let strategy, let source): ([source], { .goingOn(strategy, $0[0]) })
        case .effects(let source, let inner): ([source, inner], { .effects($0[0], $0[1]) })
        case .lastingEffects(let source, let inner): ([source, inner], { .lastingEffects($0[0], $0[1]) })
        case .until(let first, let second): ([first, second], { .until($0[0], $0[1]) })
        }
    }

    var smaller: [Program] {
        let (children, make) = parts
        var all: [Program] = []
        if children.isEmpty { all = smallerSources } else { all = [.never, .from([])] + children }
        if case .merge(let sources) = self {
            all += sources.shrunk.filter { $0.count < sources.count }.map(Program.merge)
        }
        if case .handle(let number, let deed, let source) = self, deed != .note {
            all.append(.handle(number, .note, source))
        }
        for index in children.indices {
            for child in children[index].smaller {
                var others = children
                others[index] = child
                all.append(make(others))
            }
        }
        return all
    }

    private var smallerSources: [Program] {
        switch self {
        case .from(let values) where !values.isEmpty:
            values.indices.map { index in
                var fewer = values
                fewer.remove(at: index)
                return .from(fewer)
            }
        case .script(let number, let beats):
            [.never] + beats.indices.flatMap { index in shorter(beats, at: index).map { .script(number, $0) } }
        case .from, .never: []
        case .ticks, .pipe, .shared, .model, .input: [.never, .from([]), .from([1])]
        default: []
        }
    }

    private func shorter(_ beats: [Beat], at index: Int) -> [[Beat]] {
        var without = beats
        without.remove(at: index)
        return [without]
            + beats[index].values.indices.map { position in
                var fewer = beats
                fewer[index].values.remove(at: position)
                return fewer
            }
    }
}

extension LensProgram: Shrinkable {
    var smaller: [LensProgram] {
        switch self {
        case .events(let signal, let action): signal.smaller.map { .events($0, action: action) }
        case .driver(let signal, let projection, let action):
            [.events(signal, action: action)]
                + signal.smaller.map { .driver($0, projection: projection, action: action) }
        case .whole(let signal, let projection, let action):
            [.driver(signal, projection: projection, action: action)]
                + signal.smaller.map { .whole($0, projection: projection, action: action) }
        case .watch(let signal, let projection): signal.smaller.map { .watch($0, projection: projection) }
        case .rule: []
        case .prefixed(let number, let lens): [lens] + lens.smaller.map { .prefixed(number, $0) }
        case .part(let kind, let lenses): lenses + lenses.shrunk.map { .part(kind, $0) }
        }
    }
}

extension LoopProgram: Shrinkable {
    var smaller: [LoopProgram] {
        var all = lenses.shrunk.map { replacing(\.lenses, with: $0) }
        // The number of a shared signal is its place: it is made smaller, and never taken away.
        for index in shared.indices {
            for signal in shared[index].smaller {
                var other = shared
                other[index] = signal
                all.append(replacing(\.shared, with: other))
            }
        }
        for index in sends.indices {
            var fewer = sends
            fewer.remove(at: index)
            all.append(replacing(\.sends, with: fewer))
        }
        if isWatched { all.append(replacing(\.isWatched, with: false)) }
        if duration > 1 { all.append(replacing(\.duration, with: duration - 1)) }
        return all
    }

    private func replacing<Part>(_ path: WritableKeyPath<LoopProgram, Part>, with part: Part) -> LoopProgram {
        var other = self
        other[keyPath: path] = part
        return other
    }
}
