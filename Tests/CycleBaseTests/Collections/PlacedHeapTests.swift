import CycleBase
import Testing

@Suite("PlacedHeap")
struct PlacedHeapTests {
    /// Numbers in slots, which count how often two of them are compared.
    private final class Numbers: HeapItems {
        var numbers: [Int]
        var places: [Int]
        var comparisonCount = 0

        init(_ numbers: [Int]) {
            self.numbers = numbers
            places = numbers.map { _ in -1 }
        }

        package func precedes(_ one: Int, _ other: Int, by order: Void) -> Bool {
            comparisonCount += 1
            return (numbers[one], one) < (numbers[other], other)
        }

        package func place(of handle: Int, by order: Void) -> Int { places[handle] }

        package func setPlace(of handle: Int, to place: Int, by order: Void) { places[handle] = place }

        /// All that are in the heap, in their order.
        var inOrder: [Int] {
            numbers.indices.filter { places[$0] >= 0 }.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
        }
    }

    private func taken(_ heap: PlacedHeap<Numbers>, _ items: Numbers) -> [Int] {
        var (heap, items, taken) = (heap, items, [Int]())
        while let first = heap.first {
            taken.append(first)
            heap.remove(first, in: &items)
        }
        return taken
    }

    @Test("random items that are put in, moved and removed come out in their order", arguments: 0..<50 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var items = Numbers((0..<40).map { _ in Int.random(in: 0..<20, using: &random) })
        var heap = PlacedHeap<Numbers>(by: ())
        for _ in 0..<400 {
            let handle = Int.random(in: 0..<40, using: &random)
            if Bool.random(using: &random) {
                items.numbers[handle] = Int.random(in: 0..<20, using: &random)
                heap.set(handle, in: &items)
            } else {
                heap.remove(handle, in: &items)
            }
            #expect(heap.first == items.inOrder.first, "seed \(seed)")
            #expect(heap.handles.indices.allSatisfy { items.places[heap.handles[$0]] == $0 }, "seed \(seed)")
        }
        let expected = items.inOrder
        #expect(taken(heap, items) == expected, "seed \(seed)")
        #expect(items.places.allSatisfy { $0 < 0 })
    }

    @Test("an item costs no more comparisons than twice the height of the heap", arguments: [1_000, 16_000])
    func comparisons(count: Int) {
        var items = Numbers((0..<count).map { count - $0 })
        var heap = PlacedHeap<Numbers>(by: ())
        let height = Int.bitWidth - count.leadingZeroBitCount
        for handle in 0..<count { heap.set(handle, in: &items) }
        #expect(items.comparisonCount <= count * (height + 2))
        items.comparisonCount = 0
        for handle in 0..<count { heap.remove(handle, in: &items) }
        #expect(items.comparisonCount <= count * (2 * height + 1) && heap.count == 0)
    }
}
