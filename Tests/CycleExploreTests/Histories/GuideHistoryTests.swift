import Cycle
import CycleExplore
import CycleFeedback
import Testing

/// The register of the guide: two clients, of which one reads from a copy that is older.
@Suite("The guide's law of histories")
struct GuideHistoryTests {
    struct Register: SequentialModel {
        enum Call: Hashable { case read, write(Int) }
        let start = 0

        func state(after state: Int, _ call: Call, answered answer: Int?) -> Int? {
            switch call {
            case .read: answer ?? state == state ? state : nil
            case .write(let value): value
            }
        }
    }

    struct Client: Hashable {
        var call: Register.Call?
        var answer = 0
    }

    struct Pair: Hashable {
        var (ann, bob) = (Client(), Client())
        var (value, copy) = (0, 0)
    }

    static let law = Law<Pair>.linearizable("it is one register", of: Register()) { before, after in
        events(of: "ann", before?.ann, after.ann) + events(of: "bob", before?.bob, after.bob)
    }

    static func events(of name: String, _ before: Client?, _ after: Client) -> [HistoryEvent<Register.Call, Int>] {
        if before?.call == after.call { return [] }
        return after.call.map { [.call($0, by: name)] } ?? [.answer(after.answer, to: name)]
    }

    enum Step: Hashable { case annWrites, annHears, copied, bobReads, bobHears }

    static func pair(_ hasCopy: Bool) -> Scenario<Pair> {
        Scenario(law) { world in
            let store = Store(
                initial: Pair(),
                reduce: { (pair: inout Pair, step: Step) in
                    switch step {
                    case .annWrites where pair.ann.call == nil: pair.ann.call = .write(1)
                    case .annHears where pair.ann.call != nil: (pair.value, pair.ann.call) = (1, nil)
                    case .copied: pair.copy = pair.value
                    case .bobReads where pair.bob.call == nil: pair.bob.call = .read
                    case .bobHears where pair.bob.call != nil:
                        pair.bob = Client(call: nil, answer: hasCopy ? pair.copy : pair.value)
                    default: break
                    }
                }, feedbacks: [])
            world.input("user", [Step.annWrites, .annHears, .copied, .bobReads, .bobHears], atMost: 6) {
                store.send($0)
            }
            return store
        }
    }

    @Test("a register without copies obeys it, and one with an old copy is found in four steps")
    func copies() throws {
        #expect(try Self.pair(false).explore().isComplete)
        guard case .failure(let failure) = Self.pair(true).result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "it is one register")
        #expect(failure.happenings.map(\.label) == ["annWrites", "annHears", "bobReads", "bobHears"])
    }
}
