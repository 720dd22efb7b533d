import Cycle

/// Values that a source sends at a time, in seconds since its start. A negative one ends it.
struct Beat: Hashable {
    var time: Int
    var values: [Int]
}

extension Sink where Value == Int {
    /// Sends the values of the beats at their times, without waiting for the first where that is the start.
    func play(_ beats: [Beat]) -> Subscription {
        let start = now
        var left = beats
        var alarm: (any Alarm)?
        let play = {
            while let beat = left.first, start + .seconds(beat.time) <= now {
                left.removeFirst()
                if beat.values.contains(where: { $0 < 0 }) { left = [] }
                for value in beat.values { if value < 0 { end() } else { send(value) } }
            }
            if let next = left.first { alarm?.arm(at: start + .seconds(next.time)) } else { alarm = nil }
        }
        alarm = self.alarm(play)
        play()
        return Subscription {
            alarm?.disarm()
            alarm = nil
        }
    }
}
