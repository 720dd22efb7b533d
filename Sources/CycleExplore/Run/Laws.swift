/// The laws of a scenario, by the time at which they are checked.
final class Laws<Frame>: Sendable {
    struct Check: Sendable {
        let index: Int
        let holds: Law<Frame>.Condition
    }

    struct Step: Sendable {
        let index: Int
        let holds: @Sendable (_ before: Frame, _ after: Frame) -> Bool
    }

    struct Promise: Sendable {
        let index: Int
        let from: Law<Frame>.Condition
        let to: Law<Frame>.Condition
    }

    struct Agreeing: Sendable {
        let index: Int
        let combine: @Sendable (Frame, inout Fingerprint) -> String
    }

    struct Watched: Sendable {
        let index: Int
        let makeWatch: @Sendable () -> any HistoryWatch<Frame>
    }

    let all: [Law<Frame>]
    /// The needs of all of them in a search.
    let needs: LawNeeds
    let always: [Check]
    let everyTurn: [Step]
    let atRest: [Check]
    let atEnd: [Check]
    let sometimes: [Check]
    let leadsTo: [Promise]
    let agreeing: [Agreeing]
    let watched: [Watched]
    /// The law that the application resumes from every frame.
    let resuming: Int?

    init(_ laws: [Law<Frame>]) {
        all = laws
        needs = laws.reduce(into: []) { $0.formUnion($1.kind.needs) }
        var (always, atRest, atEnd, sometimes): ([Check], [Check], [Check], [Check]) = ([], [], [], [])
        var (everyTurn, leadsTo, agreeing): ([Step], [Promise], [Agreeing]) = ([], [], [])
        var watched: [Watched] = []
        var resuming: Int?
        for (index, law) in laws.enumerated() {
            switch law.kind {
            case .always(let holds, ofWorld: _): always.append(Check(index: index, holds: holds))
            case .everyTurn(let holds): everyTurn.append(Step(index: index, holds: holds))
            case .atRest(let holds, ofWorld: _): atRest.append(Check(index: index, holds: holds))
            case .atEnd(let holds, ofWorld: _): atEnd.append(Check(index: index, holds: holds))
            case .sometimes(let holds): sometimes.append(Check(index: index, holds: holds))
            case .leadsTo(let from, let to): leadsTo.append(Promise(index: index, from: from, to: to))
            case .agrees(let combine): agreeing.append(Agreeing(index: index, combine: combine))
            case .resumes: resuming = index
            case .history(let make): watched.append(Watched(index: index, makeWatch: make))
            }
        }
        (self.always, self.atRest, self.atEnd, self.sometimes) = (always, atRest, atEnd, sometimes)
        (self.everyTurn, self.watched) = (everyTurn, watched)
        (self.leadsTo, self.agreeing, self.resuming) = (leadsTo, agreeing, resuming)
    }

    /// The sentence of a law.
    func name(_ index: Int) -> String { all[index].name }
}
