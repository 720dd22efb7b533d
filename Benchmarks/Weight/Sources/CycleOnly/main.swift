import Cycle

/// Time stands still in a program without drivers.
final class StandingTime: Scheduler {
    var now: Duration { .zero }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { Silent() }

    private final class Silent: Alarm {
        func arm(at deadline: Duration) {}
        func disarm() {}
    }
}

let (numbers, inlet) = Signal<Int>.pipe()
let cycle = CycledLens(startingWith: 0) { frames in
    frames.lens(events: numbers) { frame, number in frame += number }
}
for number in 1...100 { inlet.send(number) }
print(await cycle.run(on: StandingTime(), until: { $0 == 5_050 }))
