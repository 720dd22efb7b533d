import Cycle
import TestSupport

extension ApplicationRun {
    /// Makes a public call, unless the documentation says that it is a mistake of the programmer there.
    func perform(_ act: Act) {
        judge.note("> \(act)")
        judge.mix(act.hashValue)
        switch act {
        case .send: send(to: 0)
        case .sendOther: send(to: 1)
        case .endPipe: pipes[1].inlet.end()
        case .sendWhole: sendWhole()
        // A stop says first that its loop is idle, and that runs then.
        case .start: if !judge.isInside([.idle]) { start() }
        case .stop: stop()
        case .restart: restart()
        case .restartAndStop:
            restart()
            stop()
        case .restartTwice: restartTwice()
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

    /// Of several starts while something is under way the first counts; one of a loop that runs is a mistake.
    private func restartTwice() {
        let underWay: Set<TestSupport.Place> = [
            .eventFilter, .frameFilter, .rule, .render, .watcher, .observer, .moment, .idle, .until,
        ]
        guard judge.isInside(underWay), !judge.isInside([.release, .cancel]) else { return }
        restart()
        cycle?.start(on: time, resuming: AppFrame())
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
        let (epoch, isBehindLenses) = (judge.epoch, latest != nil)
        let observer = cycle.observe { [unowned self, witness = judge.makeWitness()] frame in
            // An observer that came before the start is called before the lenses.
            if !isFirst, judge.isStarted, isBehindLenses, epoch == judge.epoch, frame != latest {
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
