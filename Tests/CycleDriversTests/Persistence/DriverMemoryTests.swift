#if os(Linux)
    import Cycle
    import CycleDrivers
    import CycleTesting
    import Foundation
    import TestSupport
    import Testing

    /// In processes of their own, whose heap is only theirs: what the allocator holds ready for more threads is no leak.
    /// `CYCLE_SEEDS=1` for ten times as many, as promised.
    @Suite("Drivers that work for long", .timeLimit(.minutes(60)))
    struct DriverMemoryTests {
        private static let factor = ProcessInfo.processInfo.environment["CYCLE_SEEDS"] == nil ? 1 : 10

        static func descriptorCount() -> Int {
            do { return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count } catch { return -1 }
        }

        @Test("1,000 saves, reads, watches and appends leave memory and descriptors as after the first", .waiting)
        func saves() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                func run(_ count: Int) async {
                    struct Frame: Equatable {
                        var count = 0
                        var told = 0
                    }
                    let cycle = CycledLens(startingWith: Frame()) { frames in
                        frames.lens(
                            driver: PersistenceDriver(root: folder.path, durability: .none),
                            frameFilter: { frame in
                                .files(
                                    .write("\(frame.count % 50)", "\(frame.count)", repetition: frame.count),
                                    .read("\(frame.count % 50)", repetition: frame.count),
                                    .append("log", ["\(frame.count)"], from: frame.count),
                                    .watch("\(frame.count % 7)", repetition: frame.count))
                            },
                            eventFilter: { frame, _ in
                                frame.told += 1
                                if frame.told >= 3 { (frame.count, frame.told) = (frame.count + 1, 0) }
                            })
                    }
                    await cycle.run(on: VirtualTime(), until: { $0.count >= count })
                }
                await run(200)
                guard let heap = Heap() else { exit(2) }
                let (size, descriptors) = (heap.usedByteCount, DriverMemoryTests.descriptorCount())
                for _ in 0..<5 { await run(200 * DriverMemoryTests.factor) }
                #expect(heap.usedByteCount - size < 512 << 10)
                #expect(DriverMemoryTests.descriptorCount() == descriptors)
            }
        }

        /// How many pieces the address space of this process has: a thread that was not joined keeps two.
        static func mapCount() -> Int {
            guard let file = fopen("/proc/self/maps", "r") else { return -1 }
            defer { fclose(file) }
            var count = 0
            while case let character = getc(file), character != EOF { if character == 10 { count += 1 } }
            return count
        }

        @Test("watches that come and go in one run leave no thread, map or descriptor behind", .waiting)
        func watches() async {
            await #expect(processExitsWith: .success) {
                struct Frame: Equatable {
                    var rounds = 0
                    var isWatching = true
                    var maps: [Int] = []
                    var descriptors: [Int] = []
                }
                let folder = TemporaryFolder()
                let rounds = 320 * DriverMemoryTests.factor
                let cycle = CycledLens(startingWith: Frame()) { frames in
                    frames.lens(
                        driver: PersistenceDriver(root: folder.path),
                        frameFilter: { frame in
                            frame.isWatching ? .files(.watchFolder()) : .files(.read("a", repetition: frame.rounds))
                        },
                        eventFilter: { frame, _ in
                            frame.isWatching.toggle()
                            guard frame.isWatching else { return }
                            frame.rounds += 1
                            guard frame.rounds % (rounds / 2) == 0 else { return }
                            frame.maps.append(DriverMemoryTests.mapCount())
                            frame.descriptors.append(DriverMemoryTests.descriptorCount())
                        })
                }
                let last = await cycle.run(on: VirtualTime(), until: { $0.rounds >= rounds })
                #expect(last.descriptors[1] <= last.descriptors[0])
                #expect(last.maps[1] - last.maps[0] < 40)
            }
        }

        /// A hundred that will not fire, and one that will, none of which was there before.
        private static func timers(_ number: Int) -> TimerDriver<Int>.Model {
            var timers: [TimerDriver<Int>.Timer] = [.once(-number - 1, after: .milliseconds(1))]
            for other in 0..<100 { timers.append(.every(number * 100 + other, .seconds(3_600))) }
            return .timers(timers)
        }

        @Test("100,000 timers that come and go leave memory as after the first", .waiting)
        func timers() async {
            await #expect(processExitsWith: .success) {
                func run(_ count: Int) {
                    let time = VirtualTime()
                    let cycle = CycledLens(startingWith: 0) { frames in
                        frames.lens(
                            driver: time.timers(of: Int.self),
                            frameFilter: {
                                DriverMemoryTests.timers($0)
                            }, eventFilter: { frame, _ in frame += 1 })
                    }
                    cycle.start(on: time)
                    time.join(cycle) { while cycle.step() {} }
                    while cycle.frame < count / 100 { time.advance(by: .milliseconds(1)) }
                    #expect(time.armedCount == 1)
                    cycle.stop()
                }
                run(10_000)
                guard let heap = Heap() else { exit(2) }
                let size = heap.usedByteCount
                run(100_000 * DriverMemoryTests.factor)
                #expect(heap.usedByteCount - size < 512 << 10)
            }
        }
    }
#endif
