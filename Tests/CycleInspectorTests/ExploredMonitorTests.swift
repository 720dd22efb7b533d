import CycleBase
import Cycle
import CycleDrivers
import CycleExplore
import CycleMonitor
import CycleScreens
import TestSupport
import Testing

@testable import CycleInspector

@Suite("The monitor, explored")
struct ExploredMonitorTests {
    private let keyCount = exploredCount(2)

    /// Whether everything that the inspection points at is there.
    private static func isSound(_ frame: InspectorFrame) -> Bool {
        let inspection = frame.inspection
        let indices = 0..<inspection.count
        let ids = inspection.branches.map(\.id)
        return indices.contains(inspection.selection) && inspection.anchor.map(indices.contains) != false
            && inspection.reference.map(indices.contains) != false
            && inspection.marks == inspection.marks.sorted() && Set(inspection.marks).count == inspection.marks.count
            && inspection.branch.map(ids.contains) != false
            && inspection.branchReference.map(ids.contains) != false
            && inspection.branches.allSatisfy { $0.parent.map(ids.contains) != false }
    }

    /// `CYCLE_EXPLORE=3` for three keys.
    @Test("points only at moments that are there, after every order of two keys")
    func everyOrder() throws {
        let recording = try InspectorTests.counter()
        let exploration = try explore(
            Law<InspectorFrame>.always("the inspection points at moments that are there") { Self.isSound($0) },
            until: { $0.isDone }
        ) { world in
            world.console.size = .init(columns: 60, rows: 14)
            world.console.keys("jGdvmXA5'nD{", atMost: keyCount)
            return inspector(of: MomentList(recording), named: .recording(path: "counter.jsonl"))
        }
        #expect(exploration.isComplete, "\(exploration)")
        #expect(exploration.stateCount > (keyCount > 2 ? 100 : 20), "\(exploration)")
    }

    private static func commands() throws -> [InspectionCommand] {
        let total = try #require(RecordedPath("total"))
        return [
            .next(1), .next(3), .previous(1), .first, .last, .goto(number: 3), .time(seconds: 1), .nextChange,
            .previousChange, .nextOfLens, .previousOfLens, .nextMark, .previousMark, .nextHit, .previousHit,
            .lens("timer"), .lens(nil), .lensOfMoment, .onlyChanges, .fromHere, .place(total), .place(.whole), .compare,
            .find("total > 1"), .find("milk"), .range, .mark, .approve, .note("why"), .play, .speed(2), .reverse,
            .setFrame(total, try RecordedValue(json: "41")), .setEvent(.whole, RecordedValue("y")), .leaveOut, .again,
            .shadow, .move(toNumber: 1), .move(toNumber: 3), .moveBy(1), .moveBy(-2),
            .insert(lens: "clock", event: RecordedValue("z")), .branch(nil), .branch(1), .branch(2),
            .compareBranches, .renameBranch("mine"), .dropBranch, .follow, .pause,
        ] + Inspection.Aspect.allCases.map { .show($0) }
    }

    @Test("shows and exports every state that 60 random commands lead to", arguments: 0..<TestSupport.seedCount(8))
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let moments = MomentList(try InspectorTests.counter())
        let source = InspectedSource(moments)
        var frame = InspectorFrame(Inspection(of: .program(name: "counter"), in: moments))
        let commands = try Self.commands()
        for step in 0..<60 {
            let command = commands[Int(random.next() % UInt64(commands.count))]
            frame.perform(command, source)
            let shown = source.moments(of: frame.inspection)
            try #require(
                Self.isSound(frame) && frame.inspection.count == shown.count, "seed \(seed), step \(step): \(command)")
            let view = InspectorView(frame: frame, source: source).view
            #expect(ScreenLayout(view, .init(columns: 60, rows: 14), theme: .night).canvas.size.rows == 14)
            #expect(ExportedInspection(frame.inspection, shown).text(as: "out.jsonl") != nil)
        }
    }
}
