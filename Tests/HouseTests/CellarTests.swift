import Testing

@Suite("The cellar")
struct CellarTests {
    /// Something that the cellar has, known by the words with which it would be written again.
    struct Thing: Sendable {
        let words: [String]
        let remedy: String
        /// Other meanings of the words, or modules that do not see the cellar.
        var others: [String] = []
    }

    private static let things = [
        Thing(
            words: ["0x39).contains", "\"9\")).contains", "0x7a).contains", "\"z\")).contains"],
            remedy: "`isDigit`, `isLetter` and their kin"),
        Thing(
            words: ["(low + high) / 2"], remedy: "`partitioningIndex`",
            // The kernel imports no module, and a curve is no list.
            others: ["Cycle/Loop/Memory.swift", "Cycle/Animation/MotionCurve.swift"]),
        Thing(
            words: ["+ \"…\" : ", ".prefix(limit - 1)"], remedy: "`shortened(to:)`",
            // It goes on behind the first line.
            others: ["CycleScreens/Scripts/LongerQuestions.swift"]),
        Thing(words: ["146_097", "719_468"], remedy: "`CivilDay`"),
        Thing(words: [".attoseconds / 1_000_000_000_000"], remedy: "`count(of:)` of a duration"),
    ]

    @Test("a module does not write again what the cellar has", arguments: things)
    func again(_ thing: Thing) throws {
        for file in try Tree().swiftFiles("Sources") where file.text.hasAny(of: thing.words) {
            let isCellar = file.path.hasPrefix("Sources/CycleBase/")
            #expect(
                isCellar || thing.others.contains { file.path.hasSuffix($0) },
                "\(file.path): use \(thing.remedy) of CycleBase")
        }
    }
}
