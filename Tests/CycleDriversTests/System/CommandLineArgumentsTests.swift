import CycleDrivers
import Testing

@Suite("CommandLineArguments")
struct CommandLineArgumentsTests {
    typealias Misuse = CommandLineArguments.Misuse

    private func parsed(_ words: String...) throws(Misuse) -> CommandLineArguments {
        try CommandLineArguments(words, valued: ["count", "lens"], flags: ["json"])
    }

    @Test("options and words may come in any order; an option that is given twice has both values")
    func order() throws {
        let arguments = try parsed("a", "--lens", "x", "--json", "b", "--lens", "--count", "--count", "7")
        #expect(arguments.words == ["a", "b"] && arguments.has("json"))
        #expect(arguments.all("lens") == ["x", "--count"] && arguments.last("lens") == "--count")
        #expect(try arguments.number("count") == 7)
        #expect(try arguments.words("FILE", "N") == ["a", "b"])
    }

    @Test("a value may stand behind an equals sign, with others in it")
    func equalsSign() throws {
        let arguments = try parsed("--lens=x", "a", "--count=7", "--lens=a=b", "--lens=")
        #expect(arguments.words == ["a"] && arguments.all("lens") == ["x", "a=b", ""])
        #expect(try arguments.number("count") == 7)
        #expect(throws: Misuse(reason: "--json takes no value")) { try parsed("--json=1") }
        #expect(throws: Misuse(reason: "--x is not known here")) { try parsed("--x=1") }
    }

    @Test("mistakes name the word that is wrong")
    func mistakes() {
        #expect(throws: Misuse(reason: "--x is not known here")) { try parsed("--x") }
        #expect(throws: Misuse(reason: "--count wants a value")) { try parsed("a", "--count") }
        #expect(throws: Misuse(reason: "--count wants a number, not -1")) {
            try parsed("--count", "-1").number("count")
        }
        #expect(throws: Misuse(reason: "--count wants a number, not +1")) {
            try parsed("--count", "+1").number("count")
        }
        #expect(throws: Misuse(reason: "N is missing")) { try parsed("a").words("FILE", "N") }
        #expect(throws: Misuse(reason: "b is one word too many")) { try parsed("a", "b").words("FILE") }
    }
}
