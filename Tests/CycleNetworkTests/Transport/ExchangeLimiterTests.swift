import Testing

@testable import CycleHTTP

@Suite("The limiter of exchanges")
struct ExchangeLimiterTests {
    private final class Waiter {
        let name: String
        init(_ name: String) { self.name = name }
    }

    @Test("passes over those that have given up, wherever they stood, and gives their places to nobody")
    func abandoned() throws {
        let origin = try #require(HTTP.Address("http://a/")).origin
        let limits = HTTP.Limits(perHost: 1, total: 1)
        let limiter = ExchangeLimiter<Waiter>()
        #expect(limiter.enter(Waiter("a"), origin, limits) == .running)
        let places = ["b", "c", "d", "e"].map { limiter.enter(Waiter($0), origin, limits) }
        #expect(limiter.admit() == nil)
        for place in [places[1], places[2]] { limiter.leave(place, origin, limits) }
        var admitted: [String] = []
        for _ in 0..<3 {
            limiter.leave(.running, origin, limits)
            if let next = limiter.admit() { admitted.append(next.name) }
        }
        #expect(admitted == ["b", "e"])
        #expect(limiter.enter(Waiter("f"), origin, limits) == .running)
    }
}
