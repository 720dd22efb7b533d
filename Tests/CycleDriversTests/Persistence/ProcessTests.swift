#if os(Linux)
    import Cycle
    import CycleDrivers
    import CycleBase
    import CycleTesting
    import TestSupport
    import Testing

    @Suite("PersistenceDriver: processes that are killed, limited, locked out", .waiting)
    struct ProcessTests {
        let folder = TemporaryFolder()

        @Test("kill -9 while saving: nothing torn, missing or forgotten, at most one leftover")
        func killed() throws {
            let seed = UInt64.random(in: 0...9_999)
            var random = SeededChance(seed: seed)
            var (torn, missing, forgotten, mostLeftovers) = (0, 0, 0, 0)
            var next = 1
            let count = killCount(20)
            for _ in 0..<count {
                let fixture = Fixture("endless", folder.path, "\(next)")
                fixture.endInput()
                var said = 0
                for _ in 0...random.below(4) { said = fixture.line().flatMap { Int($0) } ?? said }
                // Somewhere in the next save: at a moment that nobody chose.
                passTime(&random)
                fixture.kill()
                #expect(fixture.wait() == 128 + SIGKILL)
                guard let content = folder.text(of: "total") else {
                    missing += 1
                    continue
                }
                let lines = Set(content.split(separator: "\n"))
                let number = lines.first.flatMap { Int($0) } ?? 0
                let isWhole = lines.count == 1 && content.utf8.count == expectedByteCount(number)
                torn += isWhole ? 0 : 1
                forgotten += number < said ? 1 : 0
                mostLeftovers = max(mostLeftovers, folder.names().count - 1)
                next = number + 1
            }
            #expect((torn, missing, forgotten) == (0, 0, 0), "seed \(seed)")
            #expect(mostLeftovers <= 1, "seed \(seed)")
            print(
                "kill -9, \(count) times: torn \(torn), missing \(missing), forgotten \(forgotten), leftovers \(mostLeftovers)"
            )
        }

        @Test("kill -9 while appending to a log: no line is lost that was acknowledged, torn or doubled")
        func killedLog() {
            let seed = UInt64.random(in: 0...9_999)
            var random = SeededChance(seed: seed)
            var (next, acknowledged, cutCount) = (0, 0, 0)
            let count = killCount(8)
            for _ in 0..<count {
                let fixture = Fixture("log", folder.path, "\(next)")
                fixture.endInput()
                for _ in 0...random.below(20) {
                    let line = fixture.line() ?? ""
                    // The first append of a run cuts off what the kill before has torn.
                    if line.hasPrefix("tailCut") { cutCount += 1 }
                    acknowledged = Int(line) ?? acknowledged
                }
                passTime(&random)
                fixture.kill()
                #expect(fixture.wait() == 128 + SIGKILL)
                let text = folder.text(of: "log") ?? ""
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                // Told by the numbers: none is missing, doubled or out of order.
                next = lines.count
                #expect(lines.last.map { Int($0) } == lines.count - 1)
                #expect(next >= acknowledged, "seed \(seed)")
            }
            let lines = (folder.text(of: "log") ?? "").split(separator: "\n").prefix(next)
            #expect(zip(lines, 0...).allSatisfy { Int($0) == $1 })
            print("kill -9 of a log, \(count) times: \(next) lines, \(cutCount) torn ones cut off")
        }

        /// As the fixture writes it.
        private func expectedByteCount(_ number: Int) -> Int {
            "\(number)\n".utf8.count * (20_000 + number % 7 * 1_000)
        }

        @Test("a limit on the size of files is a failure, and does not end the process")
        func limited() {
            folder.write("old", to: "total")
            let fixture = Fixture("limited", folder.path)
            fixture.endInput()
            #expect(fixture.line()?.contains("tooLarge") == true)
            #expect(fixture.wait() == 0)
            #expect(folder.text(of: "total") == "old")
            #expect(folder.names() == ["total"])
        }

        @Test("a write that fails when no event can say so is said when the program exits, and the exit code is 1")
        func failsAtTheEnd() {
            let failing = Fixture(script: #"exec "$0" leaving "$1" 2>&1"#, folder.path(of: "none"))
            #expect(failing.line() == "left")
            let reason = "its folder does not exist, or is none; make it first"
            #expect(failing.line() == "FileSaver: \(folder.path)/none/total: \(reason)")
            #expect(failing.line() == nil)
            #expect(failing.wait() == 1)
            let fine = Fixture(script: #"exec "$0" leaving "$1" 2>&1"#, folder.path)
            #expect(fine.line() == "left")
            #expect(fine.line() == nil)
            #expect(fine.wait() == 0)
            #expect(folder.text(of: "total") == "accepted")
        }

        /// Whether this machine lets a test have a disk of its own, which nobody else sees.
        static let canMount =
            geteuid() == 0 && Fixture(script: "unshare -m mount -t tmpfs none /tmp 2> /dev/null").wait() == 0

        @Test("a disk that is full, and one that can only be read, keep the old content", .enabled(if: canMount))
        func fullDisk() {
            let fixture = Fixture(
                script: """
                    exec unshare -m /bin/sh -ec '
                        mount -t tmpfs -o size=64k none "$1"
                        "$0" once "$1" 10
                        "$0" once "$1" 1000000
                        mount -o remount,ro "$1"
                        "$0" once "$1" 20
                        wc -c < "$1/total"
                        ls -A "$1"' "$0" "$1"
                    """, folder.path)
            fixture.endInput()
            var lines: [String] = []
            while let line = fixture.line() { lines.append(line) }
            #expect(fixture.wait() == 0)
            #expect(
                lines.map { $0.split(separator: ".").last.map(String.init) } == [
                    #"saved(path: "total")"#, "full)", "readOnly)", "10", "total",
                ])
        }

        @Test("a driver that wants the root for itself is told when another has it")
        func exclusive() async {
            let fixture = Fixture("exclusive", folder.path)
            #expect(fixture.line()?.contains("saved") == true)
            let exclusive = PersistenceDriver(root: folder.path, isExclusive: true)
            #expect(
                await events(of: exclusive, [.read("total")], [.write("a", "mine")])
                    == [.failed(path: "total", .inUse), .failed(path: "a", .inUse)])
            #expect(await events(of: PersistenceDriver(root: folder.path), [.write("a", "any")]) == [.saved(path: "a")])
            fixture.endInput()
            #expect(fixture.wait() == 0)
            #expect(await events(of: exclusive, [.write("a", "mine")]) == [.saved(path: "a")])
            #expect(folder.names() == ["a", "total"])
        }
    }
#endif
