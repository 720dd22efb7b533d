import CycleBase
import CycleDrivers
import Testing

@testable import CycleNetwork

@Suite("Lookups of host names")
struct LookupsTests {
    private static func name(_ number: Int) -> String { "dead\(number).example" }

    @Test("start four at a time while each is quick")
    func quick() {
        var lookups = Lookups()
        let all = (0..<10).map { lookups.add(Self.name($0)) }
        #expect(lookups.start(at: .zero) == Array(all[..<4]))
        #expect(lookups.start(at: .milliseconds(199)) == [])
        lookups.end(all[1], isFound: true, at: .milliseconds(199))
        #expect(lookups.start(at: .milliseconds(199)) == [all[4]])
    }

    @Test("of a hundred names that nothing answers keep a healthy one waiting for a second")
    func dead() {
        var lookups = Lookups()
        let all = (0...100).map { lookups.add(Self.name($0)) }
        var now = Duration.zero
        var started = lookups.start(at: now)
        while let next = lookups.nextStart(after: now) {
            now = next
            started += lookups.start(at: now)
        }
        #expect(started == all)
        #expect(now <= .seconds(1))
    }

    @Test("of one name are one lookup; the others wait for what comes of it")
    func sameName() {
        var lookups = Lookups()
        let early = (0..<3).map { _ in lookups.add("a.example") }
        let other = lookups.add("b.example")
        #expect(lookups.start(at: .zero) == [early[0], other])
        lookups.end(early[0], isFound: true, at: .zero)
        #expect(lookups.start(at: .zero) == [early[1], early[2]])
        let known = lookups.add("a.example")
        #expect(lookups.start(at: .seconds(49)) == [known])
        #expect(!lookups.isRunning(known))
        let late = (0..<2).map { _ in lookups.add("a.example") }
        #expect(lookups.start(at: .seconds(51)) == [late[0]])
        #expect(lookups.isRunning(late[0]))
        lookups.end(late[0], isFound: false, at: .seconds(51))
        #expect(lookups.start(at: .seconds(51)) == [late[1]])
    }

    @Test("of a name whose exchange was given up begin anew for the next one")
    func givenUpName() {
        var lookups = Lookups()
        let first = lookups.add("a.example")
        #expect(lookups.start(at: .zero) == [first])
        lookups.end(first, isFound: false, isGivenUp: true, at: .seconds(1))
        let next = lookups.add("a.example")
        #expect(lookups.start(at: .seconds(1)) == [next])
    }

    @Test("are none of an address, or of this machine", arguments: ["127.0.0.1", "[::1]", "localhost"])
    func addresses(_ host: String) {
        var lookups = Lookups()
        let all = (0..<10).map { _ in lookups.add(host) }
        #expect(lookups.start(at: .zero) == all)
        #expect(all.allSatisfy { !lookups.isRunning($0) })
    }

    @Test("lookups that are given up while they wait do not start")
    func givenUp() {
        var lookups = Lookups()
        let all = (0..<6).map { lookups.add(Self.name($0)) }
        lookups.end(all[4], isFound: false, at: .zero)
        #expect(lookups.start(at: .zero) == Array(all[..<4]))
        #expect(lookups.start(at: .milliseconds(200)) == [all[5]])
    }

    @Test("lookups that are given up while they run keep their thread: there are never more than 256")
    func bound() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        var lookups = Lookups()
        var now = Duration.zero
        var starts: [Duration] = []
        for number in 0..<1_600 {
            _ = lookups.add(Self.name(number))
            now += .milliseconds(Int.random(in: 0...40, using: &random))
            for other in lookups.start(at: now) {
                starts.append(now)
                lookups.end(other, isFound: false, isGivenUp: true, at: now)
            }
            #expect(starts.count { $0 > now - .seconds(30) } <= 256, "seed \(seed)")
        }
        #expect(starts.count > 256)
    }
}
