import Cycle

#if os(Linux)
    extension Row {
        /// S7: a loop that runs for ever needs no more memory than one that has begun.
        static var memory: Row {
            Row(
                id: "S7", work: "memory: what a process has grown by, after a start of 1 % of the events",
                unit: "KiB",
                contestants: [
                    Contestant(.cycle, "1 lens, 10,000,000 events", isAlone: true) {
                        growth { drive(counting(to: $0 ? 10 * million : million / 10)) }
                    },
                    Contestant(.cycle, "1,000 lenses, 1,000,000 events", isAlone: true) {
                        growth { Synchronous.drive(fanningOut(to: 1_000, events: $0 ? million : million / 100)) }
                    },
                    Contestant(.cycle, "1,000 lenses started and stopped, 1,000 times", isAlone: true) {
                        growth { isLong in
                            for _ in 0..<(isLong ? 1_000 : 10) { Synchronous.drive(fanningOut(to: 1_000, events: 1)) }
                        }
                    },
                ],
                goals: [
                    .atMost(1_024, "KiB", "1 lens, 10,000,000 events"),
                    .atMost(1_024, "KiB", "1,000 lenses, 1,000,000 events"),
                    .atMost(1_024, "KiB", "1,000 lenses started and stopped, 1,000 times"),
                ])
        }

        private static func growth(_ work: (_ isLong: Bool) -> Void) -> Double {
            work(false)
            let before = Memory.residentByteCount
            work(true)
            return Double(Memory.residentByteCount - before) / 1_024
        }

        private static func drive(_ cycle: CycledLens<Counting, Counter>) {
            Synchronous.drive(cycle)
        }
    }
#endif
