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
            "settings.json", encode: JSONEncoder().encode, decode: JSONDecoder().decode)

        /// `nil` until they were read.
        var settings: Settings?
        var problem: String?
    }

    func player(in folder: String) -> CycledLens<some Any, Player> {
        CycledLens(startingWith: Player()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder), of: \.settings,
                frameFilter: { settings in .files(settings.map { Player.settings.write($0) } ?? Player.settings.read) },
                eventFilter: { player, event in
                    switch Player.settings.event(from: event) {
                    case .loaded(let settings): player.settings = settings ?? Settings()
                    case .failed(let failure):
                        player.problem = failure.reason
                        player.settings = Settings()
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

        files[text: "settings.json"] = #"{"volume":"#
        let next = TestRun(player(in: "/"), exhaustive: false, standIns: files)
        next.settle()
        #expect(next.frame.settings?.volume == 5 && next.frame.problem != nil)
        // The file that could not be read is still there, under another name.
        #expect(files.paths.contains { files[text: $0] == #"{"volume":"# })
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
        #expect(files.paths.contains("volume.newer-1"))
    }
}
