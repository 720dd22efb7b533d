import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import Testing

@Suite("The book's page of stored values")
struct StoredValuesPageTests {
    struct Settings: Codable, Equatable, Sendable {
        var volume = 5
    }

    struct Player: Equatable {
        static let settings = StoredValue<Settings>.json(
            "settings.json",
            encode: { settings in
                let encoder = JSONEncoder()
                // Without it keys come in any order: another text each time, which each frame would write.
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
                return try encoder.encode(settings)
            }, decode: JSONDecoder().decode)

        /// `nil` until they were read: until then nothing is written.
        var settings: Settings?
        var problem: String?

        var volume: Int { settings?.volume ?? Settings().volume }
    }

    func player(in folder: String) -> CycledLens<some Any, Player> {
        CycledLens(startingWith: Player()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder), of: \.settings,
                frameFilter: { settings in .files(settings.map { Player.settings.write($0) } ?? Player.settings.read) },
                eventFilter: { player, event in
                    switch Player.settings.event(from: event) {
                    case .loaded(let settings): player.settings = settings ?? Settings()
                    // And no more: after a damaged file the generation before is still to come.
                    case .failed(let failure): player.problem = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let files = SimulatedFiles()
        files[text: "settings.json"] = #"{"volume":7}"#
        let test = TestRun(player(in: "/"), exhaustive: false, standIns: files)
        test.settle()
        #expect(test.frame.settings == Settings(volume: 7))

        // The file is damaged, and the one before is good.
        files[text: "settings.json"] = #"{"volume":"#
        files[text: "settings.json.previous"] = #"{"volume":9}"#
        let next = TestRun(player(in: "/"), exhaustive: false, standIns: files)
        next.settle()
        #expect(next.frame.volume == 9 && next.frame.problem != nil)
        #expect(files[text: "settings.json.corrupt-1"] == #"{"volume":"#)
    }

    @Test("where there is no generation before, a damaged file leads to the defaults, which are saved")
    func damagedAlone() {
        let files = SimulatedFiles()
        files[text: "settings.json"] = #"{"volume":"#
        let test = TestRun(player(in: "/"), exhaustive: false, standIns: files)
        test.settle()
        #expect(test.frame.settings == Settings() && test.frame.problem != nil)
        #expect(files[text: "settings.json"]?.contains("5") == true)
        #expect(files[text: "settings.json.corrupt-1"] == #"{"volume":"#)
    }

    @Test("a first start leaves a file with the defaults, and the next one the same as the generation before")
    func starts() {
        let files = SimulatedFiles()
        TestRun(player(in: "/"), exhaustive: false, standIns: files).settle()
        #expect(files.paths == ["settings.json"])
        TestRun(player(in: "/"), exhaustive: false, standIns: files).settle()
        #expect(files.paths == ["settings.json", "settings.json.previous"])
        #expect(files["settings.json"] == files["settings.json.previous"])
    }

    @Test("a value is written anew only when it has changed")
    func writesOnce() {
        let wanted = Player.settings.write(Settings())
        #expect((0..<100).allSatisfy { _ in Player.settings.write(Settings()) == wanted })
    }

    struct PatientPlayer: Equatable {
        var settings: Settings?
        var problem: String?
        var attempt = 0
    }

    func patientPlayer(in folder: String) -> CycledLens<some Any, PatientPlayer> {
        let stored = Player.settings
        return CycledLens(startingWith: PatientPlayer()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { player in
                    .files(player.settings.map { stored.write($0) } ?? stored.read(repetition: player.attempt))
                },
                eventFilter: { player, event in
                    switch stored.event(from: event) {
                    case .loaded(let settings): (player.settings, player.problem) = (settings ?? Settings(), nil)
                    case .failed(let failure): player.problem = failure.reason
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { player in
                    let isFailed = player.settings == nil && player.problem != nil
                    return .timers(isFailed ? [.once(player.attempt, after: .seconds(5))] : [])
                },
                eventFilter: { player, _ in player.attempt += 1 })
        }
    }

    @Test("a file that cannot be read is read again, and not replaced meanwhile")
    func readsAgain() {
        let files = SimulatedFiles()
        files[text: "settings.json"] = #"{"volume":7}"#
        files.faults = .init(failing: 1)
        let test = TestRun(patientPlayer(in: "/"), exhaustive: false, standIns: files)
        test.advance(by: .seconds(12))
        #expect(test.frame.settings == nil && test.frame.problem != nil && test.frame.attempt == 2)
        #expect(files[text: "settings.json"] == #"{"volume":7}"#)
        files.faults = .init()
        test.advance(by: .seconds(3))
        #expect(test.frame.settings == Settings(volume: 7) && test.frame.problem == nil)
        #expect(test.time.armedCount == 0)
    }

    struct Radio: Equatable {
        static let volume = StoredValue<Int>(
            "volume", version: 2,
            encode: { volume in Array("\(volume)".utf8) },
            decode: { bytes in Int(String(decoding: bytes, as: UTF8.self)) },
            migrations: [
                1: { bytes in Int(String(decoding: bytes, as: UTF8.self)).map { Array("\($0 * 10)".utf8) } }
            ])

        var volume: Int?
        var problem: String?
    }

    func radio(_ stored: StoredValue<Int>, volume: Int? = nil) -> CycledLens<some Any, Radio> {
        CycledLens(startingWith: Radio(volume: volume)) { frames in
            frames.lens(
                driver: PersistenceDriver(root: "/"), of: \.volume,
                frameFilter: { volume in .files(volume.map { stored.write($0) } ?? stored.read) },
                eventFilter: { radio, event in
                    switch stored.event(from: event) {
                    case .loaded(let volume): radio.volume = volume ?? 50
                    case .failed(let failure): radio.problem = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("a value of an older version is migrated, and one of a newer version is set aside")
    func migration() {
        let files = SimulatedFiles()
        TestRun(radio(.init("volume", version: 1), volume: 7), exhaustive: false, standIns: files).settle()
        let test = TestRun(radio(Radio.volume), exhaustive: false, standIns: files)
        test.settle()
        #expect(test.frame.volume == 70)

        let old = TestRun(radio(.init("volume", version: 1)), exhaustive: false, standIns: files)
        old.settle()
        #expect(old.frame.problem != nil)
        // The generation before was written by the program of then.
        #expect(old.frame.volume == 7)
        #expect(files.paths.contains("volume.newer-1"))
    }
}
