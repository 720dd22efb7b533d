import Testing

@testable import CycleMonitor

@Suite("The moments of a running program")
struct LiveMomentsTests {
    private let start = #"{"seq":0,"time":0,"lens":"start","event":"start","effect":{"total":0}}"#

    @Test("nothing of the run before is left when another one has begun, whatever its lines have told")
    func another() {
        let moments = LiveMoments()
        moments.take([
            #"{"format":"cycle-recording","version":1,"createdBy":"first"}"#, start,
            #"{"wants":{"timer":{"timers":[]}},"moment":0}"#, #"{"silent":true}"#, #"{"resumed":2}"#, "nonsense",
        ])
        #expect(moments.program == "first" && moments.models(after: 0) != nil)
        #expect(moments.isSilent && moments.hasResumed && moments.faults.count == 1 && moments.answers.count == 2)
        moments.take([start])
        #expect(moments.count == 1 && moments.program == nil && moments.models(after: 0) == nil)
        #expect(!moments.isSilent && !moments.hasResumed && moments.faults.isEmpty && moments.answers.isEmpty)
    }
}
