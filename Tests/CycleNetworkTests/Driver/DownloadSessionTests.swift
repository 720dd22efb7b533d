import CycleBase
import CycleDrivers
import Foundation
import TestSupport
import Testing

@testable import CycleHTTP

/// The session of one download, without a disk or a transport.
@Suite("DownloadSession")
struct DownloadSessionTests {
    @Test("a body is written piece by piece, then takes the place of the file")
    func plain() {
        var session = DownloadSession(Self.plan(resumes: false))
        let start = DownloadPlan.Start(byteCount: 0, info: nil)
        #expect(session.actions(after: .head(start), at: .zero) == [.perform(.open(byteCount: 0, nil))])
        #expect(session.actions(after: .done(.opened(isDescribed: false)), at: .zero) == [])
        #expect(session.actions(after: .bytes([1, 2]), at: .seconds(1)) == [.perform(.write([1, 2]))])
        #expect(session.actions(after: .done(.succeeded), at: .seconds(1)) == [.report(.received(byteCount: 2))])
        #expect(session.actions(after: .end, at: .seconds(1)) == [.perform(.complete)])
        #expect(
            session.actions(after: .done(.succeeded), at: .seconds(1)) == [
                .close, .report(.end(body: [], byteCount: 2)),
            ])
        #expect(session.actions(after: .failed(.disconnected), at: .seconds(1)) == [])
    }

    @Test("a cut body is kept with its description before the failure is reported")
    func cut() {
        var session = DownloadSession(Self.plan(resumes: true))
        let info = Self.info(synced: 0)
        _ = session.actions(after: .head(.init(byteCount: 0, info: info)), at: .zero)
        _ = session.actions(after: .done(.opened(isDescribed: true)), at: .zero)
        _ = session.actions(after: .bytes([1, 2]), at: .zero)
        _ = session.actions(after: .done(.succeeded), at: .zero)
        #expect(session.actions(after: .end, at: .zero) == [.perform(.keep(Self.info(synced: 2)))])
        #expect(session.actions(after: .done(.succeeded), at: .zero) == [.close, .report(.failed(.disconnected))])
    }

    @Test("bytes that cannot be the beginning of the body are not kept")
    func spoilt() {
        var session = DownloadSession(Self.plan(resumes: true))
        _ = session.actions(after: .head(.init(byteCount: 0, info: Self.info(synced: 0))), at: .zero)
        _ = session.actions(after: .done(.opened(isDescribed: true)), at: .zero)
        _ = session.actions(after: .bytes([1]), at: .zero)
        _ = session.actions(after: .done(.succeeded), at: .zero)
        #expect(
            session.actions(after: .failed(.tooLarge), at: .zero) == [.remove, .close, .report(.failed(.tooLarge))])
    }

    @Test("a part of an earlier try stays where it cannot be opened now")
    func unopenable() {
        for (found, removal) in [(2, []), (nil, [DownloadSession.Action.remove])] {
            var session = DownloadSession(Self.plan(resumes: true, found: found))
            let start = DownloadPlan.Start(byteCount: found ?? 0, info: Self.info(synced: found ?? 0))
            _ = session.actions(after: .head(start), at: .zero)
            #expect(
                session.actions(after: .done(.failed(.exhausted(.disk))), at: .zero)
                    == removal + [.close, .report(.failed(.exhausted(.disk)))])
        }
    }

    @Test("all orders of nine inputs keep the promises to the disk and to the loop")
    func allOrders() {
        let seen = TestSupport.allOrders(
            from: Self.plans.map(DownloadWorld.init), depth: 9, of: { world in world.possible }
        ) { world, input in
            world.receive(input)
        } check: { world, input, _ in
            #expect(world.broken == nil, "after \(input)")
        }
        #expect(seen.count > 200)
    }

    @Test("random inputs lead to one outcome, with the part closed before it")
    func randomInputs() {
        let seedCount = TestSupport.seedCount(20)
        for seed in 0..<seedCount * 50 {
            var random = SplitMix64(seed: seed)
            guard let plan = Self.plans.randomElement(using: &random) else { continue }
            var world = DownloadWorld(plan)
            for _ in 0..<40 {
                world.now += .milliseconds(Int.random(in: 0...2_000, using: &random))
                if let input = world.possible.randomElement(using: &random) { world.receive(input) }
            }
            world.finish()
            #expect(world.broken == nil && world.isClosed, "seed \(seed)")
        }
    }

    // MARK: Plans

    private static func info(synced: Int) -> PartInfo {
        PartInfo(url: "http://a/b", validator: "\"1\"", total: 3, boot: "boot", synced: synced)
    }

    private static func plan(resumes: Bool, found: Int? = nil) -> DownloadPlan {
        let address = HTTP.Address("http://a/b")
        guard let address else { fatalError("the address is one") }
        return DownloadPlan(
            HTTP.Message(address: address, delivery: .file(path: "b", resumes: resumes)), resumes: resumes,
            found: found.map { ($0, info(synced: $0)) }, boot: "boot", reportInterval: .seconds(1))
    }

    private static let plans = [plan(resumes: false), plan(resumes: true), plan(resumes: true, found: 2)]
}

/// A session, and the state of a disk and of a loop that perform its actions.
private struct DownloadWorld: Hashable {
    var session: DownloadSession
    var now = Duration.zero
    private(set) var broken: String?
    private(set) var isClosed = false
    private var operation: DownloadSession.Operation?
    private var storedCount = 0
    private var isComplete = false
    private var isRemoved = false
    private var hasOutcome = false

    init(_ plan: DownloadPlan) {
        session = DownloadSession(plan)
    }

    /// The inputs that a shell can have just now: while an operation is under way, only its outcomes.
    var possible: [DownloadSession.Input] {
        switch operation {
        case .open(_, let info):
            return [.opened(isDescribed: false), .failed(.exhausted(.disk))].map { .done($0) }
                + (info == nil ? [] : [.done(.opened(isDescribed: true))])
        case .write, .complete, .keep: return [.done(.succeeded), .done(.failed(.exhausted(.disk)))]
        case nil:
            let headers: HTTP.Headers = ["ETag": "\"1\"", "Content-Length": "3"]
            var starts = [start(200, headers), start(200, [:])]
            starts.append(start(206, ["Content-Range": "bytes 2-2/3", "ETag": "\"1\""]))
            return starts + [
                .bytes([1]), .bytes([1, 2]), .end, .failed(.disconnected), .failed(.tooLarge), .cancelled, .discarded,
            ]
        }
    }

    private func start(_ status: Int, _ headers: HTTP.Headers) -> DownloadSession.Input {
        do throws(HTTP.Failure) {
            return .head(try session.plan.start(status, headers))
        } catch {
            return .mismatch
        }
    }

    mutating func receive(_ input: DownloadSession.Input) {
        if case .done = input { end(operation, input) }
        for action in session.actions(after: input, at: now) { check(action) }
    }

    /// Lets the operation under way succeed, then cancels what is left.
    mutating func finish() {
        while case let done? = possible.last, operation != nil { receive(done) }
        receive(.cancelled)
        while case let done? = possible.first, operation != nil { receive(done) }
    }

    private mutating func end(_ ended: DownloadSession.Operation?, _ input: DownloadSession.Input) {
        operation = nil
        let hasFailed = if case .done(.failed) = input { true } else { false }
        guard !hasFailed else { return }
        switch ended {
        case .open(let byteCount, _): (storedCount, isRemoved) = (byteCount, false)
        case .write(let bytes): storedCount += bytes.count
        case .complete: isComplete = true
        case .keep, nil: break
        }
    }

    private mutating func check(_ action: DownloadSession.Action) {
        if hasOutcome { broken = "an action after the outcome" }
        switch action {
        case .perform(let operation):
            if isClosed || self.operation != nil { broken = "an operation on a closed part, or two at once" }
            if case .keep(let info) = operation, info.synced != storedCount || info.synced == 0 || isRemoved {
                broken = "a description that is not true"
            }
            if case .complete = operation, isRemoved { broken = "a file from a part that is gone" }
            self.operation = operation
        case .remove:
            if isComplete || isClosed { broken = "a part is removed that is none any more" }
            isRemoved = true
        case .close:
            if isClosed { broken = "closed twice" }
            isClosed = true
        case .report(.received(let byteCount)):
            if byteCount != storedCount { broken = "a number that is not true" }
        case .report(let event):
            if !isClosed { broken = "an outcome before the part is free" }
            if case .end(_, let byteCount) = event, byteCount != storedCount || !isComplete {
                broken = "an end without a file"
            }
            hasOutcome = true
        }
    }
}
