import Cycle
import CycleMonitor
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("Inspection")
struct InspectionTests {
    private func counter(_ keys: String) -> MomentList { MomentList(SessionTests.recording(keys)) }

    private func inspection(_ keys: String) -> (Inspection, MomentList) {
        let moments = counter(keys)
        return (Inspection(of: .recording(path: "runs/counter.jsonl"), in: moments), moments)
    }

    @Test("a command asks for an argument where it can do nothing without one")
    func arguments() throws {
        func row(_ word: String) throws -> InspectionCommand.Row {
            try #require(InspectionCommand.table.first { $0.word == word })
        }
        let (next, first) = try (row("next"), row("first"))
        #expect(!next.wantsArgument && next.command() == .next(1))
        #expect(!first.wantsArgument && first.command("x") == nil)
        for row in InspectionCommand.table where row.wantsArgument {
            #expect(row.argument?.isEmpty == false, "\(row.word)")
        }
        #expect(InspectionCommand.table.contains { $0.wantsArgument })
    }

    @Test("moves by moment, by change, by lens, by mark, to a number and to a time")
    func moves() throws {
        var (inspection, moments) = inspection("+xx+x")
        let total = try #require(RecordedPath("total"))
        func selection(_ commands: InspectionCommand...) -> Int {
            for command in commands { inspection.perform(command, in: moments) }
            return inspection.selection
        }
        #expect(selection(.next(1)) == 1 && selection(.next(2)) == 3 && selection(.previous(1)) == 2)
        #expect(
            selection(.last) == 5 && selection(.next(1)) == 5
                && inspection.message == "this is the last moment that is listed")
        #expect(selection(.first) == 0 && selection(.place(total), .nextChange, .nextChange) == 4)
        #expect(selection(.previousChange) == 1)
        #expect(selection(.mark, .last, .mark, .previousMark) == 1 && inspection.marks == [1, 5])
        #expect(selection(.nextMark) == 5 && selection(.goto(number: 3)) == 3 && selection(.time(seconds: 1.5)) == 2)
        #expect(selection(.goto(number: 9)) == 2 && inspection.message == "there is no moment 9: the last one is 5")
        #expect(selection(.nextOfLens) == 3 && selection(.first, .nextOfLens) == 0)
    }

    @Test("begins at the moment at which a session was saved, where there is one")
    func savedSelection() throws {
        let folder = try Folder()
        var session = MonitorSession(SessionTests.recording("+x+"))
        session.select(2)
        let path = folder.path + "/session.jsonl"
        try session.write(to: path)
        let indexed = try IndexedRecording(path: path)
        #expect(Inspection(of: .recording(path: path), in: indexed).selection == 2)
        #expect(Inspection(of: .recording(path: path), in: MomentList(try Recording(path: path))).selection == 2)
        #expect(Inspection(of: .recording(path: path), in: MomentList(session)).selection == 2)
        session.select(nil)
        #expect(Inspection(of: .recording(path: path), in: MomentList(session)).selection == 0)
    }

    @Test("lists only changes and only one lens, and keeps a listed moment selected")
    func filters() {
        var (inspection, moments) = inspection("+xx+x")
        inspection.perform(.goto(number: 2), in: moments)
        inspection.perform(.onlyChanges, in: moments)
        #expect(inspection.selection == 4)
        #expect(inspection.shown(before: 10, after: 10, in: moments) == [0, 1, 4])
        #expect(inspection.shown(before: 1, after: 0, in: moments) == [1, 4])
        inspection.perform(.lens("Clock"), in: moments)
        #expect(inspection.message == "there is no lens Clock")
        inspection.perform(.lensOfMoment, in: moments)
        #expect(inspection.filter.lens == "Keys")
        inspection.perform(.lensOfMoment, in: moments)
        #expect(inspection.filter.lens == nil)
    }

    @Test("lists only moments from the selected one on, or all again")
    func fromHere() {
        var (inspection, moments) = inspection("+x+x")
        for command: InspectionCommand in [.goto(number: 2), .fromHere] { inspection.perform(command, in: moments) }
        #expect(inspection.shown(before: 9, after: 9, in: moments) == [2, 3, 4])
        for command: InspectionCommand in [.last, .first] { inspection.perform(command, in: moments) }
        #expect(inspection.selection == 2)
        inspection.perform(.previous(1), in: moments)
        #expect(inspection.selection == 2)
        inspection.perform(.fromHere, in: moments)
        #expect(inspection.shown(before: 9, after: 9, in: moments) == [0, 1, 2, 3, 4])
    }

    @Test("searches texts and conditions, onwards and then back")
    func searches() {
        var (inspection, moments) = inspection("+x+x")
        inspection.perform(.find("total > 1"), in: moments)
        #expect(inspection.selection == 3)
        inspection.perform(.find("x"), in: moments)
        #expect(inspection.selection == 4)
        inspection.perform(.nextHit, in: moments)
        #expect(inspection.selection == 4 && inspection.message == "x: none is later")
        inspection.perform(.previousHit, in: moments)
        #expect(inspection.selection == 2)
        inspection.perform(.last, in: moments)
        inspection.perform(.find("+"), in: moments)
        #expect(inspection.selection == 3 && inspection.message == "+: none is later, this is the last one before")
        inspection.perform(.find("what is not there"), in: moments)
        #expect(inspection.message == "what is not there: not found")
        inspection.perform(.find("total >"), in: moments)
        #expect(inspection.message == "total >: not found, and no condition: a value is missing at its end")
    }

    @Test("finds from when on a condition holds, not each moment in which it does")
    func conditionsBegin() {
        var (inspection, moments) = inspection("+xx+x")
        for (command, index): (InspectionCommand, Int) in [
            (.find("total > 0"), 1), (.nextHit, 1), (.last, 5), (.previousHit, 1), (.find("total == 2"), 4),
            (.first, 0),
            (.find("!(total == 1)"), 4), (.previousHit, 0),
        ] {
            inspection.perform(command, in: moments)
            #expect(inspection.selection == index, "\(command)")
        }
    }

    @Test("hides a lens with all of its kind, in addition to those that are hidden, and lists them again")
    func hides() throws {
        var list: [RecordedMoment] = []
        for (number, lens) in ["start", "rows[1].tick", "keys", "rows[2].tick", "rows[2].load", "keys"].enumerated() {
            list.append(
                RecordedMoment(
                    number: number, time: .zero, lens: lens, event: RecordedValue("e"), context: RecordedValue(0),
                    effect: RecordedValue(0)))
        }
        let moments = MomentList(Recording(header: RecordingHeader(createdBy: ""), moments: list))
        var inspection = Inspection(of: .recording(path: "a.jsonl"), in: moments)
        func shown(_ line: String) throws -> [Int] {
            inspection.perform(try InspectionCommand(line: line), in: moments)
            return inspection.shown(before: 9, after: 9, in: moments)
        }
        #expect(try shown("hide") == [0, 1, 2, 3, 4, 5] && inspection.message == "a start is always listed")
        #expect(try shown("1") == [0, 1, 2, 3, 4, 5] && inspection.selection == 1)
        #expect(try shown("hide") == [0, 2, 4, 5] && inspection.selection == 2)
        #expect(inspection.filter.hidden == ["rows[].tick"])
        #expect(try shown("hide keys") == [0, 4] && inspection.selection == 4)
        #expect(try shown("hide clock") == [0, 4] && inspection.message == "there is no lens clock")
        #expect(try shown("unhide") == [0, 1, 2, 3, 4, 5] && inspection.filter.hidden.isEmpty)
        #expect(try shown("lens rows[].tick") == [0, 1, 3] && inspection.selection == 3)
        #expect(try shown("lens rows[2].tick") == [0, 3])
    }

    @Test("takes a number alone, and a time as a clock shows it; a mistake names what is wanted")
    func lines() throws {
        #expect(try InspectionCommand(line: "217") == .goto(number: 217))
        #expect(try InspectionCommand(line: "+5") == .next(5) && InspectionCommand(line: "-5") == .previous(5))
        #expect(try InspectionCommand(line: "\(Int.min)") == .previous(.max))
        for (text, seconds) in [("770", 770.0), ("12:50", 770), ("1:02:03.5", 3_723.5), ("0.25", 0.25)] {
            #expect(try InspectionCommand(line: "time \(text)") == .time(seconds: seconds))
        }
        for text in ["", "a", "1:", "1:2:3:4", "-1", "nan", "inf"] {
            let mistake = #expect(throws: InspectionCommand.Mistake.self) {
                try InspectionCommand(line: "time \(text)")
            }
            #expect(mistake?.reason == "time wants TIME: the moment at a time, as 770 or 12:50")
        }
    }

    /// A run in which only the first moment changes the place `rare`.
    private static func long(_ count: Int) throws -> MomentList {
        let frames = try (0..<2).map { try RecordedValue(json: "{\"rare\":1,\"often\":\($0)}") }
        return MomentList(
            Recording(
                header: RecordingHeader(createdBy: "long"),
                moments: (0..<count).map { number in
                    RecordedMoment(
                        number: number, time: .milliseconds(number), lens: number == 0 ? "start" : "keys",
                        event: RecordedValue("e"), context: frames[number % 2], effect: frames[1 - number % 2])
                }))
    }

    @Test("searches a long run by pieces, says so, and ends a search at the next command")
    func looksByPieces() throws {
        let moments = try Self.long(20_000)
        var inspection = Inspection(of: .recording(path: "a.jsonl"), in: moments)
        inspection.perform(.place(try #require(RecordedPath("rare"))), in: moments)
        inspection.perform(.last, in: moments)
        inspection.perform(.previousChange, in: moments)
        #expect(inspection.selection == 19_999 && inspection.message == "looking… 41 %")
        inspection.lookOn(in: moments)
        #expect(inspection.looking != nil && inspection.message == "looking… 82 %")
        inspection.lookOn(in: moments)
        #expect(inspection.selection == 0 && inspection.looking == nil && inspection.message == nil)
        inspection.perform(.find("nowhere"), in: moments)
        #expect(inspection.looking != nil)
        inspection.perform(.mark, in: moments)
        #expect(inspection.looking == nil)
        inspection.lookOn(in: moments)
        #expect(inspection.selection == 0 && inspection.message == nil)
        inspection.perform(.goto(number: 10_000), in: moments)
        inspection.perform(.find("rare == 2"), in: moments)
        var pieces = 0
        while inspection.looking != nil {
            inspection.lookOn(in: moments)
            pieces += 1
        }
        #expect(pieces > 15 && inspection.message == "rare == 2: not found")
    }

    @Test("finds the same moment in another branch, whatever was left out or inserted before it")
    func counterparts() throws {
        var (inspection, moments) = inspection("+x+x")
        for command: InspectionCommand in [.goto(number: 2), .leaveOut, .branch(nil), .goto(number: 3), .again] {
            inspection.perform(command, in: moments)
        }
        // The moments of branch 2 are 0 1 2 3 3 4 of the run, those of branch 1 are 0 1 3 4.
        #expect(inspection.branch == 2)
        #expect((0..<6).map { inspection.counterpart(of: $0, in: nil) } == [0, 1, 2, nil, 3, 4])
        #expect((0..<6).map { inspection.counterpart(of: $0, in: 1) } == [0, 1, nil, nil, 2, 3])
        #expect((0..<6).map { inspection.counterpart(of: $0, in: 2) } == [0, 1, 2, 3, 4, 5])
        inspection.perform(.compareBranches, in: moments)
        #expect(inspection.branchReference == 2 && inspection.aspect == .branches)
        inspection.perform(.branch(1), in: moments)
        #expect((0..<4).map { inspection.counterpart(of: $0, in: 2) } == [0, 1, 4, 5])
        inspection.perform(.branch(2), in: moments)
        inspection.perform(.dropBranch, in: moments)
        #expect(inspection.branchReference == nil)
    }

    /// What happens in the branch that is looked at, with the totals that it leads to.
    private func run(_ inspection: Inspection, _ moments: MomentList, recomputed: Bool = true) throws -> [String] {
        let changes = inspection.branch.map(inspection.changes) ?? []
        let branch = BranchedMoments(
            changes, of: moments, recomputing: recomputed ? NextFrame(in: VirtualTime().counter("")) : nil)
        #expect((0..<branch.count).map { branch.summary(at: $0).number } == Array(0..<branch.count))
        return try (0..<branch.count).map { index in
            let moment = try branch.moment(at: index)
            let key = moment.event.json.last { "+xy".contains($0) }.map(String.init) ?? "start"
            return "\(key)\(moment.effect.json.filter { $0.isNumber || $0 == "-" })"
        }
    }

    @Test("moves an event in its run, in one step or by steps, and computes what follows again")
    func movesEvents() throws {
        var (inspection, moments) = inspection("xy++")
        #expect(try run(inspection, moments) == ["start0", "x0", "y0", "+1", "+2"])
        inspection.perform(.goto(number: 4), in: moments)
        inspection.perform(.move(toNumber: 1), in: moments)
        #expect(inspection.selection == 1 && inspection.branches.map(\.name) == ["1: 4 moved"])
        #expect(try run(inspection, moments) == ["start0", "+1", "x1", "y1", "+2"])
        #expect(try run(inspection, moments, recomputed: false) == ["start0", "+0", "x0", "y0", "+1"])
        #expect((0..<5).map { inspection.counterpart(of: $0, in: nil) } == [0, 4, 1, 2, 3])
        // Steps go on with the same branch, and end it where they lead back.
        inspection.perform(.moveBy(2), in: moments)
        #expect(inspection.selection == 3 && inspection.branches.count == 1)
        #expect(try run(inspection, moments) == ["start0", "x0", "y0", "+1", "+2"])
        inspection.perform(.branch(nil), in: moments)
        #expect((0..<5).map { inspection.counterpart(of: $0, in: 1) } == [0, 1, 2, 4, 3])
        inspection.perform(.branch(1), in: moments)
        inspection.perform(.moveBy(1), in: moments)
        #expect(inspection.selection == 4 && inspection.branches.isEmpty && inspection.branch == nil)
        for command: InspectionCommand in [.moveBy(1), .move(toNumber: 0), .move(toNumber: 4), .move(toNumber: 9)] {
            inspection.perform(command, in: moments)
            #expect(inspection.branches.isEmpty && inspection.message != nil)
        }
        inspection.perform(.first, in: moments)
        inspection.perform(.moveBy(1), in: moments)
        #expect(inspection.branches.isEmpty && inspection.message == "a start has no event")
    }

    @Test("leaves an event out, has it happen twice, or inserts one, and computes what follows again")
    func changesEvents() throws {
        func totals(_ line: String) throws -> [String] {
            var (inspection, moments) = inspection("++x+")
            inspection.perform(.goto(number: 2), in: moments)
            inspection.perform(try InspectionCommand(line: line), in: moments)
            return try run(inspection, moments)
        }
        #expect(try totals("leave-out") == ["start0", "+1", "x1", "+2"])
        #expect(try totals("again") == ["start0", "+1", "+2", "+3", "x3", "+4"])
        #expect(try totals("insert Keys {\"key\":{\"_0\":\"+\"}}") == ["start0", "+1", "+2", "+3", "x3", "+4"])
    }

    @Test("approves a range, compares with a moment, notes")
    func keeps() throws {
        var (inspection, moments) = inspection("+x+x")
        for command: InspectionCommand in [.next(1), .range, .next(2), .approve, .range, .note("odd")] {
            inspection.perform(command, in: moments)
        }
        #expect((0..<5).filter { inspection.isApproved($0, in: moments) } == [1, 2, 3])
        #expect(inspection.notes == [3: "odd"] && inspection.anchor == nil)
        inspection.perform(.compare, in: moments)
        inspection.perform(.first, in: moments)
        #expect(try inspection.differences(in: moments).map(\.description) == ["frame.total: 2 -> 0"])
    }

    @Test("changes become branches, a tree, recomputed by the application")
    func branches() throws {
        let time = VirtualTime()
        var (inspection, moments) = inspection("+++")
        inspection.perform(.goto(number: 1), in: moments)
        inspection.perform(.setFrame(try #require(RecordedPath("total")), try RecordedValue(json: "10")), in: moments)
        let branch = try #require(inspection.branch)
        let edited = BranchedMoments(
            inspection.changes(of: branch), of: moments, recomputing: NextFrame(in: time.counter("")))
        #expect((0..<4).map { edited.summary(at: $0).number } == [0, 1, 2, 3])
        #expect(
            try (0..<4).map { try edited.moment(at: $0).effect.json }
                == (["{\"total\":0}", "{\"total\":10}", "{\"total\":11}", "{\"total\":12}"]))
        inspection.take(count: edited.count)
        inspection.perform(.goto(number: 3), in: edited)
        inspection.perform(.leaveOut, in: edited)
        let second = BranchedMoments(
            inspection.changes(of: try #require(inspection.branch)), of: moments,
            recomputing: NextFrame(in: time.counter("")))
        #expect(second.count == 3 && inspection.depth(of: 2) == 1 && inspection.selection == 2)
        inspection.perform(.goto(number: 1), in: second)
        inspection.perform(.again, in: second)
        let third = BranchedMoments(
            inspection.changes(of: 3), of: moments, recomputing: NextFrame(in: time.counter("")))
        #expect(try third.moment(at: 3).effect.json == "{\"total\":3}")
        inspection.perform(.branch(1), in: second)
        inspection.perform(.dropBranch, in: second)
        #expect(inspection.branches.isEmpty && inspection.branch == nil)
    }

    @Test("an event that cannot happen any more in a branch is marked")
    func impossible() throws {
        var (inspection, moments) = inspection("++")
        inspection.perform(.goto(number: 1), in: moments)
        inspection.perform(.insert(lens: "Nobody", event: RecordedValue("x")), in: moments)
        let branch = BranchedMoments(
            inspection.changes(of: 1), of: moments, recomputing: NextFrame(in: VirtualTime().counter("")))
        #expect(branch.count == 4 && branch.impossible[1]?.contains("has no lens") == true)
    }

    @Test("an event that cannot happen stays marked where a later change moves it, and nothing else is")
    func impossibleMoved() throws {
        func marked(_ commands: InspectionCommand...) throws -> [Int] {
            var (inspection, moments) = inspection("+++")
            inspection.perform(.goto(number: 2), in: moments)
            inspection.perform(.insert(lens: "Nobody", event: RecordedValue("x")), in: moments)
            let branch = BranchedMoments(inspection.changes(of: 1), of: moments)
            inspection.take(count: branch.count)
            for command in commands { inspection.perform(command, in: branch) }
            let changes = inspection.branch.map(inspection.changes) ?? []
            let nextFrame = NextFrame(in: VirtualTime().counter(""))
            return BranchedMoments(changes, of: moments, recomputing: nextFrame).impossible.keys.sorted()
        }
        #expect(try marked() == [2])
        #expect(try marked(.goto(number: 1), .leaveOut) == [1])
        #expect(try marked(.goto(number: 1), .again) == [3])
        #expect(try marked(.goto(number: 2), .leaveOut) == [])
        #expect(try marked(.goto(number: 2), .move(toNumber: 4)) == [4])
        #expect(try marked(.goto(number: 4), .leaveOut) == [2])
        #expect(
            try marked(
                .goto(number: 4), .setFrame(try #require(RecordedPath("total")), try RecordedValue(json: "7"))) == [2])
    }

    @Test("is written and read again")
    func coding() throws {
        var (inspection, moments) = inspection("++")
        for command: InspectionCommand in [
            .mark, .note("a"), .place(try #require(RecordedPath("items[\"a b\"][2]"))), .approve, .again, .find("+"),
            .setEvent(.whole, RecordedValue("x")),
        ] { inspection.perform(command, in: moments) }
        let data = try JSONEncoder().encode(inspection)
        #expect(try JSONDecoder().decode(Inspection.self, from: data) == inspection)
    }

    @Test("every word of the table is understood once, and no key stands for two")
    func table() throws {
        let keys = InspectionCommand.table.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(Set(InspectionCommand.table.map(\.word)).count == InspectionCommand.table.count)
        #expect(try InspectionCommand(line: "goto 12") == .goto(number: 12))
        #expect(try InspectionCommand(line: "next 3") == .next(3))
        #expect(try InspectionCommand(line: "find total > 3") == .find("total > 3"))
        #expect(
            try InspectionCommand(line: "set items[0].title \"a b\"")
                == .setFrame(#require(RecordedPath("items[0].title")), RecordedValue("a b")))
        for line in ["", "goto", "goto x", "fly", "set a", "first 2"] {
            #expect(throws: InspectionCommand.Mistake.self) { try InspectionCommand(line: line) }
        }
    }

    @Test("marks, notes and approvals are those of the branch that is looked at")
    func remarksOfBranches() {
        var (inspection, moments) = inspection("+x+x")
        for command: InspectionCommand in [
            .goto(number: 1), .approve, .mark, .goto(number: 3), .approve, .mark, .note("odd"), .goto(number: 2),
            .leaveOut,
        ] { inspection.perform(command, in: moments) }
        // The moment 3 of the run is the moment 2 here; what was approved behind the change leads elsewhere now.
        #expect(inspection.marks == [1, 2] && inspection.notes == [2: "odd"] && inspection.approvals == [1: true])
        inspection.perform(.goto(number: 3), in: moments)
        inspection.perform(.mark, in: moments)
        inspection.perform(.branch(nil), in: moments)
        #expect(inspection.marks == [1, 3] && inspection.notes == [3: "odd"])
        #expect(inspection.approvals == [1: true, 3: true])
        inspection.perform(.goto(number: 3), in: moments)
        inspection.perform(.moveBy(1), in: moments)
        #expect(inspection.branch == 2 && inspection.marks == [1, 4] && inspection.notes == [4: "odd"])
        inspection.perform(.branch(1), in: moments)
        #expect(inspection.marks == [1, 2, 3])
        inspection.perform(.dropBranch, in: moments)
        #expect(inspection.branch == nil && inspection.marks == [1, 3])
    }

    @Test("a shadow is compared with the run that it repeats, whatever was compared before")
    func shadowReference() {
        var (inspection, moments) = inspection("+x+x")
        for command: InspectionCommand in [.goto(number: 2), .leaveOut, .compareBranches, .branch(nil), .shadow] {
            inspection.perform(command, in: moments)
        }
        #expect(inspection.branch == 2 && inspection.branchReference == nil)
    }

    @Test("an element that has taken the place of a removed one is not shown as changed")
    func removedRow() throws {
        let before = try RecordedValue(json: "{\"items\":[{\"id\":1},{\"id\":2},{\"id\":3}]}")
        let after = try RecordedValue(json: "{\"items\":[{\"id\":2},{\"id\":3}]}")
        let rows = FrameRow.rows(of: after, before.differences(to: after), toggled: [])
        #expect(
            rows.map { "\($0.name) \($0.text) \($0.mark)" } == [
                "frame  holdsChange", "items 2 holdsChange", "[0] id: 2 none", "[1] id: 3 none", "[0] id: 1 removed",
            ])
        #expect(rows.allSatisfy { $0.before == nil })
    }
}
