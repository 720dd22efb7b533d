import CycleBase
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Patches from anywhere")
struct PatchFuzzTests {
    private static let values = Mutator(
        [
            #"{"items":[{"id":1,"title":"tea"},{"id":2,"title":"milk"}],"total":0,"a/b":{"~":null},"":[]}"#,
            "[[0,1],[2],{}]", "7",
            #"{"a":{"a":{"a":{"a":[1,2,3]}}}}"#,
        ], words: ["\"items\":[],", "[1,2],", "\"x\":1,"], limit: 8 << 10)

    private static let patches = Mutator(
        [
            #"[{"op":"replace","path":"/total","value":1},{"op":"add","path":"/items/1","value":{"id":3}},{"op":"remove","path":"/items/0"}]"#,
            #"[{"op":"copy","from":"/items/0","path":"/items/-"},{"op":"copy","from":"","path":"/a"},{"op":"add","path":"/new","value":[]}]"#,
            #"[{"op":"add","path":"/0/0","value":1},{"op":"replace","path":"","value":{"a":1}},{"op":"remove","path":"/a~1b/~0"}]"#,
            "[]",
        ],
        words: [
            #"{"op":"copy","from":"","path":"/a"},"#, #"{"op":"remove","path":"/items/0"},"#,
            #"{"op":"add","path":"/-","value":0},"#,
            "/a/a/a", "/0", "/-1", "/-", "~1", "~0", "~", "/9223372036854775807", "/items",
        ])

    private func parsed(_ mutator: Mutator, _ chance: inout SeededChance) -> JSON? {
        do { return try JSONParser.parse(mutator.bytes(&chance)) } catch { return nil }
    }

    @Test("a patch fits or says why not, stays in its bounds, and counts the bytes of what it makes")
    func applied() throws {
        var (appliedCount, misfitCount) = (0, 0)
        for seed in FuzzSeeds(6_000) {
            var chance = SeededChance(seed: seed)
            guard let old = parsed(Self.values, &chance), let json = parsed(Self.patches, &chance) else { continue }
            let patch: JSONPatch
            do throws(JSONParser.Flaw) { patch = try JSONPatch(json) } catch {
                #expect(!error.reason.isEmpty, "seed \(seed)")
                continue
            }
            guard !old.isDeeper(than: JSONPatch.Bounds.depthLimit) else { continue }
            var text = JSONText()
            patch.append(to: &text)
            #expect(try JSONPatch(JSONParser.parse(text)) == patch, "seed \(seed)")
            var value = old
            var bounds = JSONPatch.Bounds(byteCount: old.byteCount(), byteLimit: 64 << 10, copyByteLimit: 1 << 20)
            do throws(JSONPatch.Misfit) {
                try patch.apply(to: &value, within: &bounds)
            } catch {
                misfitCount += 1
                #expect(!error.reason.isEmpty, "seed \(seed)")
                continue
            }
            appliedCount += 1
            #expect(bounds.byteCount == value.byteCount() && bounds.byteCount <= bounds.byteLimit, "seed \(seed)")
            #expect(!value.isDeeper(than: JSONPatch.Bounds.depthLimit), "seed \(seed)")
            #expect(try JSONParser.parse(JSONText(value)) == value, "seed \(seed)")
        }
        #expect(appliedCount > 10 && misfitCount > 10)
    }

    @Test("the difference of any two values leads from one to the other")
    func differences() throws {
        for seed in FuzzSeeds(2_000) {
            var chance = SeededChance(seed: seed)
            guard let old = parsed(Self.values, &chance), let new = parsed(Self.values, &chance),
                !old.isDeeper(than: JSONPatch.Bounds.depthLimit), !new.isDeeper(than: JSONPatch.Bounds.depthLimit)
            else { continue }
            var text = JSONText()
            JSONDifference.patch(from: old, to: new).append(to: &text)
            var value = old
            try JSONPatch(JSONParser.parse(text)).apply(to: &value)
            #expect(value == new, "seed \(seed)")
        }
    }

    @Test("a place that is read is written as it was, as a pointer and as a key path")
    func paths() {
        let mutator = Mutator(
            ["items[3].title", "texts[\"a key\"]", "items[id: 5].to[name: \"a\"].x", "/items/3/a~1b/~0", ""],
            words: ["[", "]", ".", "\"", "\\", "~", "/", ":", "[0]", "[\"é\"]"], limit: 4 << 10)
        for seed in FuzzSeeds(4_000) {
            var chance = SeededChance(seed: seed)
            let text = mutator.text(&chance)
            if let path = JSONPath(pointer: text) { #expect(JSONPath(pointer: path.pointer) == path, "seed \(seed)") }
            if let path = JSONPath(keyPath: text) {
                #expect(JSONPath(keyPath: path.keyPath(root: "")) == path, "seed \(seed)")
            }
        }
    }
}
