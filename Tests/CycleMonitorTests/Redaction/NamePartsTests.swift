import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Parts of names")
struct NamePartsTests {
    private func stand(_ parts: [String], _ name: String) -> Bool {
        NameParts(parts.map { Array($0.utf8) }).stand(in: Array(name.utf8)[...])
    }

    @Test("are found anywhere, whatever case and punctuation the name is written with")
    func anywhere() {
        #expect(stand(["token", "apikey"], "X-Api-Key") && stand(["token"], "idTOKEN2") && stand(["a1"], "a_1"))
        #expect(!stand(["token"], "tok") && !stand(["token"], "") && !stand([], "token") && !stand(["ab"], "\u{E9}"))
    }

    @Test("are found behind the beginning of another one that does not go on")
    func beginnings() {
        #expect(
            stand(["session", "sister", "ion"], "sesision") && stand(["aab"], "aaab") && stand(["abcd", "bc"], "abce"))
        #expect(!stand(["session", "sister"], "sessistion"))
    }

    @Test("are found in the names in which a search for one after the other finds them")
    func random() {
        for seed in Seeds(300) {
            var chance = SeededChance(seed: seed)
            let text = { (chance: inout SeededChance, range: ClosedRange<Int>) -> String in
                chance.many(range) { $0.one(of: ["a", "b", "1"]) }.joined()
            }
            let parts = chance.many(0...4) { text(&$0, 1...4) }
            let name = text(&chance, 0...12)
            #expect(stand(parts, name) == parts.contains(where: name.contains), "seed \(seed): \(parts) in \(name)")
        }
    }

    @Test("cost one step for each letter, however many they are and however alike they begin")
    func steps() {
        let parts = (1...200).map { Array(String(repeating: "a", count: $0 % 20 + 1).utf8) + Array("b\($0)".utf8) }
        let name = Array(String(repeating: "a-", count: 128).utf8)
        let search = NameParts(parts).search(name[...])
        #expect(!search.isFound && search.stepCount == 128)
    }
}
