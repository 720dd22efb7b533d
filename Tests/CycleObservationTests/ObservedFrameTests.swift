import Cycle
import CycleObservation
import CycleTesting
import Testing

@Suite("An observed frame")
@MainActor
struct ObservedFrameTests: ObservedRunTests {
    struct Address: Equatable {
        var city = "Ulm"
        var street = "Gasse"
    }

    struct Card: Equatable, Identifiable {
        var id: Int
        var title: String
        var isDone = false
    }

    struct Picture {
        var name = "cat"
    }

    struct Frame: Equatable {
        var name = "Ada"
        var total = 0
        var address = Address()
        var cards: [Card] = []
        var sheet: Address?
        var picture = Picture()

        static func == (one: Frame, other: Frame) -> Bool {
            (one.name, one.total, one.address, one.cards, one.sheet, one.picture.name)
                == (other.name, other.total, other.address, other.cards, other.sheet, other.picture.name)
        }
    }

    let run = ObservedRun(Frame())

    @Test("a view that reads one property is not told of another one")
    func byProperty() {
        let view = View { [observed] in observed.name.value }
        change { $0.total += 1 }
        #expect(view.invalidationCount == 0)
        change { $0.name = "Grace" }
        #expect(view.invalidationCount == 1)
        view.update()
        #expect(view.drawn == ["Ada", "Grace"])
    }

    @Test("a view that reads a property of a property is not told of its neighbour")
    func byDepth() {
        func shown(_ city: String) -> String { "in \(city)" }
        let view = View { [observed] in shown(observed.address.city) }
        change { $0.address.street = "Platz" }
        #expect(view.invalidationCount == 0)
        change { $0.address.city = "Bonn" }
        view.update()
        #expect(view.drawn == ["in Ulm", "in Bonn"])
    }

    @Test("a part in a text is the text of its value, and the view follows it")
    func asText() {
        let view = View { [observed] in "\(observed.total) in \(observed.address.city)" }
        change { $0.name = "Grace" }
        #expect(view.invalidationCount == 0)
        change { $0.total = 7 }
        view.update()
        #expect(view.drawn == ["0 in Ulm", "7 in Ulm"])
    }

    @Test("a value that is equal after an event tells no view")
    func equal() {
        let view = View { [observed] in observed.address.value }
        change {
            $0.address = Address()
            $0.total = 1
        }
        #expect(view.invalidationCount == 0)
    }

    @Test("a part that cannot be compared changes with each change around it")
    func notComparable() {
        let view = View { [observed] in observed.picture.name }
        change { $0.total = 1 }
        view.update()
        #expect(view.drawn == ["cat", "cat"])
    }

    @Test("a view that reads everything is told of everything")
    func whole() {
        let view = View { [observed] in observed.value.total }
        change { $0.name = "Grace" }
        #expect(view.invalidationCount == 1)
    }

    @Test("a value in an optional is observed by itself, and when it comes and goes")
    func optional() {
        let view = View { [observed] in
            guard let sheet = observed.sheet else { return "closed" }
            return sheet.city.value
        }
        let presence = View { [observed] in observed.sheet == nil }
        change { $0.sheet = Address() }
        view.update()
        presence.update()
        change { $0.sheet?.street = "Platz" }
        #expect(view.invalidationCount == 1)
        change { $0.sheet?.city = "Bonn" }
        view.update()
        change { $0.sheet = nil }
        view.update()
        presence.update()
        #expect(view.drawn == ["closed", "Ulm", "Bonn", "closed"])
        #expect(presence.drawn == [true, false, true])
    }

    @Test("a view that is told once and does not draw again is not told again")
    func once() {
        let view = View { [observed] in observed.total.value }
        change { $0.total = 1 }
        change { $0.total = 2 }
        #expect(view.invalidationCount == 1)
    }

    @Test("two views of one part are both told, and each draws what is there then")
    func twoViews() {
        let views = [View { [observed] in observed.total.value }, View { [observed] in observed.total.value }]
        change { $0.total = 1 }
        change { $0.total = 2 }
        for view in views { view.update() }
        #expect(views.map(\.drawn) == [[0, 2], [0, 2]])
    }

    @Test("a view that sends while it is told is heard after the frame")
    func sendsMeanwhile() {
        let view = View { [observed] in
            if observed.total > 0, observed.name == "Ada" { observed.send { $0.name = "Grace" } }
            return observed.total.value
        }
        change { $0.total = 1 }
        view.update()
        cycle.drain()
        #expect(cycle.frame.name == "Grace")
    }

    @Test("a binding shows the frame, and sends an event instead of setting it")
    func binding() {
        let name = observed.binding(\.name) { name in { $0.name = name.uppercased() } }
        let view = View { name.wrappedValue }
        name.wrappedValue = "Grace"
        #expect(name.wrappedValue == "Ada")
        cycle.drain()
        view.update()
        #expect(view.drawn == ["Ada", "GRACE"])
    }

    @Test("a part has events of its own, which the loop gets as its own")
    func ownEvents() {
        let city = observed.address.sending { (city: String) in { $0.address.city = city } }
        city.send("Bonn")
        cycle.drain()
        #expect(city.city == "Bonn")
    }

    @Test("a value that comes while views are told of the one before comes after it")
    func nested() {
        var show: (Int) -> Void = { _ in }
        let observed = ObservedFrame<Int, Never>(
            from: 0,
            following: {
                show = $0
                return Subscription()
            }, sending: { _ in })
        _ = Reader {
            _ = observed.value
        } whenTold: {
            show(2)
        }
        show(1)
        #expect(observed.value == 2)
    }
}
