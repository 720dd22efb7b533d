import CycleBase
import Testing

@Suite("The classes of ASCII")
struct AsciiByteTests {
    private func bytes(_ isIn: (UInt8) -> Bool) -> String {
        String(decoding: (0...UInt8.max).filter(isIn), as: UTF8.self)
    }

    @Test("a class has the bytes that ASCII gives it, and no byte of another character")
    func classes() {
        let (capitals, letters) = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
        #expect(bytes(\.isDigit) == "0123456789")
        #expect(bytes(\.isCapital) == capitals)
        #expect(bytes(\.isLetter) == capitals + letters)
        #expect(bytes(\.isLetterOrDigit) == "0123456789" + capitals + letters)
        #expect(bytes(\.isSpaceOrTab) == "\t ")
        #expect(bytes(\.isWhitespace) == "\t\n\u{0B}\u{0C}\r ")
        #expect(bytes(\.isPunctuation) == ##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##)
        #expect(bytes { $0.inSmallLetters != $0 } == capitals)
    }

    @Test("a digit of base 16 has its value in capital and in small letters")
    func hexadecimal() {
        for byte in 0...UInt8.max {
            let text = byte < 0x80 ? String(Unicode.Scalar(byte)) : ""
            #expect(byte.hexadecimalDigit == (text == "+" || text == "-" ? nil : Int(text, radix: 16)))
        }
    }
}
