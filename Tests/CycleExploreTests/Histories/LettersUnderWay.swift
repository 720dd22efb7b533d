import Cycle
import CycleExplore
import CycleTesting

struct Letter<Text: Hashable & Sendable>: Hashable, Sendable {
    var to: Int
    var text: Text
}

enum LetterEvent<Text: Hashable & Sendable>: Hashable, Sendable {
    case posted(Int)
    case received(Text)
}

/// Posts the letters of its frame, and hears of those to one address.
struct LetterDriver<Text: Hashable & Sendable>: Driver {
    let address: Int

    /// Played by ``LettersUnderWay``.
    func eventsCapturedAfterRendering(model: Signal<[Letter<Text>]>) -> Signal<LetterEvent<Text>> { .never }
}

/// Letters between features of one frame: none is lost, and each may overtake all others.
final class LettersUnderWay<Text: Hashable & Sendable>: StandIn, Explorable {
    private var letters: [(letter: Letter<Text>, possibility: Possibility)] = []
    private var inlets: [Int: Inlet<LetterEvent<Text>>] = [:]
    private var count = 0

    func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        guard let driver = driver as? LetterDriver<Text> else { return nil }
        return Post(letters: self, address: driver.address) as? any Driver<Played.Model, Played.Event>
    }

    private struct Post: Driver {
        let letters: LettersUnderWay
        let address: Int

        func eventsCapturedAfterRendering(model: Signal<[Letter<Text>]>) -> Signal<LetterEvent<Text>> {
            Signal { [letters, address] sink in
                letters.inlets[address] = sink.inlet()
                let rendering = model.run(inside: sink, finish: {}) { posted in
                    guard !posted.isEmpty else { return }
                    for letter in posted { letters.add(letter) }
                    sink.send(.posted(posted.count))
                }
                return Subscription {
                    rendering.cancel()
                    letters.inlets[address] = nil
                }
            }
        }
    }

    private func add(_ letter: Letter<Text>) {
        letters.append((letter, Possibility("to \(letter.to)", "\(letter.text)", thing: count, kind: .due)))
        count += 1
    }

    /// In an order that does not tell when each was posted.
    var possibilities: [Possibility] {
        letters.sorted { ($0.letter.to, $0.possibility.label) < ($1.letter.to, $1.possibility.label) }
            .map(\.possibility)
    }

    func happen(_ possibility: Possibility) {
        guard let index = letters.firstIndex(where: { $0.possibility.thing == possibility.thing }) else { return }
        let letter = letters.remove(at: index).letter
        inlets[letter.to]?.send(.received(letter.text))
    }

    func remember(in memory: inout Fingerprint) {
        memory.combine(Dictionary(letters.map { ($0.letter, 1) }, uniquingKeysWith: +))
    }
}
