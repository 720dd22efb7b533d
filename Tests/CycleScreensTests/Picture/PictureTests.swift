import CycleDrivers
import CycleScreens
import Testing

@Suite("A picture of a screen")
struct PictureTests {
    @Test("has the cells with their styles and colours, in a dark and a light theme")
    func picture() {
        let view = View.row { "\("ok", .bold + .green)\(" x", .background(.rgb(255, 0, 16)))\("日", .underline)" }
        let svg = layout(7, 1, view).canvas.svg()
        #expect(svg.contains(##"fill="#a3be8c" font-weight="bold">ok</text>"##))
        #expect(svg.contains(##"<rect x="26" y="8" width="18" height="18" fill="#ff0010"/>"##))
        let link = ##"xml:space="preserve" fill="#d8dee9" text-decoration="underline">日</text>"##
        #expect(svg.contains(link))
        #expect(layout(7, 1, view).canvas.svg(isDark: false).contains("#3b7a26"))
    }

    @Test("shows what is text as text, and the cursor")
    func escaped() {
        let svg = layout(9, 1, View.text("<a> & \"b").cursor(.init(row: 0, column: 1))).canvas.svg()
        #expect(svg.contains(#"&lt;a&gt; &amp; "b"#))
        #expect(svg.contains(#"<rect x="17" y="8" width="9" height="18""#))
    }

    @Test("knows all colours that a terminal numbers")
    func colors() {
        let view = View.text(StyledText((0..<256).map { .init("x", .foreground(.indexed(UInt8($0)))) }))
        let svg = layout(256, 1, view).canvas.svg()
        #expect(svg.contains("#5f87af") && svg.contains("#eeeeee") && svg.contains("#080808"))
    }
}
