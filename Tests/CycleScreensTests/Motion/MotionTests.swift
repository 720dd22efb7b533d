import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("Moving parts")
struct MotionTests {
    @Test("a spinner goes through its pictures and begins again, whatever it was changed to meanwhile")
    func spinner() {
        var spinner = Spinner(.line)
        let pictures = (0..<5).map { _ in
            defer { spinner.advance() }
            return spinner.picture
        }
        #expect(pictures == ["|", "/", "-", "\\", "|"])
        spinner.step = 7
        spinner.kind = .bounce
        #expect(spinner.picture == "⠂")
        spinner.step = .min
        spinner.kind.pictures = []
        #expect(spinner.picture.isEmpty)
        #expect(ScreenLayout(plain: Spinner().view).canvas.text.isEmpty)
    }

    struct Work: Equatable {
        var spinner = Spinner()
        var isBusy = true
    }

    @Test("ticks only while something moves; no alarm is armed when nothing does")
    func ticking() {
        let time = VirtualTime()
        let (stops, stop) = Signal<Void>.pipe()
        let cycle = CycledLens(startingWith: Work()) { frames in
            MutatingLens.zip(
                frames.lens(
                    ticking: \.spinner.step, every: .milliseconds(100), timers: time.timers(), while: \.isBusy),
                frames.lens(events: stops) { frame, _ in frame.isBusy = false })
        }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        #expect(cycle.frame.spinner.step == 10)
        stop.send(())
        time.advance(by: .seconds(1))
        #expect(cycle.frame.spinner.step == 10)
        #expect(time.armedCount == 0)
        cycle.stop()
    }

    @Test("progress fills to half a cell, and its number never moves")
    func progress() {
        #expect(text(15, 1, .progress(0)) == "─────────   0 %")
        #expect(text(15, 1, .progress(0.55)).hasSuffix("  55 %"))
        #expect(text(14, 1, .progress(0.5)).hasPrefix("━━━━────"))
        #expect(text(13, 1, .progress(0.5, hasNumber: false)) == "━━━━━━╾──────")
        #expect(text(4, 1, .progress(1, hasNumber: false)) == "━━━━")
        for fraction in [Double.nan, -.infinity, -1, 2, .infinity, .greatestFiniteMagnitude] {
            for columns in 0..<8 { _ = text(columns, 1, .progress(fraction)) }
        }
        #expect(ScreenLayout(plain: .progress(0.42)).canvas.text == " 42 %")
    }

    @Test("progress of which nobody knows how far it is goes to and fro, and is never outside")
    func indeterminate() {
        #expect(text(8, 1, .progress(step: 0)) == "━━──────")
        #expect(text(8, 1, .progress(step: 6)) == "──────━━")
        #expect(text(8, 1, .progress(step: 7)) == "─────━━─")
        for step in [Int.min + 1, -1, .max / 2] { for columns in 0..<9 { _ = text(columns, 1, .progress(step: step)) } }
    }

    @Test("a gauge has its text in the middle, over what is filled as well")
    func gauge() {
        let canvas = layout(10, 1, .gauge(0.5, label: "half")).canvas
        // Its end is seen without colours, too.
        #expect(canvas.text == "   half  ▐")
        #expect(
            canvas.styles == """
                aaaaabbbbc
                a: reverse foreground=25/117 background=231/16
                b: background=254/237
                c: foreground=254/237 background=254/237
                """)
        let terminal = ScreenLayout(.gauge(0.5, label: "half"), Size(columns: 10, rows: 1), theme: .terminal).canvas
        #expect(terminal.text == "   half  ▕")
        #expect(text(10, 1, .gauge(1, label: "all")) == "   all" && text(4, 1, .gauge(0.5, label: "half")) == "half")
    }

    @Test("a gauge that is narrower than its text says so, and no number becomes another one")
    func narrowGauge() {
        #expect(text(15, 1, .gauge(0, label: "1.0 GB of 25 GB")) == "1.0 GB of 25 GB")
        #expect(text(14, 1, .gauge(0, label: "1.0 GB of 25 GB")) == "1.0 GB of 25 …")
        #expect((0..<6).map { text($0, 1, .gauge(1)) } == ["", "…", "1…", "10…", "100…", "100 %"])
        #expect((1..<6).map { text($0, 1, .gauge(0.42)) } == ["…", "4…", "42…", "42 %", " 42 %"])
    }
}

@Suite("A meter of progress")
struct ProgressMeterTests {
    @Test("tells the rate of the last ten seconds, and how long it will take")
    func rate() {
        var meter = ProgressMeter(of: .bytes)
        for tenth in 0...300 { meter.record(tenth * 100_000, of: 90_000_000, at: .milliseconds(100 * tenth)) }
        #expect(meter.rate == 1_000_000)
        #expect(meter.remaining == .seconds(60))
        #expect(meter.fraction == 1.0 / 3)
        // Twice as quick: known after ten seconds, and meanwhile in between.
        for tenth in 1...120 {
            meter.record(30_000_000 + tenth * 200_000, of: 90_000_000, at: .seconds(30) + .milliseconds(100 * tenth))
            #expect((1_000_000...2_000_000).contains(meter.rate ?? 0))
        }
        #expect(meter.rate == 2_000_000)
    }

    @Test("tells nothing in the first second, nor of what stands still or has no end")
    func unknown() {
        var meter = ProgressMeter(of: .items)
        meter.record(0, of: 10, at: .seconds(5))
        meter.record(5, of: 10, at: .milliseconds(5_900))
        #expect(meter.rate == nil && meter.remaining == nil && meter.fraction == 0.5)
        meter.record(5, of: nil, at: .seconds(7))
        #expect(meter.rate == 2.5 && meter.remaining == nil && meter.fraction == nil)
        for second in 8..<40 { meter.record(5, of: 10, at: .seconds(second)) }
        #expect(meter.rate == 0 && meter.remaining == nil)
    }

    @Test("begins anew when it goes back, and keeps few marks however often it is told")
    func restarts() throws {
        var meter = ProgressMeter(of: .items)
        for step in 0..<10_000 { meter.record(step, of: 10_000, at: .milliseconds(step)) }
        #expect("\(meter)".count < 6_000)
        meter.record(0, of: 10_000, at: .seconds(11))
        #expect(meter.rate == nil)
        meter.record(10, of: 0, at: .seconds(10))
        #expect(meter.rate == nil && meter.fraction == 1)
        meter.record(.max, of: .max, at: .seconds(1 << 40))
        meter.record(.min, of: .max, at: .zero)
        meter.record(.max, of: .min, at: .seconds(1 << 40))
        _ = (meter.rate, meter.remaining, meter.fraction)
    }

    @Test("is shown with what there is room for, and nothing jumps")
    func shows() {
        var meter = ProgressMeter(of: .bytes)
        for second in 0...10 { meter.record(second * 4_200_000, of: 84_000_000, at: .seconds(second)) }
        #expect(text(50, 1, .progress(meter)) == "━━━━━━━━━━━━────────────  50 %     0:10   4.2 MB/s")
        #expect(text(30, 1, .progress(meter)) == "━━━━━━━╾───────  50 %     0:10")
        #expect(text(18, 1, .progress(meter)) == "━━━━━━──────  50 %")
        #expect(ScreenLayout(plain: .progress(meter)).canvas.text == "50 %  0:10  4.2 MB/s")
        meter.record(84_000_000, of: 84_000_000, at: .seconds(11))
        #expect(text(50, 1, .progress(meter)).hasSuffix("━ 100 %"))
        for columns in 0..<60 { _ = text(columns, 1, .progress(meter)) }
    }

    @Test("without an end shows what came, and a bar that goes to and fro")
    func endless() {
        var meter = ProgressMeter(of: .items)
        for second in 0...10 { meter.record(second * 3, of: nil, at: .seconds(second)) }
        #expect(text(41, 1, .progress(meter)) == "━━━─────────       30                 3/s")
        #expect(text(41, 1, .progress(meter, step: 9)) == "─────────━━━       30                 3/s")
    }

    @Test("how long something took is written for people, in a text with styles and without")
    func time() {
        func text(_ time: Duration) -> String { ("\(time: time)" as StyledText).text }
        let times: [Duration] = [
            .zero, .nanoseconds(40_400), .microseconds(999), .microseconds(1_000), .milliseconds(320),
            .milliseconds(999),
            .microseconds(999_700), .milliseconds(4_240), .milliseconds(9_960), .seconds(42), .milliseconds(59_600),
            .seconds(125), .seconds(3_600), .seconds(11_520), .seconds(86_400), .seconds(352_800), .seconds(-5),
        ]
        #expect(
            times.map(text) == [
                "0 s", "40 µs", "999 µs", "1.0 ms", "320 ms", "999 ms", "1.0 s", "4.2 s", "10 s", "42 s", "1 min",
                "2 min 5 s", "1 h", "3 h 12 min", "1 d", "4 d 2 h", "-5.0 s",
            ])
        let (size, age): (String, String) = ("\(bytes: 4_250)", "\(clock: .seconds(61)), \(time: .seconds(61))")
        #expect(size == "4.3 kB" && age == "1:01, 1 min 1 s")
        _ = text(.init(secondsComponent: .min, attosecondsComponent: 0))
        _ = text(.init(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999))
    }

    @Test("a time is written as on a clock")
    func clock() {
        func text(_ time: Duration) -> String { ("\(clock: time)" as StyledText).text }
        #expect(
            [0, 7, 59, 60, 754, 3_599, 3_600, 90_061].map { text(.seconds($0)) } == [
                "0:00", "0:07", "0:59", "1:00", "12:34", "59:59", "1:00:00", "25:01:01",
            ])
        #expect(
            text(.milliseconds(1_999)) == "0:01" && text(.seconds(-61)) == "-1:01" && text(.milliseconds(-5)) == "0:00")
        _ = text(.init(secondsComponent: .min, attosecondsComponent: 0))
    }
}
