import Cycle

// The operators that ask for the time. Rules: what comes of an alarm is of no run but those that the operator stands in; a
// tick, and the end of an interval, come before what comes at the same time.

extension ReferenceSignal {
    func delay(_ interval: Int) -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            var waiting: [(value: Value?, due: Int)] = []
            var alarm: ReferenceAlarm?
            alarm = world.alarm {
                while let (value, due) = waiting.first, due <= world.now {
                    waiting.removeFirst()
                    if let value { send(value) } else { end() }
                }
                if let (_, due) = waiting.first { alarm?.arm(at: due) }
            }
            let wait = { (value: Value?) in
                waiting.append((value, world.now + interval))
                if waiting.count == 1 { alarm?.arm(at: world.now + interval) }
            }
            let stop = start(world, { wait($0) }, { wait(nil) })
            return { ending in
                stop(ending)
                waiting = []
                alarm?.end()
                alarm = nil
            }
        }
    }

    func debounce(_ quiet: Int) -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            var latest: Value?
            let flush = {
                guard let value = latest else { return }
                latest = nil
                send(value)
            }
            let alarm = world.alarm(flush)
            let stop = start(
                world,
                { value in
                    latest = value
                    alarm.arm(at: world.now + quiet)
                },
                {
                    alarm.disarm()
                    flush()
                    end()
                })
            return { ending in
                stop(ending)
                alarm.end()
            }
        }
    }

    func throttle(_ interval: Int, latest keepsLatest: Bool) -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            var waiting: Value?
            var closedUntil: Int?
            var alarm: ReferenceAlarm?
            let emit = { (value: Value) in
                closedUntil = world.now + interval
                alarm?.arm(at: world.now + interval)
                send(value)
            }
            let open = {
                closedUntil = nil
                guard let value = waiting else { return }
                waiting = nil
                emit(value)
            }
            alarm = world.alarm(open)
            let stop = start(
                world,
                { value in
                    if closedUntil == world.now { world.emittingForNobody(open) }
                    if closedUntil == nil { emit(value) } else if keepsLatest { waiting = value }
                },
                {
                    alarm?.disarm()
                    if let value = waiting { send(value) }
                    waiting = nil
                    end()
                })
            return { ending in
                stop(ending)
                alarm?.end()
                alarm = nil
            }
        }
    }

    /// Rule: with a value waiting, the end comes at the tick, behind that value.
    func sample(every period: Int) -> ReferenceSignal {
        ReferenceSignal { world, send, end in
            let start = world.now
            var latest: Value?
            var hasEnded = false
            let alarm = world.alarm {
                if let value = latest {
                    latest = nil
                    send(value)
                }
                if hasEnded { end() }
            }
            let stop = self.start(
                world,
                { value in
                    let isAtTick = latest != nil && alarm.deadline == world.now
                    let before = latest
                    if latest == nil || isAtTick { alarm.arm(at: start + period * ((world.now - start) / period + 1)) }
                    latest = value
                    if isAtTick, let before { world.emittingForNobody { send(before) } }
                },
                {
                    hasEnded = true
                    if latest == nil { end() }
                })
            return { ending in
                stop(ending)
                alarm.end()
            }
        }
    }
}
