import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book's page of logs of lines")
struct LogsOfLinesPageTests {
    struct Service: Equatable {
        var journal = PersistenceDriver.LineLog("journal.txt")
        var problem: String?
    }

    func service(in folder: String, _ requests: Signal<String>) -> CycledLens<some Any, Service> {
        CycledLens(startingWith: Service()) { frames in
            frames.lens(events: requests, label: "requests") { service, request in
                service.journal.append("served \(request)")
            }
            frames.lens(
                driver: PersistenceDriver(root: folder), label: "journal",
                frameFilter: { .init($0.journal.requests) },
                eventFilter: { service, event in
                    service.journal.take(event)
                    if case .failed(_, let failure) = event { service.problem = failure.reason }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let (requests, inlet) = Signal<String>.pipe()
        let files = SimulatedFiles()
        let test = TestRun(service(in: "/", requests), exhaustive: false, standIns: files)
        inlet.send("/index")
        inlet.send("/about")
        test.settle()
        #expect(files[text: "journal.txt"] == "served /index\nserved /about\n")
        #expect(test.frame.journal.lines.isEmpty)
    }
}
