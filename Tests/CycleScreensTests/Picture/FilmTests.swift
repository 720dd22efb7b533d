import CycleDrivers
import CycleScreens
import Testing

@Suite("A film of screens")
struct FilmTests {
    private func step(_ text: String, key: String = "", caption: String = "") -> CanvasFilm.Step {
        .init(layout(4, 1, View.text("\(text)")).canvas, milliseconds: 500, key: key, caption: caption)
    }

    private func count(_ text: String, in svg: String) -> Int { svg.split(separator: text).count - 1 }

    @Test("has what several screens share once, and says when the rest is seen")
    func shared() {
        let svg = CanvasFilm([step("a b"), step("a c"), step("a b")]).svg
        #expect(count(">a</text>", in: svg) == 1 && count(">b</text>", in: svg) == 1)
        #expect(svg.contains("k0 1500ms step-end infinite"))
        #expect(svg.contains("0.0%{visibility:visible}33.333%{visibility:hidden}66.666%{visibility:visible}"))
        #expect(svg.contains(".k1{visibility:hidden;"))
        #expect(svg.contains("prefers-reduced-motion"))
        #expect(!svg.contains("<script") && !svg.contains("href"))
    }

    @Test("has a row below for keys and captions, and is as wide as the longest of them")
    func footer() {
        let plain = CanvasFilm([step("a"), step("b")]).svg
        #expect(plain.contains(#"width="68" height="50" viewBox="-8 -8 68 50""#))
        let svg = CanvasFilm([step("a"), step("b", key: "F12", caption: "the program stands still")]).svg
        #expect(svg.contains(#"width="299" height="88" viewBox="-8 -8 299 88""#), "\(svg.prefix(200))")
        #expect(svg.contains(#"<rect x="8.5" y="50.5" width="40" height="22" rx="4""#))
        #expect(svg.contains(">F12</text>") && svg.contains(">the program stands still</text>"))
        #expect(CanvasFilm([]).svg.hasPrefix("<svg"))
    }

    @Test("has the ground of each screen")
    func grounds() {
        let red = layout(4, 1, View.text("").growing().style(.background(.rgb(255, 0, 16)))).canvas
        let svg = CanvasFilm([step("a"), .init(red, milliseconds: 100)]).svg
        #expect(count("rx=\"8\"", in: svg) == 2 && svg.contains("#ff0010"))
    }
}
