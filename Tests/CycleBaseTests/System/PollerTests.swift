import CycleBase
import TestSupport
import Testing

@Suite("A poller", .waiting)
struct PollerTests {
    /// Counts the bytes of a pipe, up to five of them.
    private final class Counter: Pollable, Sendable {
        let pipe: WakePipe
        let count = Guarded(0)

        init() throws { pipe = try WakePipe() }

        var deadline: Duration? { nil }

        func appendRequests(to requests: inout [pollfd]) {
            requests.append(pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0))
        }

        func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
            let taken = pipe.take()
            let count = count.withLock { count in
                count += taken.count
                return count
            }
            self.count.wakeAll()
            return count < 5
        }
    }

    @Test("looks at its members when there is something to read, until they are done, and not at what comes later")
    func members() throws {
        let (poller, counter) = (try Poller("test"), try Counter())
        poller.order { poller.add(counter) }
        for expected in 1...5 {
            counter.pipe.send()
            counter.count.wait { $0 == expected ? () : nil }
        }
        counter.pipe.send()
        poller.end()
        poller.thread?.join()
        #expect(counter.count.withLock { $0 } == 5 && counter.pipe.take() == [0])
    }

    @Test("carries out all that was ordered before its end, slow or not, in order, and is gone then")
    func orders() async throws {
        let poller = try Poller("test")
        let done = Guarded<[Int]>([])
        for number in 0..<100 {
            poller.order(isSlow: number.isMultiple(of: 3)) { done.withLock { $0.append(number) } }
        }
        await poller.waitIfEnding()
        poller.end()
        await poller.waitIfEnding()
        #expect(done.withLock { $0 } == Array(0..<100))
        #expect(poller.thread?.hasEnded == true)
    }
}
