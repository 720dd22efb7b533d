import CycleBase
import Testing

@testable import CycleDrivers

@Suite("The owner of a terminal")
struct TerminalOwnerTests {
    private typealias Owner = TerminalOwner

    /// Each state that inputs lead to, whatever their order is.
    private static let reachable: [TerminalOwner] = {
        var (all, index) = ([TerminalOwner.none], 0)
        while index < all.count {
            for input in TerminalOwner.Input.allCases {
                var next = all[index]
                _ = next.receive(input)
                if !all.contains(next) { all.append(next) }
            }
            index += 1
        }
        return all
    }()

    @Test("is one word for each of its thirteen states, and no two are the same")
    func words() {
        #expect(Self.reachable.count == 13)
        #expect(Set(Self.reachable.map(\.word)).count == 13)
        for owner in Self.reachable { #expect(Owner(word: owner.word) == owner) }
    }

    @Test("is given back only by the process that has the terminal, and taken again only where it was left")
    func actions() {
        for owner in Self.reachable {
            for input in Owner.Input.allCases {
                var next = owner
                switch next.receive(input) {
                case .giveBack:
                    #expect([.ours(awaitsSIGCONT: false), .ours(awaitsSIGCONT: true)].contains(owner), "\(input)")
                    #expect(next.isLeft && !next.isGivenBack)
                case .awaitGivingBack: #expect(owner.isLeft && !owner.isGivenBack)
                case .takeAgain: #expect(next.isTakenAgain && owner == .lent(left: .background))
                case nil: break
                }
            }
        }
    }

    @Test("stays left when the process ends, until the console is done with it")
    func ending() {
        for owner in Self.reachable where owner != .none {
            var ended = owner
            _ = ended.receive(.ending)
            var (seen, index) = ([ended], 0)
            while index < seen.count {
                #expect(seen[index].isLeft && !seen[index].isTakenAgain, "\(seen[index])")
                for input in Owner.Input.allCases where input != .claimed && input != .freed {
                    var next = seen[index]
                    let action = next.receive(input)
                    #expect(action == nil || action == .awaitGivingBack)
                    if !seen.contains(next) { seen.append(next) }
                }
                index += 1
            }
        }
    }

    private func after(_ inputs: Owner.Input...) -> (owner: Owner, last: Owner.Action?) {
        var (owner, last) = (Owner.none, Owner.Action?.none)
        for input in inputs { last = owner.receive(input) }
        return (owner, last)
    }

    @Test("a terminal that was left before it was lent is taken again when the program has ended")
    func lentAndLeft() {
        #expect(after(.claimed, .continued, .givenBack, .lent).owner == .lent(left: .background))
        let back = after(.claimed, .continued, .givenBack, .lent, .returned)
        #expect(back.owner == .left(.background, isDone: true) && back.last == .takeAgain)
        #expect(after(.claimed, .continued, .givenBack, .lent, .returned, .takenAgain).owner.isLeft == false)
    }

    @Test("a loan that begins between a stop and its end does not keep the terminal left for ever")
    func lentWhileStopping() {
        // The handler of SIGTSTP runs on one thread while the loop lends the terminal on another.
        #expect(after(.claimed, .stopping, .lent, .continued, .returned).last == .takeAgain)
        // The program ends before the process has stopped: no thread takes the terminal into the stop.
        #expect(after(.claimed, .stopping, .lent, .returned) == (.left(.stopping, isDone: true), nil))
        #expect(after(.claimed, .stopping, .lent, .returned, .continued).owner.isTakenAgain)
    }

    @Test("a process that ends during a loan leaves the terminal to the program")
    func lentAndEnding() {
        #expect(after(.claimed, .lent, .ending) == (.lent(left: .ending), nil))
        #expect(after(.claimed, .lent, .ending, .returned) == (.left(.ending, isDone: true), nil))
    }

    @Test("a stop that one handler sees twice gives the terminal back once")
    func stops() {
        #expect(after(.claimed, .stopping, .givenBack, .takenAgain, .wentOn, .continued).last == nil)
        #expect(after(.claimed, .stopping, .givenBack, .continued, .takenAgain, .wentOn, .continued).last == .giveBack)
        #expect(after(.claimed, .stopping, .ending).last == .awaitGivingBack)
    }

    @Test("a slot writes its farewell once, and wakes the loop when the terminal is taken again after a loan")
    func slot() throws {
        let wake = try WakePipe()
        let ends = RealBench.makePipe()
        defer { for end in [ends.reading, ends.writing] { close(end) } }
        var slot = TerminalSlot()
        slot.output = ends.writing
        slot.wake = wake.writing
        slot.prepare([UInt8]("left".utf8))
        slot.claim()
        func receive(_ inputs: TerminalOwner.Input...) {
            for input in inputs { slot.perform(slot.receive(input)) }
        }
        receive(.stopping, .continued, .stopping, .lent, .continued)
        #expect(Descriptors.readAll(ends.reading, upTo: 64) == "left")
        slot.prepare([])
        #expect(wake.takeWords().isEmpty)
        receive(.returned)
        #expect(slot.owner == .ours(awaitsSIGCONT: false))
        #expect(wake.takeWords() == [WakePipe.Word.resumed])
        slot.prepare([UInt8]("gone".utf8))
        receive(.ending, .ending, .continued, .returned)
        #expect(Descriptors.readAll(ends.reading, upTo: 64) == "gone" && slot.owner == .left(.ending, isDone: true))
    }
}

extension Descriptors {
    fileprivate static func readAll(_ descriptor: Int32, upTo count: Int) -> String {
        guard case .bytes(let bytes) = read(descriptor, upTo: count) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
