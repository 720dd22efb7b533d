import CycleTesting
import Testing

@testable import CycleDrivers

@Suite("PersistenceDriver.Lines")
struct LinesTests {
    typealias Lines = PersistenceDriver.Lines

    @Test("any appends and removals leave the lines of a plain array, and copies keep theirs")
    func asArrays() {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var (lines, plain) = (Lines(), [String]())
            var copies: [(Lines, [String])] = []
            for number in 0..<600 {
                switch Int.random(in: 0..<20, using: &random) {
                case 0:
                    let count = Int.random(in: -1...plain.count + 1, using: &random)
                    lines.removeFirst(count)
                    plain.removeFirst(min(max(0, count), plain.count))
                case 1: copies.append((lines, plain))
                case 2: (lines, plain) = copies.randomElement(using: &random) ?? (lines, plain)
                default:
                    lines.append("\(number)")
                    plain.append("\(number)")
                }
                #expect(lines.count == plain.count)
            }
            for (lines, plain) in copies + [(lines, plain)] {
                #expect(Array(lines) == plain, "seed \(seed)")
                #expect(lines == Lines(plain) && lines.hashValue == Lines(plain).hashValue)
                for start in [-1, 0, plain.count / 2, plain.count, plain.count + 1] {
                    var rest: [String] = []
                    lines.forEach(from: start) { rest.append($0) }
                    #expect(rest == Array(plain.dropFirst(max(0, start))))
                }
            }
        }
    }

    @Test("are shown as an array is, by their lines and not by how they are kept")
    func shown() {
        var before: Lines = ["a", "b", "c"]
        before.removeFirst(1)
        var after = before
        after.append("d")
        #expect(Difference(of: before, and: after, named: "lines").description == #"lines[2]: added "d""#)
        #expect(Difference(of: before, and: ["b", "c"], named: "lines").isEmpty)
        #expect(Mirror(reflecting: before).children.compactMap { $0.value as? String } == ["b", "c"])
    }

    @Test("two that differ in one line are not equal, wherever it stands")
    func differences() {
        let texts = (0..<200).map { "\($0)" }
        for position in texts.indices {
            var others = texts
            others[position] = "other"
            var grown = Lines()
            for text in others { grown.append(text) }
            #expect(grown != Lines(texts))
            #expect(grown == Lines(others))
        }
        #expect(Lines() == [] && Lines() != ["a"])
    }
}
