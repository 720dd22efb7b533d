import CycleTesting
import Testing

@Suite("Difference")
struct DifferenceTests {
    private struct Frame: Equatable {
        struct Item: Equatable {
            var id = 1
            var title = "a"
        }

        enum Mode: Equatable {
            case browsing
            case adding(title: String, at: Int)
            case failed(Item)
        }

        var items = [Item()]
        var mode = Mode.browsing
        var totals = ["x": 1]
        var tags: Set<String> = ["red"]
        var note: String?
        var place = (1, label: 2)

        static func == (first: Frame, second: Frame) -> Bool {
            first.items == second.items && first.mode == second.mode && first.totals == second.totals
                && first.tags == second.tags && first.note == second.note && first.place == second.place
        }
    }

    private func difference(_ change: (inout Frame) -> Void) -> String {
        var frame = Frame()
        change(&frame)
        return Difference(of: Frame(), and: frame, named: "frame").description
    }

    @Test("names a field by its key path, with its value before and after")
    func fields() {
        #expect(difference { $0.items[0].title = "b" } == #"frame.items[0].title: "a" -> "b""#)
        #expect(difference { $0.note = "n" } == #"frame.note: nil -> Optional("n")"#)
        #expect(difference { $0.place.label = 3 } == "frame.place.label: 2 -> 3")
        #expect(difference { $0.place.0 = 3 } == "frame.place.0: 1 -> 3")
        #expect(difference { _ in } == "")
        #expect(Difference(of: 1, and: 2).description == "1 -> 2")
    }

    @Test("shows a duration as it reads, not what it is made of")
    func durations() {
        #expect(
            Difference(of: [Duration.seconds(1)], and: [.seconds(2.5)]).description == "[0]: 1.0 seconds -> 2.5 seconds"
        )
    }

    @Test("shows bytes that are a text as that text, also within a value, and others as numbers")
    func bytes() {
        struct Letter: Equatable {
            var bytes: [UInt8]
            var number = 1
        }
        let none: [Letter] = []
        #expect(
            Difference(of: none, and: [Letter(bytes: Array("acquire 1\n".utf8))]).description
                == #"[0]: added Letter(bytes: "acquire 1\n", number: 1)"#)
        #expect(
            Difference(of: none, and: [Letter(bytes: [1, 255])]).description
                == "[0]: added Letter(bytes: [1, 255], number: 1)")
    }

    @Test("names every field that differs, in the order in which they are declared")
    func several() {
        let text = difference {
            $0.tags = ["blue"]
            $0.items[0] = Frame.Item(id: 2, title: "c")
        }
        #expect(
            text == """
                frame.items[0].id: 1 -> 2
                frame.items[0].title: "a" -> "c"
                frame.tags: removed "red"
                frame.tags: added "blue"
                """)
    }

    @Test("says which element came and which is gone, and not that all behind it have moved")
    func arrays() {
        let item = { Frame.Item(id: $0) }
        let lines = { (before: [Frame.Item], after: [Frame.Item]) in
            Difference(of: before, and: after, named: "items").places.map {
                "\($0.path) \($0.before == nil) \($0.after == nil)"
            }
        }
        #expect(lines([item(1), item(2)], [item(0), item(1), item(2)]) == ["items[0] true false"])
        #expect(lines([item(1), item(2), item(3)], [item(1), item(3)]) == ["items[1] false true"])
        #expect(lines([item(1), item(2)], [item(1), item(2), item(3)]) == ["items[2] true false"])
        #expect(Difference(of: [[1], [2]], and: [[1], [3]], named: "x").description == "x[1][0]: 2 -> 3")
    }

    @Test("compares what an enum's case carries, and whole cases where they differ")
    func enums() {
        #expect(difference { $0.mode = .failed(.init()) }.hasPrefix("frame.mode: browsing -> failed("))
        var before = Frame()
        before.mode = .adding(title: "a", at: 1)
        var after = before
        after.mode = .adding(title: "b", at: 1)
        #expect(
            Difference(of: before, and: after, named: "frame").description == #"frame.mode.adding.title: "a" -> "b""#)
    }

    @Test("compares dictionaries by their keys")
    func dictionaries() {
        #expect(
            difference { $0.totals = ["y": 2, "x": 3] } == """
                frame.totals["x"]: 1 -> 3
                frame.totals["y"]: added 2
                """)
        #expect(Difference(of: [1: "a"], and: [:], named: "d").description == #"d[1]: removed "a""#)
    }

    private class Node {
        var value = 1
        var next: Node?
        var others: [Node] = []
    }

    private final class Leaf: Node {
        var extra = 0
    }

    @Test("takes apart what is not Equatable, objects and their superclasses too, and ends where they are circles")
    func objects() {
        let (first, second) = (Leaf(), Leaf())
        #expect(Difference(of: first, and: second).isEmpty)
        second.value = 2
        second.extra = 3
        #expect(
            Difference(of: first, and: second, named: "node").description == """
                node.value: 1 -> 2
                node.extra: 0 -> 3
                """)
        first.next = first
        second.next = second
        #expect(Difference(of: first, and: second, named: "node").places.first?.path == "node.value")
        let rings = (0..<2).map { _ in
            let nodes = (0..<40).map { _ in Node() }
            for (index, node) in nodes.enumerated() {
                (node.next, node.others) = (nodes[(index + 1) % 40], [nodes[(index + 7) % 40], nodes[0]])
            }
            return nodes[0]
        }
        #expect(Difference(of: rings[0], and: rings[1]).isEmpty)
    }

    @Test("says so of values that are unequal though they show the same")
    func hidden() {
        struct Hidden: Equatable, CustomReflectable {
            let secret: Int
            var customMirror: Mirror { Mirror(self, children: ["shown": 1]) }
        }
        let text = Difference(of: Hidden(secret: 1), and: Hidden(secret: 2), named: "x").description
        #expect(
            text.contains("x: Hidden(secret: 1) -> Hidden(secret: 2)")
                || text.hasSuffix("unequal though they read alike"))
        #expect(
            Difference(of: Double.nan, and: .nan, named: "x").description
                == "x: nan -> nan, unequal though they read alike")
    }

    @Test("stops at its limit, and shortens what is long")
    func limits() {
        let places = Difference(of: Array(0..<1_000), and: Array(1..<1_001).map { $0 * 2 }, limit: 3).places
        #expect(places.count == 3)
        let long = Difference(of: "", and: String(repeating: "x", count: 10_000)).places
        #expect(long.first?.after?.count == 301)
    }

    @Test("compares values of different types as they are")
    func types() {
        #expect(Difference(of: 1 as Any, and: "1" as Any, named: "x").description == #"x: 1 -> "1""#)
    }
}
