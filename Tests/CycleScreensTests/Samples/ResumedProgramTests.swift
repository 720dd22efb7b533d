import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import TestSupport
import Testing

@testable import fetch
@testable import todo
@testable import uptime

/// A restored frame sends the requests that were not answered, and nothing else.
@Suite("Programs that go on from any of their frames")
struct ResumedProgramTests {
    private func type(_ keys: [String], at console: SimulatedConsole, on time: VirtualTime) {
        for key in keys {
            console.type(key)
            time.advance(by: .milliseconds(500))
        }
    }

    @Test("things to do are read where they were not, and else written as they are")
    func things() {
        let (time, files) = (VirtualTime(), SimulatedFiles())
        files[text: "todo.txt"] = ""
        let (cycle, console) = (todo(), SimulatedConsole())
        let frames = TestSupport.frames(of: cycle) {
            time.drive(cycle, standIns: console, files)
            type(["aone\r", "x", "atwo\r", "u", "d"], at: console, on: time)
        }
        #expect(frames.contains { $0.items?.value.count == 2 } && frames.contains { $0.items == nil })
        for frame in frames {
            let (time, files) = (VirtualTime(), SimulatedFiles())
            files[text: "todo.txt"] = "- nine"
            let cycle = todo()
            time.drive(cycle, resuming: frame, standIns: SimulatedConsole(), files)
            time.advance(by: .seconds(1))
            #expect(cycle.frame.items?.value.map(\.text) == frame.items?.value.map(\.text) ?? ["nine"])
            let kept = files[text: "todo.txt"] ?? ""
            for item in cycle.frame.items?.value ?? [] { #expect(kept.contains(item.text)) }
            #expect(kept.contains("nine") == (frame.items == nil))
            cycle.stop()
        }
    }

    @Test("files that are here are not fetched again")
    func downloads() {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { message in
            .response(200, [:], ["0123456789"], after: .milliseconds("\(message.address)".contains("a") ? 300 : 900))
        }
        let addresses = ["a", "b", "c", "d"].map { "http://host/\($0)" }
        let (cycle, console) = (fetch(addresses), SimulatedConsole())
        let frames = TestSupport.frames(of: cycle) {
            time.drive(cycle, standIns: console, network)
            type(["", " ", "", " ", ""], at: console, on: time)
        }
        #expect(
            frames.contains { $0.files.allSatisfy { $0.state == .done } } && frames.contains { $0.running.count == 3 })
        for frame in frames {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { _ in .silence }
            let cycle = fetch(addresses)
            time.drive(cycle, resuming: frame, standIns: SimulatedConsole(), network)
            time.advance(by: .milliseconds(1))
            #expect(network.messages.count == frame.running.count)
            cycle.stop()
        }
    }

    @Test("addresses are asked that have not answered, and no others")
    func answers() {
        let (time, files) = (VirtualTime(), SimulatedFiles())
        let network = SimulatedNetwork(time) { _ in .response(200, [:], [], after: .milliseconds(700)) }
        let addresses = ["http://one/", "http://two/"]
        let (cycle, console) = (uptime(addresses), SimulatedConsole())
        let frames = TestSupport.frames(of: cycle) {
            time.drive(cycle, standIns: console, network, files)
            type(Array(repeating: "", count: 30), at: console, on: time)
        }
        #expect(
            frames.contains { $0.sites.allSatisfy { $0.asked == nil } } && frames.contains { $0.sites[0].asked != nil })
        for frame in frames {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { _ in .silence }
            let cycle = uptime(addresses)
            time.drive(cycle, resuming: frame, standIns: SimulatedConsole(), network, SimulatedFiles())
            time.advance(by: .milliseconds(1))
            #expect(network.messages.count == frame.sites.count { $0.asked != nil })
            cycle.stop()
        }
    }
}
