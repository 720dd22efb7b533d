import CycleBase
import CycleTesting
import TestSupport
import Testing

/// Applications that nobody has written, judged by the laws of the loop.
///
/// `CYCLE_SEEDS=n` runs n of them, `CYCLE_FIRST_SEED=n` begins at another one, and `CYCLE_TRACE=1` prints each of them before it
/// is run, for one that ends the process.
@Suite("Random applications keep the laws")
struct ApplicationTests {
    @Test("features, effects, animations, and public calls from every callback")
    func applications() async {
        let isTraced = getenv("CYCLE_TRACE") != nil
        var (count, turnCount) = (0, 0)
        // Of failures that are alike only the first is made smaller.
        var failures: [String: Int] = [:]
        let start = ContinuousClock.now
        for seed in Seeds(300) {
            let program = ApplicationGenerator.makeApplication(seed: seed)
            if isTraced { print("seed \(seed)\n\(program)") }
            let verdict = await ApplicationVerdict.judge(program, isRepeated: seed % 8 == 0)
            count += 1
            turnCount += verdict.turnCount
            if verdict.complaints.isEmpty { continue }
            let kind = verdict.kind
            failures[kind, default: 0] += 1
            if failures[kind] != 1 { continue }
            Issue.record("CYCLE_FIRST_SEED=\(seed), made as small as it gets:\n\(await verdict.shrunk())")
            if failures.count == 5 { break }
        }
        if !failures.isEmpty { print(failures.map { "\($1) times: \($0)" }.joined(separator: "\n")) }
        print("\(count) applications, \(turnCount) turns, \(ContinuousClock.now - start)")
    }

    #if canImport(Glibc)
        @Test("no application keeps a byte, however often it is run", .waiting)
        func bytes() async {
            // Its code tells the seed of the application that does: 100 more.
            await #expect(processExitsWith: .success) {
                guard let heap = Heap() else { exit(2) }
                for seed in 0..<min(TestSupport.seedCount(15), 150) {
                    let program = ApplicationGenerator.makeApplication(seed: seed)
                    if program.driving == .running { continue }
                    let run = { ApplicationRun(program, keepsLines: false).runByHand() }
                    // Memory that the allocator holds ready is divided by the second, larger number.
                    if heap.growth(20, run) > 0, heap.growth(500, run) > 0 { exit(100 + Int32(seed)) }
                }
                exit(0)
            }
        }
    #endif

    @Test(
        "each element inside of a part that is always there has features of its own",
        arguments: [30_016_273, 40_075_159])
    func elementsOfFixedParts(seed: UInt64) async {
        let verdict = await ApplicationVerdict.judge(
            ApplicationGenerator.makeApplication(seed: seed), isRepeated: false)
        #expect(verdict.complaints.isEmpty)
    }

    @Test("a law that is broken is told of")
    func judgeComplains() {
        let judge = Judge([], isWatched: true, keepsLines: false)
        judge.starts()
        let source = judge.begins("source")
        let events = [21, 42].compactMap { judge.emit(source, $0) }
        for event in events.reversed() { judge.arrives(event, at: 1, isOrdered: true, "lens") }
        judge.isCancelled(source)
        judge.call(.render) { judge.call(.eventFilter) {} }
        judge.momentComes()
        judge.arrives(events[1], at: 2, isOrdered: true, "lens")
        #expect(
            judge.complaints == [
                "law 2: the event before this one had no moment", "law 3: 0.1(21) comes to lens after number 2",
                "law 4: eventFilter is called inside of [TestSupport.Place.render]",
                "law 6: 0.2(42) of source, which was cancelled, comes to lens",
            ])
        let witness = judge.makeWitness()
        #expect(judge.aliveCount == 1)
        withExtendedLifetime(witness) {}
    }

    @Test("an application is made smaller, one part after the other")
    func shrinks() {
        let program = ApplicationGenerator.makeApplication(seed: 1)
        #expect(program.smaller.allSatisfy { $0 != program })
        #expect(program.smaller.contains { $0.lenses.count < program.lenses.count })
        #expect(program == ApplicationGenerator.makeApplication(seed: 1))
    }
}
