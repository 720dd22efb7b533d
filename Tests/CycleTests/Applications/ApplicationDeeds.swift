import Cycle
import TestSupport

extension ApplicationRun {
    /// Makes a public call, unless the documentation says that it is a mistake of the programmer there.
    func perform(_ act: Act) {
        judge.note("> \(act)")
        if isLeftOut(act) { return }
        judge.mix(act.hashValue)
        switch act {
        case .send: send(to: 0)
        case .sendOther: send(to: 1)
        case .endPipe: pipes[1].inlet.end()
        case .sendWhole: sendWhole()
        case .start: start()
        case .stop: stop()
        case .restart: restart()
        case .restartAndStop:
            restart()
            stop()
        case .resume: restart(resuming: latest)
        case .step: cycle?.step()
        case .drain: cycle?.drain()
        case .observe: observe()
        case .observeMoments:
            if let cycle {
                observers.append(cycle.observeMoments { [unowned self] in judgeIntact($0.effect) })
            }
        case .makeValues: _ = cycle?.values()
        case .leave: if observers.count > 1 { observers.remove(at: 1).cancel() }
        case .cancelHeld: held.popLast()?.cancel()
        case .readFrame: readFrame()
        case .letGo: letGo()
        }
    }

    /// The known faults that stay out of the run: a restart of the loop, and a value that is sent, while it says that
    /// it is idle or asks whether its run is over.
    private func isLeftOut(_ act: Act) -> Bool {
        let lost: Set<Act> = [.start, .restart, .restartAndStop, .resume, .send, .sendOther, .sendWhole]
        let isRestart = act == .start || act == .restart || act == .restartAndStop || act == .resume
        return lost.contains(act) && judge.isInside([.idle, .until]) || isRestart && isAwaited
    }

    private func restart(resuming frame: AppFrame? = nil) {
        stop()
        start(resuming: frame)
    }

    private func sendWhole() {
        guard let sink = wholes.last, judge.takeFuel() else { return }
        var next = latest ?? AppFrame()
        next.number = (next.number + 5) & 63
        next.ballast.change(to: next.number)
        sink.send(next)
    }

    private func observe() {
        guard let cycle else { return }
        var isFirst = true
        let epoch = judge.epoch
        let observer = cycle.observe { [unowned self, witness = judge.makeWitness()] frame in
            // One of an earlier run comes before the lenses of this one.
            if !isFirst, judge.isStarted, epoch == judge.epoch, frame != latest {
                judge.complain("law 1: an observer is shown another frame")
            }
            isFirst = false
            judge.call(.observer) { judgeIntact(frame) }
            withExtendedLifetime(witness) {}
        }
        observers.append(observer)
    }

    /// A frame that is being changed is not read.
    private func readFrame() {
        guard !judge.isInside([.eventFilter, .rule, .release]), let frame = cycle?.frame else { return }
        judgeIntact(frame)
    }
}
