import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("What moves")
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
        #expect(canvas.text == "   half")
        #expect(canvas.styles == "aaaaabbbbb\na: reverse foreground=2\nb: background=252/238")
    }
}
