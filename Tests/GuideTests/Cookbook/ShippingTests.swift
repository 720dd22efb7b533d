import CycleScreens
import Testing

@Suite("Cookbook: ship a program")
struct ShippingTests {
    private struct Hello: Component {
        var view: View { View.text("Hello, world", .accent).border(title: "hello").fitting }
        mutating func handle(_ input: Input) -> Outcome { .ignored }
    }

    @Test("a picture of a screen needs no terminal")
    func picture() {
        let layout = ScreenLayout(Hello().view, .init(columns: 40, rows: 3), theme: .night)
        let picture = layout.canvas.svg(isCropped: true)
        #expect(picture.hasPrefix("<svg") && picture.contains("Hello"))
    }
}
