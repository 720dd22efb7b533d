import CycleBase
import CycleDrivers
import CycleHTTP
import Foundation
import TestSupport
import Testing

@testable import CycleNetwork

/// The session of one request, without a loop or a transport.
@Suite("RequestSession")
struct RequestSessionTests {
    @Test("one order of inputs gives the actions of a plain request")
    func plain() {
        var world = SessionWorld(.init(url: "http://a/"))
        #expect(world.receive(.started) == ["start http://a/"])
        #expect(world.receive(.exchange(.connected)) == [])
        #expect(world.receive(.exchange(.head(status: 200, [:]))) == [])
        #expect(world.receive(.exchange(.end(body: [1], byteCount: 1))) == ["cancel", "response 200"])
        #expect(world.receive(.exchange(.failed(.disconnected))) == [])
    }

    @Test("a redirect, a rest and a second attempt are one request")
    func redirectAndRetry() {
        var world = SessionWorld(Self.demanding)
        #expect(world.receive(.started) == ["start http://a/"])
        #expect(world.receive(.exchange(.head(status: 302, ["Location": "/b"]))) == ["cancel", "start http://a/b"])
        #expect(world.receive(.exchange(.head(status: 503, [:]))) == ["cancel"])
        world.now = .seconds(10)
        #expect(world.receive(.timePassed) == ["start http://a/b"])
        #expect(world.receive(.exchange(.head(status: 200, [:]))) == ["report head"])
        #expect(world.receive(.exchange(.failed(.disconnected))) == ["cancel", "failed disconnected"])
    }

    @Test("a request that waits for others has no deadline, and later the whole one")
    func queued() {
        var world = SessionWorld(.init(url: "http://a/"))
        _ = world.receive(.started)
        #expect(world.session.deadline == .seconds(10))
        _ = world.receive(.exchange(.waiting))
        #expect(world.session.deadline == nil)
        world.now = .seconds(1_000)
        #expect(world.receive(.timePassed) == [])
        _ = world.receive(.exchange(.begun))
        #expect(world.session.deadline == .seconds(1_010))
    }

    @Test("a redirect that waits for others has the time that is left for the whole")
    func queuedAgain() {
        var world = SessionWorld(Self.demanding)
        _ = world.receive(.started)
        world.now = .seconds(4)
        _ = world.receive(.exchange(.head(status: 302, ["Location": "/b"])))
        _ = world.receive(.exchange(.waiting))
        #expect(world.session.deadline == .seconds(20))
        world.now = .seconds(20)
        #expect(world.receive(.timePassed) == ["cancel", "failed timedOut"])
    }

    @Test("a paused stream is held behind its head: its silence is none, and its whole time goes on")
    func paused() {
        var world = SessionWorld(Self.demanding)
        #expect(world.receive(.paused(true)) == [])
        #expect(world.receive(.started) == ["start http://a/", "hold true"])
        #expect(world.receive(.exchange(.connected)) == [])
        #expect(world.session.deadline == .seconds(5), "a server that does not answer")
        #expect(world.receive(.exchange(.head(status: 200, [:]))) == ["report head"])
        #expect(world.session.deadline == .seconds(20))
        #expect(world.receive(.exchange(.piece([1]))) == ["report chunk"], "one on its way")
        world.now = .seconds(12)
        #expect(world.receive(.timePassed) == [])
        #expect(world.receive(.paused(true)) == [])
        #expect(world.receive(.paused(false)) == ["hold false"])
        #expect(world.session.deadline == .seconds(17))
        #expect(world.receive(.paused(true)) == ["hold true"])
        world.now = .seconds(20)
        #expect(world.receive(.timePassed) == ["cancel", "failed timedOut"])
        #expect(world.receive(.paused(false)) == [])
    }

    @Test("a paused request whose body comes as a whole is none")
    func pausedWhole() {
        var world = SessionWorld(.init(url: "http://a/"))
        _ = world.receive(.started)
        #expect(world.receive(.paused(true)) == [])
        _ = world.receive(.exchange(.head(status: 200, [:])))
        #expect(world.session.deadline == .seconds(30))
        #expect(world.receive(.exchange(.end(body: [1], byteCount: 1))) == ["cancel", "response 200"])
    }

    @Test("a pause before the answer does not lengthen the time for it")
    func pausedEarly() {
        var world = SessionWorld(Self.demanding)
        _ = world.receive(.started)
        _ = world.receive(.exchange(.connected))
        world.now = .seconds(4)
        #expect(world.receive(.paused(true)) == ["hold true"])
        #expect(world.receive(.paused(false)) == ["hold false"])
        #expect(world.session.deadline == .seconds(5))
    }

    @Test("random inputs in any order keep the promises to the application and to the transport")
    func randomInputs() {
        let seedCount = TestSupport.seedCount(20)
        for seed in 0..<seedCount * 50 {
            var random = SplitMix64(seed: seed)
            var world = SessionWorld(Bool.random(using: &random) ? Self.demanding : .init(url: "http://a/"))
            for _ in 0..<40 {
                world.now += .milliseconds(Int.random(in: 0...9_000, using: &random))
                world.receive(Self.inputs.randomElement(using: &random) ?? .cancelled)
            }
            #expect(world.broken == nil, "seed \(seed)")
        }
    }

    @Test("all orders of eight inputs keep the promises to the application and to the transport")
    func allOrders() {
        let seen = TestSupport.allOrders(
            from: [SessionWorld(Self.demanding)], depth: 8, of: { _ in Self.inputs }
        ) { world, input in
            if input == .timePassed { world.now += .seconds(7) }
            world.receive(input)
        } check: { world, input, _ in
            #expect(world.broken == nil, "after \(input)")
        }
        #expect(seen.count > 1_000)
    }

    private static let demanding = RequestContent.Values(
        url: "http://a/", delivery: .streamed,
        timeOuts: .init(connect: .seconds(5), idle: .seconds(5), total: .seconds(20)),
        retry: HTTP.Retry(count: 2, wait: .seconds(1), maximumWait: .seconds(5)), redirects: .followed(maximum: 2))

    private static let inputs: [RequestSession.Input] = [
        .started, .timePassed, .cancelled, .paused(true), .paused(false), .exchange(.waiting), .exchange(.begun),
        .exchange(.connected), .exchange(.sent(byteCount: 1)), .exchange(.head(status: 200, [:])),
        .exchange(.head(status: 302, ["Location": "/b"])), .exchange(.head(status: 503, ["Retry-After": "2"])),
        .exchange(.piece([1])), .exchange(.received(byteCount: 1)), .exchange(.storing),
        .exchange(.end(body: [], byteCount: 1)), .exchange(.failed(.disconnected)), .exchange(.failed(.tls)),
    ]
}

/// A session, what it shares with others, and what a transport and an application have seen of it.
private struct SessionWorld: Hashable {
    var session: RequestSession
    var now = Duration.zero
    private(set) var broken: String?
    private var shared = RequestSession.Shared(
        cookies: CookieJar(), budgets: RetryBudgets(2), random: SplitMix64(seed: 1))
    private var isExchanging = false
    private var hasEnded = false
    private var unacknowledgedCount = 0
    private var isHeld = false

    init(_ request: RequestContent.Values) {
        session = RequestSession(request)
    }

    @discardableResult
    mutating func receive(_ input: RequestSession.Input) -> [String] {
        var actions: [RequestSession.Action] = []
        if case .exchange(let event) = input, event.takesRoom, case .exchanging = session.state {
            unacknowledgedCount += 1
        }
        session.receive(input, at: now, sharing: &shared, into: &actions)
        for action in actions { check(action) }
        if session.isOver, isExchanging { broken = "an exchange goes on after the request" }
        if session.isOver, session.deadline != nil { broken = "a deadline after the request" }
        if isExchanging, isHeld != (session.request.isPaused && session.request.delivery == .streamed) {
            broken = "the transport reads what it should not, or does not what it should"
        }
        if unacknowledgedCount >= 8 { broken = "events are not acknowledged" }
        return actions.map(text)
    }

    private mutating func check(_ action: RequestSession.Action) {
        switch action {
        case .start:
            if isExchanging { broken = "two exchanges at once" }
            if hasEnded { broken = "an exchange after the last event" }
            isExchanging = true
            isHeld = false
            unacknowledgedCount = 0
        case .cancelExchange:
            if !isExchanging { broken = "a cancel of nothing" }
            isExchanging = false
        case .acknowledge(let count):
            unacknowledgedCount -= count
            if unacknowledgedCount < 0 { broken = "more is acknowledged than came" }
        case .hold(let isHeld):
            if !isExchanging { broken = "a hold of nothing" }
            self.isHeld = isHeld
        case .report(let event):
            if hasEnded { broken = "an event after the last one" }
            hasEnded = event.isLast
        }
    }

    private func text(_ action: RequestSession.Action) -> String {
        switch action {
        case .start(let message): "start \(message.address)"
        case .cancelExchange: "cancel"
        case .acknowledge(let count): "acknowledge \(count)"
        case .hold(let isHeld): "hold \(isHeld)"
        case .report(.response(let response)): "response \(response.status)"
        case .report(.failed(let failure)): "failed \(failure)"
        case .report(.head): "report head"
        case .report(.chunk): "report chunk"
        case .report(.progress): "report progress"
        }
    }
}
