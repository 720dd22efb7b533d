import Testing

@testable import Cycle

@Suite("The door of an asynchronous function")
struct TaskDoorTests {
    private let loop = Loop(answerLimit: 1)

    private func door(_ function: @escaping @Sendable () async -> Void = {}) -> FunctionDoor<Void> {
        FunctionDoor(function, in: loop, receive: { _ in }, finish: {})
    }

    @Test("its task goes on with the next one, which is not cancelled with the first")
    func handsOver() async {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let first = door { for await _ in gate {} }
        let next = door {
            end.yield(Task.isCancelled)
            end.finish()
        }
        first.begin()
        #expect(first.handOver(to: next))
        first.close()
        open.finish()
        var wasCancelled: [Bool] = []
        for await end in ends { wasCancelled.append(end) }
        #expect(wasCancelled == [false])
    }

    @Test("a task that was cancelled does not go on")
    func cancelled() {
        let first = door()
        first.begin()
        first.close()
        #expect(!first.handOver(to: door()))
    }

    @Test("a task does not go on with a function that was cancelled before it began")
    func nextCancelled() {
        let (first, next) = (door(), door())
        first.begin()
        next.close()
        #expect(!first.handOver(to: next))
    }

    @Test("a task hands over to another after 256 functions")
    func turnOver() {
        var newest = door()
        newest.begin()
        var count = 1
        while count < 1_000 {
            let next = door()
            guard newest.handOver(to: next) else { break }
            newest = next
            count += 1
        }
        #expect(count == 256)
    }
}
