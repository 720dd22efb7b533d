import CycleBase

#if os(Linux)
    import Cycle
    @testable import CycleDrivers
    import CycleTesting
    import Foundation
    import TestSupport
    import Testing

    @Suite("Drivers of a process that may have no more", .timeLimit(.minutes(60)))
    struct ExhaustionTests {
        let folder = TemporaryFolder()

        private func lines(_ fixture: Fixture) -> [String] {
            var lines: [String] = []
            while let line = fixture.line() { lines.append(line) }
            return lines
        }

        @Test("threads: timers ring all the same, and files report it")
        func threads() {
            let fixture = Fixture("threads", folder.path)
            fixture.endInput()
            let lines = lines(fixture)
            #expect(fixture.wait() == 0)
            #expect(lines.last == "ticks 10")
            #expect(lines.dropLast().count == 3)
            #expect(lines.dropLast().allSatisfy { $0.contains("exhausted") && $0.contains("threads") }, "\(lines)")
        }

        @Test("descriptors: timers ring all the same, and files report it")
        func descriptors() {
            let fixture = Fixture("descriptors", folder.path)
            fixture.endInput()
            let lines = lines(fixture)
            #expect(fixture.wait() == 0)
            #expect(lines.last == "ticks 10")
            #expect(lines.dropLast().count == 3)
            #expect(lines.dropLast().allSatisfy { $0.contains("exhausted") && $0.contains("descriptors") }, "\(lines)")
        }

        @Test("descriptors, from the start on: a program takes none that libdispatch needs", arguments: [14, 16])
        func fewDescriptors(_ count: Int) {
            let fixture = Fixture(script: #"ulimit -c 0; ulimit -n $1; exec "$0" environment /"#, "\(count)")
            fixture.endInput()
            _ = lines(fixture)
            #expect(fixture.wait() == 0)
        }

        @Test("a list of watches that is full is not a full disk")
        func watches() {
            #expect(PersistenceDriver.Failure(observing: SystemFailure(code: ENOSPC)) == .exhausted(.watches))
            #expect(PersistenceDriver.Failure(SystemFailure(code: ENOSPC)) == .full)
        }

        @Test("without standard descriptors nobody gets one of theirs, and what is printed goes nowhere")
        func closedStandardDescriptors() {
            let fixture = Fixture(script: #"exec "$0" closed "$1" <&- >&- 2>&-"#, folder.path)
            #expect(fixture.wait() == 0)
            #expect(folder.text(of: "total") == "content")
            #expect(folder.names() == ["total"])
        }

        @Test("a thousand drivers for files and a thousand for timers, with watches, take five threads at most")
        func thousand() {
            let fixture = Fixture("thousand", folder.path)
            fixture.endInput()
            let words = fixture.line()?.split(separator: " ") ?? []
            #expect(fixture.wait() == 0)
            #expect(words.prefix(4) == ["saved", "1000", "ticks", "1000"])
            // Two for files, the poller for watches, one for timers, one for signals; and of the pool of tasks what it likes.
            #expect((words.last.flatMap { Int($0) } ?? .max) <= 5 + 4, "\(words)")
            #expect(folder.names().count == 1_000)
        }

        @Test("the threads of files and watches are gone when the last loop has run", .waiting)
        func threadsGo() async {
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                let driver = PersistenceDriver(root: folder.path)
                for _ in 0..<20 {
                    let told = await events(of: driver, [.watchFolder()], [.write("a", "1")])
                    #expect(told.count == 2)
                }
                #expect(!threadNames().contains { $0.hasPrefix("Cycle ") })
            }
        }
    }
#endif
