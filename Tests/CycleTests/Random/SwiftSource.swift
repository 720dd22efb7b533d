import Cycle

// A random program as a stranger would write it, to be pasted beside a `VirtualTime`.

extension Program {
    var swiftSource: String {
        switch self {
        case .from(let values): "Signal.from(\(values) as [Int])"
        case .never: "Signal<Int>.never"
        case .ticks(let period): "Signal<Int>.ticks(every: .seconds(\(period)))"
        case .script(let number, let beats):
            "script(\(number), \(beats.map { "\($0.time): \($0.values)" }.joined(separator: ", ")))"
        case .pipe(let number): "pipe\(number)"
        case .shared(let number): "shared\(number)"
        case .model: "model"
        case .input(let more): "Signal.just(($0 + \(more)) & 63)"
        case .merge(let sources): "Signal.merge(\(sources.map(\.swiftSource).joined(separator: ", ")))"
        case .withLatest(let first, let second):
            "\(first.swiftSource).withLatest(from: \(second.swiftSource)).map { ($0 + $1) & 63 }"
        case .flatMap(let strategy, let source, let inner):
            "\(source.swiftSource).flatMap(.\(strategy)) { \(inner.swiftSource) }"
        case .goingOn(let strategy, let source): "goingOn(2, .\(strategy)) { \(source.swiftSource) }"
        case .effects(let source, let inner):
            "\(source.swiftSource).effects(for: RandomWant.wants, by: \\.id) { \(inner.swiftSource) }"
        case .lastingEffects(let source, let inner):
            """
            \(source.swiftSource).effects(for: RandomWant.wants, by: \\.id) { _, want in \
            want.map(\\.input).merge(with: \(inner.swiftSource)) }
            """
        case .until(let first, let second): "until(\(first.swiftSource), \(second.swiftSource))"
        default: singleSource
        }
    }

    private var singleSource: String {
        switch self {
        case .map(let more, let source): "\(source.swiftSource).map { ($0 + \(more)) & 63 }"
        case .filter(let bit, let source): "\(source.swiftSource).filter { $0 & \(bit) == 0 }"
        case .compactMap(let bit, let source): "\(source.swiftSource).compactMap { $0 & \(bit) == 0 ? nil : $0 }"
        case .scan(let source): "\(source.swiftSource).scan(0) { ($0 + $1) & 63 }"
        case .removeDuplicates(let source): "\(source.swiftSource).removeDuplicates()"
        case .combinePrevious(let source): "\(source.swiftSource).combinePrevious().map { ($0 * 3 + $1) & 63 }"
        case .prefixed(let first, let source): "\(source.swiftSource).prefixed(with: \(first))"
        case .prefix(let count, let source): "\(source.swiftSource).prefix(\(count))"
        case .handle(let number, .note, let source): "\(source.swiftSource).handle { note(\(number), $0) }"
        case .handle(let number, let deed, let source):
            "\(source.swiftSource).handle { note(\(number), $0); if $0 == \(deed.value) { \(deed.act) } }"
        case .ignoringValues(let source): "\(source.swiftSource).ignoringValues()"
        case .inTurns(let source): "\(source.swiftSource).inTurns()"
        case .delay(let interval, let source): "\(source.swiftSource).delay(.seconds(\(interval)))"
        case .debounce(let quiet, let source): "\(source.swiftSource).debounce(.seconds(\(quiet)))"
        case .throttle(let interval, let latest, let source):
            "\(source.swiftSource).throttle(.seconds(\(interval)), latest: \(latest))"
        case .sample(let period, let source): "\(source.swiftSource).sample(every: .seconds(\(period)))"
        default: "?"
        }
    }
}

extension LensProgram {
    func swiftSource(_ indent: String) -> String {
        switch self {
        case .events(let events, let action):
            "\(indent)frames.lens(events: \(events.swiftSource)) { $0.act(\(action), $1) }"
        case .driver(let events, let projection, let action):
            """
            \(indent)frames.lens(driver: { model in \(events.swiftSource) },
            \(indent)    frameFilter: { $0.projected(\(projection)) }) { $0.act(\(action), $1) }
            """
        case .whole(let events, let projection, let action):
            """
            \(indent)frames.lens(get: { model = $0.map { $0.projected(\(projection)) } }, set: { \(events.swiftSource)
            \(indent)    .withLatest(from: frames).map { $1.acted(\(action), $0) } })
            """
        case .watch(let signal, let projection):
            """
            \(indent)frames.lens(driver: { model in \(signal.swiftSource) },
            \(indent)    frameFilter: { $0.projected(\(projection)) })
            """
        case .rule(let copy):
            """
            \(indent)frames.rule(onChangeOf: { $0.projected(\(copy.projection)) }) \
            { $0.act(\(copy.action), $0.projected(\(copy.projection))) }
            """
        case .prefixed(let number, let lens):
            "\(lens.swiftSource(indent))\n\(indent)    .prefixed(with: .made(of: \(number)))"
        case .part(let kind, let lenses):
            (["\(indent)frames.lens(\(kind)) { frames in"] + lenses.map { $0.swiftSource(indent + "    ") }
                + ["\(indent)}"]).joined(separator: "\n")
        }
    }
}

extension LoopProgram {
    var swiftSource: String {
        var lines = shared.enumerated().map { "let shared\($0) = \($1.swiftSource).share()" }
        lines.append("CycledLens(startingWith: RandomFrame()) { frames in")
        lines += lenses.map { $0.swiftSource("    ") }
        lines.append("}")
        lines += sends.map {
            "at \($0.time): \($0.value < 0 ? "end pipe\($0.pipe)" : "pipe\($0.pipe).send(\($0.value))")"
        }
        lines.append("for \(duration) seconds\(isWatched ? ", and its moments" : "")")
        return lines.joined(separator: "\n")
    }
}
