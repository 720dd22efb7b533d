import Testing

@testable import CycleMonitor

@Suite("The wants of a trace")
struct TraceWantsTests {
    private func models(_ json: String) throws -> [String: RecordedValue] {
        ["network": try RecordedValue(json: "{\"requests\":\(json)}")]
    }

    @Test("a want that asks for something else under its identity ends and begins")
    func changed() throws {
        var wants = TraceWants()
        func take(_ json: String) throws -> [[String]] {
            let taken = wants.take(try models(json))
            return [taken.ended, taken.begun].map { $0.map(\.value.text) }
        }
        #expect(try take("[{\"id\":1,\"url\":\"a\"}]") == [[], ["{\"id\":1,\"url\":\"a\"}"]])
        #expect(try take("[{\"id\":1,\"url\":\"a\"}]") == [[], []])
        #expect(
            try take("[{\"id\":1,\"url\":\"b\"}]")
                == [["{\"id\":1,\"url\":\"a\"}"], ["{\"id\":1,\"url\":\"b\"}"]])
        #expect(wants.current.count == 1)
        #expect(try take("[]") == [["{\"id\":1,\"url\":\"b\"}"], []])
    }
}
