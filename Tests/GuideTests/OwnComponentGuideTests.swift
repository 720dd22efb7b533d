import Cycle
import CycleDrivers
import CycleScreens
import Testing

@Suite("Guide: a component of your own")
struct OwnComponentGuideTests {
    struct Stars: Component, Hashable, Codable, Sendable {
        var count = 0

        var view: View {
            View.row(spacing: 1) {
                View.row {
                    for number in 1...5 {
                        View.text(number <= count ? "★" : "☆", number <= count ? .accent : .muted).region(number)
                    }
                }.decoration.cursor(.init(row: 0, column: max(0, count - 1))).width(.fit)
                "\(count) of 5"
            }.height(1)
        }

        mutating func handle(_ input: Input) -> Outcome {
            switch input.key {
            case .left: count = max(count - 1, 0)
            case .right: count = min(count + 1, 5)
            case .enter: return .submitted
            case nil: return press(input.pressed(Int.self))
            case let key?: return press(key.character?.wholeNumberValue)
            }
            return .changed
        }

        private mutating func press(_ number: Int?) -> Outcome {
            guard let number, 0...5 ~= number else { return .ignored }
            count = number
            return .changed
        }
    }

    struct Review: Screen, Equatable {
        enum Place: CaseIterable { case title, stars }

        var size: Size?
        var isDone = false
        var focus = FocusRing(Place.title)
        var title = TextInput(prompt: "title")
        var stars = Stars()

        var view: View {
            .column {
                title.view.region(.title, in: focus)
                stars.view.region(.stars, in: focus)
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            let (place, inner) = focus.target(of: input)
            let outcome =
                switch place {
                case .title: title.handle(inner)
                case .stars: stars.handle(inner)
                }
            if place == .stars, outcome == .submitted { isDone = true }
            return outcome.otherwise { focus.handle(input) }
        }
    }

    @Test("keys, a press, the text that is read aloud")
    func stars() {
        var stars = Stars()
        #expect(stars.handle(ScreenInput("4")) == .changed)
        #expect(stars.handle(ScreenInput(.left)) == .changed)
        #expect(stars.handle(ScreenInput("x")) == .ignored)
        let layout = ScreenLayout(stars.view, .init(columns: 20, rows: 1))
        #expect(layout.canvas.text == "★★★☆☆ 3 of 5")
        #expect(ScreenLayout(plain: stars.view).canvas.text == "3 of 5")
        let press = ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: 0, column: 4))), layout)
        #expect(stars.handle(press) == .changed && stars.count == 5)
    }

    @Test("a parent hands it keys and the mouse")
    func review() {
        var review = Review()
        for key: ConsoleDriver.Key in ["a", .tab, "2", .right] { _ = review.handle(ScreenInput(key)) }
        #expect(review.title.text == "a" && review.stars.count == 3)
        let layout = ScreenLayout(review.view, .init(columns: 20, rows: 2))
        _ = review.handle(ScreenInput(.mouse(.init(.pressed(.left), at: .init(row: 1, column: 0))), layout))
        #expect(review.stars.count == 1 && review.handle(ScreenInput(.enter)) == .submitted && review.isDone)
    }

    struct Ruler: ScreenWidget {
        func measure(_ room: Size, _ theme: ScreenTheme) -> Size { Size(columns: room.columns, rows: 1) }

        func draw(on layout: inout ScreenLayout, in place: ScreenPlace) {
            for column in stride(from: 0, to: place.size.columns, by: 10) {
                layout.draw("\(column, .muted)", at: .init(row: 0, column: column), in: place)
            }
        }
    }

    @Test("a widget draws its cells")
    func ruler() {
        let view = ScreenView(Ruler()).height(.fit)
        #expect(ScreenLayout(view, .init(columns: 25, rows: 1)).canvas.text == "0         10        20")
    }
}
