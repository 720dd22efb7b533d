import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import Testing

@Suite("Pickers")
struct PickerTests {
    private func press(_ keys: Key..., on picker: inout FilePicker) -> Outcome {
        var outcome = Outcome.ignored
        for key in keys { outcome = picker.handle(ScreenInput(key)) }
        return outcome
    }

    private func filled() -> FilePicker {
        var picker = FilePicker()
        picker.take(
            .listed(
                path: "",
                entries: [
                    .init("b.txt", byteCount: 2_345), .init(".git", isFolder: true), .init("src", isFolder: true),
                    .init("a.txt"),
                ]))
        return picker
    }

    @Test("wants the folder that it shows, and shows folders first and nothing hidden")
    func shows() {
        #expect(FilePicker().requests == [.list("")] && FilePicker(in: "a/b").requests == [.list("a/b")])
        let picker = filled()
        #expect(picker.requests.isEmpty)
        #expect(
            text(20, 5, picker.view) == "/\nfind: type to find\n▌ src/\n  a.txt         0 B\n  b.txt      2.3 kB")
        var all = picker
        all.showsHidden = true
        #expect(text(20, 6, all.view).contains("▌ .git/\n  src/\n  a.txt"))
    }

    @Test("Enter opens a folder and submits a file; Left goes back to where it was, never above the first one")
    func moves() {
        var picker = filled()
        #expect(press(.enter, on: &picker) == .changed)
        #expect(picker.requests == [.list("src")])
        picker.take(.listed(path: "", entries: [.init("x.swift")]))
        #expect(picker.requests == [.list("src")], "news of another folder is not shown")
        picker.take(.listed(path: "src", entries: [.init("x.swift")]))
        #expect(press(.enter, on: &picker) == .submitted)
        #expect(picker.selected == "src/x.swift")
        #expect(press(.left, on: &picker) == .changed && picker.requests == [.list("")])
        picker.take(.listed(path: "", entries: filled().entries))
        #expect(picker.selected == "src")
        #expect(press(.left, on: &picker) == .ignored)
    }

    @Test("a folder that cannot be read says so, and shows no entries of another")
    func fails() {
        var picker = filled()
        _ = press(.enter, on: &picker)
        picker.take(.failed(path: "src", .denied))
        #expect(text(20, 5, picker.view).contains("✗ no permission"))
        #expect(!text(20, 5, picker.view).contains("a.txt"))
        #expect(press(.enter, on: &picker) == .changed)
    }

    @Test(
        "a folder that is closed, gone, no folder, or a link is told of, with the keys that lead out of it",
        arguments: [
            (PersistenceDriver.Event.failed(path: "src", .denied), "✗ no permission; check the"),
            (.listed(path: "src", entries: nil), "✗ there is no such folder"),
            (.failed(path: "src", .missingFolder), "✗ there is no such folder"),
            (.failed(path: "src", .symbolicLink), "✗ a symbolic link, which is"),
        ])
    func closed(_ news: PersistenceDriver.Event, _ message: String) {
        var picker = filled()
        _ = press(.enter, on: &picker)
        picker.take(news)
        let lines = text(30, 6, picker.view).split(separator: "\n")
        #expect(lines[2] == message && lines.last == "← back   ^r again")
        #expect(press(.left, on: &picker) == .changed && picker.requests == [.list("")])
    }

    @Test("a folder is looked at again, with the same entry selected, also after it could not be seen")
    func again() {
        var picker = filled()
        #expect(press(.down, .function(5), on: &picker) == .changed && picker.requests == [.list("")])
        picker.take(.failed(path: "", .denied))
        #expect(text(30, 9, picker.view).hasSuffix("\n^r again"))
        #expect(press(.control("r"), on: &picker) == .changed && picker.requests == [.list("")])
        picker.take(.listed(path: "", entries: filled().entries))
        #expect(picker.selected == "a.txt")
    }

    @Test("typing looks for a name, and Escape takes the text away before it leaves")
    func finds() {
        var picker = filled()
        _ = press("b", on: &picker)
        #expect(picker.selected == "b.txt")
        #expect(press(.escape, on: &picker) == .changed)
        #expect(press(.escape, on: &picker) == .cancelled)
    }

    @Test("only files that end as they should can be chosen, and folders where they may be; a name need not be UTF-8")
    func choosing() {
        var picker = filled()
        picker.endings = [".md"]
        _ = press(.down, on: &picker)
        #expect(picker.selected == "a.txt" && press(.enter, on: &picker) == .changed)
        picker.endings = [".txt"]
        #expect(press(.enter, on: &picker) == .submitted)
        picker.choosesFolders = true
        #expect(press(.up, " ", on: &picker) == .submitted && picker.selected == "src")
        let odd = FilePicker.Path(bytes: [0xff])
        picker.take(.listed(path: "", entries: [.init(odd, isFolder: true)]))
        #expect(press(.enter, on: &picker) == .changed && picker.requests == [.list(odd)])
        picker.take(.listed(path: odd, entries: nil))
        #expect(text(30, 5, picker.view).contains("✗ there is no such folder"))
    }

    @Test("a picker below a driver shows the folders of a disk, one after the other")
    func driven() throws {
        struct Frame: Equatable { var picker = FilePicker() }
        let (time, files) = (VirtualTime(), SimulatedFiles())
        files[text: "src/deep/x.swift"] = "12"
        files[text: "README.md"] = "1"
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: "."), frameFilter: { .init($0.picker.requests) },
                eventFilter: { frame, event in frame.picker.take(event) })
            frames.lens(events: keys(time)) { frame, key in _ = frame.picker.handle(ScreenInput(key)) }
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: files)
        test.advance(by: .seconds(9))
        #expect(test.frame.picker.folder == "src/deep" && test.frame.picker.selected == "src/deep/x.swift")
        #expect(text(20, 4, test.frame.picker.view).hasSuffix("▌ x.swift       2 B"))
    }

    private func keys(_ time: VirtualTime) -> Signal<Key> {
        time.signal("--e--e").map { _ in .enter }
    }

    @Test("days are reckoned by the Gregorian calendar, over months, years and leap years")
    func days() {
        #expect("\(CalendarDay(number: 0))" == "1970-01-01" && CalendarDay(number: 0).weekday == 3)
        #expect(CalendarDay(year: 2026, month: 11, day: 22).weekday == 6)
        #expect("\(CalendarDay(year: 2024, month: 1, day: 31).adding(months: 1))" == "2024-02-29")
        #expect("\(CalendarDay(year: 2026, month: 12, day: 31).adding(months: -10))" == "2026-02-28")
        var last = CalendarDay(number: 0)
        last.number = .max
        #expect(CalendarDay(number: .max) == last && last.adding(months: .max).year == last.year)
        #expect(last.adding(months: 1).year == last.year && last.adding(months: .min) < last)
        #expect("\(CalendarDay(year: 2026, month: 14, day: 1))" == "2027-02-01")
        for number in stride(from: -800_000, to: 800_000, by: 373) {
            let day = CalendarDay(number: number)
            #expect(CalendarDay(year: day.year, month: day.month, day: day.day) == day)
        }
        for extreme in [Int.min, .max] {
            _ = "\(CalendarDay(year: extreme, month: extreme, day: extreme)) \(CalendarDay(number: extreme))"
        }
    }

    @Test("a month is shown with its day, which arrows and presses move")
    func month() {
        var picker = DayPicker(CalendarDay(year: 2026, month: 2, day: 1))
        #expect(
            text(21, 8, picker.view) == """
                    February 2026
                Mo Tu We Th Fr Sa Su
                                   1
                 2  3  4  5  6  7  8
                 9 10 11 12 13 14 15
                16 17 18 19 20 21 22
                23 24 25 26 27 28
                """)
        for key in [Key.down, .right, .pageDown, .end] { _ = picker.handle(ScreenInput(key)) }
        #expect("\(picker.selected)" == "2026-03-31")
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 4)))
        _ = picker.handle(ScreenInput(press, layout(21, 8, picker.view)))
        #expect("\(picker.selected)" == "2026-03-03")
        #expect(picker.handle(ScreenInput(.enter)) == .submitted)
    }

    @Test("the wheel goes from month to month where it points at them")
    func wheel() {
        var picker = DayPicker(CalendarDay(year: 2026, month: 1, day: 31))
        func turn(_ direction: ConsoleDriver.Mouse.Direction, _ row: Int) -> Outcome {
            let event = ConsoleDriver.Event.mouse(.init(.scrolled(direction), at: .init(row: row, column: 4)))
            return picker.handle(ScreenInput(event, layout(21, 9, View.column { picker.view.region(0) })).at(0))
        }
        #expect(turn(.down, 2) == .changed && "\(picker.selected)" == "2026-02-28")
        #expect(turn(.up, 2) == .changed && "\(picker.selected)" == "2026-01-28")
        #expect(turn(.up, 8) == .ignored && turn(.left, 2) == .ignored)
    }

    @Test("years go by with Shift or Ctrl and a page, and no day is left that can be chosen")
    func range() {
        func day(_ month: Int, _ day: Int) -> CalendarDay { CalendarDay(year: 2026, month: month, day: day) }
        var picker = DayPicker(CalendarDay(year: 2024, month: 2, day: 29))
        for key in [Key.shift(.pageUp), .control(.pageDown), ">", ">", "<"] { _ = picker.handle(ScreenInput(key)) }
        #expect("\(picker.selected)" == "2025-02-28")
        picker.range = day(2, 10)...day(3, 5)
        #expect(picker.selected == day(2, 10))
        for (key, wanted) in [(Key.up, day(2, 10)), (.end, day(2, 28)), (.pageDown, day(3, 5)), (.right, day(3, 5))] {
            _ = picker.handle(ScreenInput(key))
            #expect(picker.selected == wanted)
        }
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 1)))
        let shown = layout(21, 8, picker.view)
        #expect(picker.handle(ScreenInput(press, shown)) == .changed && picker.selected == day(3, 2))
        let closed = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 4, column: 1)))
        #expect(picker.handle(ScreenInput(closed, shown)) == .ignored && picker.selected == day(3, 2))
        #expect(DayPicker(day(1, 1), in: day(5, 1)...day(5, 2)).selected == day(5, 1))
    }
}
