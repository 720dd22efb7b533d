import Cycle
import CycleTesting
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc

    /// Each group is measured in a process of its own, in which nothing else happens.
    @Suite("Law 11: what comes and goes leaves nothing")
    struct LeakTests {
        /// How often in each round.
        private static var count: Int {
            #if DEBUG
                1_000
            #else
                33_000
            #endif
        }

        /// Ends the process: successfully, if nothing was kept; else it prints what was.
        private static func measure(_ rows: [LeakRow]) -> Never {
            guard let heap = Heap() else { exit(2) }
            var isClean = true
            for row in rows {
                let census = Census()
                var act: (() -> Void)? = row.prepare(census)
                let byteCount = heap.growth(count / row.share) { act?() }
                act = nil
                guard byteCount > 0 || census.aliveCount > 0 else { continue }
                print("\(row.name): \(byteCount) bytes each time, \(census.aliveCount) objects in the end")
                isClean = false
            }
            exit(isClean ? 0 : 1)
        }

        /// The child prints what was kept.
        private func expectNothing(_ result: ExitTest.Result?) {
            let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            #expect(!text.contains("bytes each time"))
        }

        @Test("sixteen bytes that are kept each time are seen, and so is one object", .waiting)
        func sees() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
                nonisolated(unsafe) var kept: [AnyObject] = []
                kept.reserveCapacity(1_000_000)
                LeakTests.measure([
                    LeakRow("leak") { _ in { kept.append(Kept()) } },
                    LeakRow("object") { census in
                        kept.append(census.makeWitness())
                        return {}
                    },
                ])
            }
            let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            #expect(text.contains("leak: 32 bytes each time, 0 objects in the end"))
            #expect(text.contains("object: ") && text.contains(", 1 objects in the end"))
        }

        private final class Kept {}

        @Test("operators whose source ends", .waiting)
        func operators() async {
            expectNothing(
                await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                    LeakTests.measure(LeakRow.operators)
                })
        }

        @Test("operators that are replaced while they run", .waiting)
        func replaced() async {
            expectNothing(
                await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                    LeakTests.measure(LeakRow.replaced)
                })
        }

        @Test("pipes, inlets, samplers, shares, alarms and effects", .waiting)
        func sources() async {
            expectNothing(
                await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                    LeakTests.measure(LeakRow.sources)
                })
        }

        @Test("events, parts, effects, observers and runs that come to a loop and leave it", .waiting)
        func comingAndGoing() async {
            expectNothing(
                await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                    LeakTests.measure(LeakRow.comingAndGoing)
                })
        }

        @Test("whole loops", .waiting)
        func loops() async {
            expectNothing(
                await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                    LeakTests.measure(LeakRow.loops)
                })
        }
    }
#endif
