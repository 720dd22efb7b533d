import CycleBase
import Testing

@Suite("Searching by halves")
struct PartitioningIndexTests {
    @Test("the first number of which a condition holds is found, or the end, in any range")
    func everyRange() {
        for start in -3..<3 {
            for end in start..<start + 9 {
                for first in start...end {
                    var asked = 0
                    let found = (start..<end).partitioningIndex { number in
                        asked += 1
                        return number >= first
                    }
                    #expect(found == first && asked <= 4)
                }
            }
        }
    }

    @Test("the largest range has no sum that is too large")
    func largest() {
        #expect((Int.max - 9..<Int.max).partitioningIndex { $0 >= Int.max - 2 } == Int.max - 2)
        #expect((0..<Int.max).partitioningIndex { _ in false } == Int.max)
    }
}
