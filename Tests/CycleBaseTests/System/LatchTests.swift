import CycleBase
import Testing

@Suite("A latch")
struct LatchTests {
    @Test("lets all go on who waited, and all who come later")
    func many() async {
        let latch = Latch()
        let count = Guarded(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await latch.wait()
                    count.withLock { $0 += 1 }
                }
            }
            latch.open()
            latch.open()
        }
        await latch.wait()
        #expect(count.withLock { $0 } == 20)
    }
}
