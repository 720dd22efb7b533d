import CycleBase
import Testing

@Suite("A wake pipe")
struct WakePipeTests {
    @Test("keeps what is told before anybody waits")
    func kept() throws {
        let pipe = try WakePipe()
        pipe.send(7)
        pipe.send(8)
        #expect(pipe.take() == [7, 8])
        #expect(pipe.take() == [])
    }
}
