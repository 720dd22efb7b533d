import CycleTesting
import TestSupport
import Testing

@testable import CycleScreens

@Suite("Shares of room")
struct SharesTests {
    private func shares(_ count: Int, _ weights: [Int], least: [Int]? = nil, most: [Int]? = nil) -> [Int] {
        let growing = weights.indices.map { index in
            GrowingChild(
                index: index,
                growth: Growth(weight: weights[index], min: least?[index] ?? 0, max: most?[index] ?? .max))
        }
        var shares = least ?? weights.map { _ in 0 }
        ScreenView.give(count, to: growing, &shares)
        return shares
    }

    /// Seats in a parliament by the method of Webster, for votes that are known to come out otherwise by those of Hamilton and of
    /// D'Hondt.
    @Test("go to the highest weight for each odd number, so that neither large nor small children are favoured")
    func webster() {
        #expect(shares(7, [53, 24, 23]) == [3, 2, 2])
        #expect(shares(10, [340, 280, 160, 60, 15]) == [4, 3, 2, 1, 0])
        #expect(shares(4, [3, 1]) == [3, 1])
        #expect(shares(3, [1, 1, 1]) == [1, 1, 1])
        #expect(shares(1, [1, 1]) == [1, 0])
        // A second cell costs a child three times what the first did.
        #expect(shares(2, [4, 1]) == [2, 0] && shares(2, [2, 1]) == [1, 1])
    }

    @Test("are those that comparing all quotients gives, and no child shrinks while the room grows")
    func random() {
        for seed in Seeds(300) {
            var random = SplitMix(seed: seed)
            let weights = (0..<Int.random(in: 2...5, using: &random)).map { _ in Int.random(in: 1...9, using: &random) }
            var before = weights.map { _ in 0 }
            for count in 1...40 {
                let after = shares(count, weights)
                #expect(zip(before, after).allSatisfy { $0 <= $1 } && after.reduce(0, +) == count, "seed \(seed)")
                // Of all quotients, each child has as many as are among the highest: the first child wins a tie.
                let quotients = weights.indices.flatMap { child in
                    (0..<40).map { (child, Double(weights[child]) / Double(2 * $0 + 1)) }
                }
                let best = quotients.sorted { $0.1 > $1.1 || $0.1 == $1.1 && $0.0 < $1.0 }.prefix(count)
                #expect(
                    after == weights.indices.map { child in best.count { $0.0 == child } }, "seed \(seed), \(count)")
                before = after
            }
        }
    }

    @Test("count what a child has, end at the most that it takes, and leave a child without weight as it is")
    func bounds() {
        #expect(shares(4, [1, 1], least: [3, 0]) == [4, 3])
        #expect(shares(10, [5, 1], most: [2, 4]) == [2, 4])
        #expect(shares(3, [0, 1, 1]) == [0, 2, 1])
        #expect(shares(5, [1], most: [3]) == [3])
    }
}
