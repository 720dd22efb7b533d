import Cycle
import CycleTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Stress: back-pressure", .serialized)
struct BackPressureStressTests {
    /// Sends as fast as it may, and waits for room when there is none.
    struct Flood: Driver {
        let count: Int
        let bound: Int
        let sent: Counter

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
            var checksum = 0
            return Signal { [count, bound, sent] sink in
                // Rendering is the slow part.
                let rendering = model.run(inside: sink, finish: {}) { model in
                    for _ in 0..<10 { checksum &+= model }
                }
                let room = DispatchSemaphore(value: 0)
                let inlet = sink.inlet(bound: bound) { room.signal() }
                Thread.detachNewThread {
                    for number in 1...count {
                        sent.value.add(1, ordering: .relaxed)
                        if inlet.send(number) == .acceptedAndFull { room.wait() }
                    }
                }
                return rendering
            }
        }
    }

    /// Sends as fast as it can, whether or not anybody takes it.
    struct Sensor: Driver {
        let count: Int
        let held: Held

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
            Signal { [count, held] sink in
                let sampler = sink.sampler()
                held.sampler = sampler
                Thread.detachNewThread {
                    for number in 1...count { sampler.send(number) }
                    sampler.end()
                }
                return Subscription()
            }
        }
    }

    final class Held {
        var sampler: Sampler<Int>?
    }

    final class Counter: Sendable {
        let value = Atomic(0)
    }

    /// In a process of its own, for the sake of the memory figure.
    @Test("1,000,000 events into a slow loop: the queue stays within its bound, and memory where it was", .waiting)
    func flood() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let bound = 64
            let sent = Counter()
            var mostWaiting = 0
            var applied = 0
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: Flood(count: 1_000_000, bound: bound, sent: sent), frameFilter: { $0 },
                    eventFilter: { frame, number in
                        applied += 1
                        mostWaiting = max(mostWaiting, sent.value.load(ordering: .relaxed) - applied)
                        frame = number
                    })
            }
            let before = residentByteCount()
            let last = await cycle.run(on: VirtualTime())
            let growth = residentByteCount() - before
            print("1,000,000 events, bound \(bound): most waiting \(mostWaiting), memory + \(growth >> 10) KiB")
            #expect(last == 1_000_000)
            #expect(applied == 1_000_000)
            // In the mailbox and for their turn, together.
            #expect(mostWaiting <= bound)
            // The sanitizer's own bookkeeping is not ours.
            if !isSanitized { #expect(growth < 16 << 20) }
        }
        print(lastLine(result))
    }

    @Test(
        "1,000,000 events of a source that cannot wait: the newest counts, the others are counted, and memory stays",
        .waiting)
    func sampled() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let held = Held()
            var applied = 0
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: Sensor(count: 1_000_000, held: held), frameFilter: { _ in 0 },
                    eventFilter: { frame, number in
                        #expect(number > frame)
                        applied += 1
                        frame = number
                    })
            }
            let before = residentByteCount()
            let last = await cycle.run(on: VirtualTime())
            let growth = residentByteCount() - before
            let coalescedCount = held.sampler?.coalescedCount ?? 0
            print(
                "1,000,000 events, sampled: applied \(applied), coalesced \(coalescedCount), memory + \(growth >> 10) KiB"
            )
            #expect(last == 1_000_000)
            #expect(applied + coalescedCount == 1_000_000)
            if !isSanitized { #expect(growth < 16 << 20) }
        }
        print(lastLine(result))
    }

    @Test("an asynchronous sequence is asked for no more than may wait")
    func sequence() async {
        let made = Counter()
        var mostWaiting = 0
        var applied = 0
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { _, _ in
                    Signal.from(Numbers(limit: 200_000, made: made), bound: 32).handle { _ in
                        applied += 1
                        mostWaiting = max(mostWaiting, made.value.load(ordering: .relaxed) - applied)
                    }
                })
        }
        #expect(await cycle.run(on: VirtualTime()) == 200_000)
        #expect(applied == 200_000)
        // One is made before it is sent.
        #expect(mostWaiting <= 32 + 1)
    }

    /// The numbers from 1 on, as fast as somebody asks.
    struct Numbers: AsyncSequence, Sendable {
        let limit: Int
        let made: Counter

        struct AsyncIterator: AsyncIteratorProtocol {
            var number = 0
            let limit: Int
            let made: Counter

            mutating func next() async -> Int? {
                guard number < limit else { return nil }
                number += 1
                made.value.add(1, ordering: .relaxed)
                return number
            }
        }

        func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(limit: limit, made: made)
        }
    }
}

/// The last line of a child process: the figure.
private func lastLine(_ result: ExitTest.Result?) -> String {
    let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
    return lines.last { $0.contains("memory") }.map { String($0) } ?? "no figure"
}

private var isSanitized: Bool {
    dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}

/// How much memory this process has, by the kernel's account; 0 where that cannot be asked.
private func residentByteCount() -> Int {
    guard let pages = FileManager.default.contents(atPath: "/proc/self/statm") else { return 0 }
    let fields = String(decoding: pages, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}
