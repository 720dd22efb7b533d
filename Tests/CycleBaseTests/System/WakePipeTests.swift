import CycleBase
import Testing

@Suite("A wake pipe")
struct WakePipeTests {
    @Test("keeps what is told before anybody waits, and says whether the other can be read")
    func kept() throws {
        let pipe = try WakePipe()
        pipe.send(7)
        pipe.send(8)
        #expect(pipe.take() == [7, 8])
        #expect(pipe.take() == [])
        pipe.send()
        #expect(!pipe.wait())
        let other = try WakePipe()
        other.send()
        #expect(pipe.wait(orFor: other.reading))
    }
}
