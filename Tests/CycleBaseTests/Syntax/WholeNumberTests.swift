import CycleBase
import Testing

@Suite("Numbers of digits alone")
struct WholeNumberTests {
    @Test("are read from digits of ASCII that fit, without a sign or a blank")
    func digits() {
        #expect(["0", "7", "007", "255"].map { UInt8(digits: $0) } == [0, 7, 7, 255])
        for text in ["", "+5", "-5", "-0", "+", " 5", "5 ", "5x", "256", "٣", "1_0", "0x1", "1e2", "5\u{301}"] {
            #expect(UInt8(digits: text) == nil, "\(text)")
        }
        #expect(Int(digits: "9223372036854775807"[...]) == .max)
        #expect(Int(digits: "9223372036854775808") == nil)
    }

    @Test("are read in another base by its letters")
    func hexadecimal() {
        #expect(UInt32(digits: "fF00", radix: 16) == 0xFF00)
        #expect(UInt32(digits: "+f", radix: 16) == nil && UInt32(digits: "g", radix: 16) == nil)
    }
}
