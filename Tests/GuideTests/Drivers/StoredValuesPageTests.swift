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
}
