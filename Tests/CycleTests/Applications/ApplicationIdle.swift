import Cycle
import TestSupport

/// The features that run for the parts of one kind at one place, as the frames that were delivered want it.
final class PartRegistry {
    /// The identities that are there; `nil` while the place itself is not.
    let identities: (AppFrame) -> Set<Int>?
    let owner: FeatureToken?
    var tokens: [Int: FeatureToken] = [:]

    init(_ owner: FeatureToken?, _ identities: @escaping (AppFrame) -> Set<Int>?) {
        (self.owner, self.identities) = (owner, identities)
    }

    func update(_ frame: AppFrame) {
        let there = identities(frame) ?? []
        for (identity, token) in tokens where !there.contains(identity) {
            token.isThere = false
            tokens[identity] = nil
        }
    }
}

/// One life of a feature, from when its part comes until it leaves.
final class FeatureToken {
    let number: Int
    let identity: Int
    let outer: FeatureToken?
    let epoch: Int
    var isThere = true

    init(_ number: Int, _ identity: Int, in outer: FeatureToken?, epoch: Int) {
        (self.number, self.identity, self.outer, self.epoch) = (number, identity, outer, epoch)
    }

    var isLive: Bool { isThere && outer?.isLive ?? true }
}

/// One run of a driver of wants.
final class DriverState {
    let path: String
    let token: FeatureToken?
    let expected: (AppFrame) -> [Want]?
    var model: [Want]?
    /// The newest effect of each identity.
    var effects: [Int: (source: Int, want: Want)] = [:]

    init(_ path: String, _ token: FeatureToken?, _ expected: @escaping (AppFrame) -> [Want]?) {
        (self.path, self.token, self.expected) = (path, token, expected)
    }
}

extension ApplicationRun {
    /// Looks at the laws while nothing waits.
    func judgeIdle() {
        guard judge.isStarted else {
            if time.armedCount > 0 { judge.complain("law 11: \(time.armedCount) alarms are armed after the stop") }
            if judge.hasActiveRun { judge.complain("law 11: \(judge.activeNames) run after the stop") }
            return
        }
        guard let latest else { return }
        if let cycle, cycle.frame != latest { judge.complain("law 2: the frame was changed and not delivered") }
        if !judge.hasActiveRun, !program.hasDelays, !latest.reel.isInFlight, !latest.motion.isMoving,
            time.armedCount > 0
        {
            judge.complain("law 8: \(time.armedCount) alarms are armed, and nothing runs")
        }
        for (path, registry) in registries where registry.owner?.isLive ?? true {
            let there = registry.identities(latest) ?? []
            if Set(registry.tokens.keys) != there {
                judge.complain("law 11: of \(path) \(registry.tokens.keys.sorted()) run, and not \(there.sorted())")
            }
        }
        for driver in drivers where driver.token?.isLive ?? true { judgeEffects(of: driver, latest) }
    }

    private func judgeEffects(of driver: DriverState, _ frame: AppFrame) {
        let expected = driver.expected(frame)
        if driver.model != expected {
            judge.complain("law 1: the driver at \(driver.path) was not shown the latest model")
        }
        var wanted: [Int: Want] = [:]
        for want in expected ?? [] where wanted[want.id] == nil { wanted[want.id] = want }
        for want in wanted.values where driver.effects[want.id]?.want != want {
            judge.complain("law 6: \(want) at \(driver.path) was not started")
        }
        for (id, effect) in driver.effects where judge.isActive(effect.source) && wanted[id] != effect.want {
            judge.complain("law 6: \(effect.want) at \(driver.path) runs and is not wanted")
        }
    }

    // MARK: Moments

    func watchMoments() {
        guard let cycle else { return }
        let watching = cycle.observeMoments(
            { [unowned self] moment in
                judgeMoment(moment)
                judge.call(.moment, moment.cause.lens) { judgeIntact(moment.effect) }
            },
            whenIdle: { [unowned self] in
                judgeAwaited()
                judge.call(.idle) {}
                stepAwaited()
            })
        observers.append(watching)
    }

    private func judgeMoment(_ moment: Moment<AppFrame>) {
        if moment.cause.lens == "start" { begunEpoch = judge.epoch }
        // A turn that has stopped and started the loop is one of the run before.
        guard judge.isStarted, begunEpoch == judge.epoch else { return }
        let released = newestMoment
        newestMoment = moment
        withExtendedLifetime(released) {}
        if moment.effect != cycle?.frame ?? moment.effect { judge.complain("law 2: a moment does not tell the frame") }
        if let latest, moment.context != latest {
            judge.complain(
                "law 2: the moment of \(moment.cause.lens) begins with another frame than the one before left")
        }
        if moment.time != time.now { judge.complain("a moment tells another time") }
        if resumed != nil, moment.cause.lens == "prefix" { judge.complain("a resumed run shows a prefix again") }
        if moment.cause.event is Emission, moment.cause.lens.contains("lens") {
            judge.momentComes()
        }
    }
}
