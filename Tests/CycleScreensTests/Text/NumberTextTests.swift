import CycleDrivers
import CycleScreens
import Testing

@Suite("A text as a number")
struct NumberTextTests {
    @Test(
        "is one in decimal digits only",
        arguments: [
            "nan", "inf", "-infinity", "Infinity", "0x10", "0x1p3", "1e400", "-1e999", "snan", "nan(1)", "", " 1", "1 ",
            "e", "+", ".", "1_000", "١٢",
        ])
    func none(text: String) { #expect(TextRule.number.problem(in: text) == "must be a number") }

    @Test(
        "has a sign, a fraction and a power of ten",
        arguments: ["0", "-1", "+2", "12.5", "1e3", "1.5E-7", "00.10", "1e308"])
    func some(text: String) { #expect(TextRule.number.problem(in: text) == nil) }

    @Test(
        "is taken by a field of whole numbers when it is pasted as a whole",
        arguments: [
            ("12", 12), (" 12\n", 12), ("-7", -7), ("1,000", 1_000), ("1 000 000", 1_000_000), ("1_000", 1_000),
            ("1'000", 1_000),
            ("80\u{1b}x", 80), ("12.5", 3), ("10:30", 3), ("1e3", 3), ("1,5", 3), ("12 13", 3), ("0x10", 3), ("x", 3),
            ("", 3), ("١٢", 3),
            ("-", 3), ("1-2", 3), ("½", 3), ("10000,000", 3), ("99999999999999999999", 3),
        ])
    func pasted(text: String, value: Int) {
        var field = NumberField(3, in: -100_000...10_000_000)
        _ = field.handle(ScreenInput(.paste(text), ScreenLayout(field.view, .init(columns: 20, rows: 1))))
        #expect(field.value == value, "\(text)")
    }
}
