import Cycle
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("Law 4: every public call, from every place, does what the table in TheLoop.md says")
struct PhaseTests {
    /// The rows of the table in the guide, place by place.
    static let rows: [[String]] = {
        let guide = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Cycle/Cycle.docc/TheLoop.md")
        let lines = (try? String(contentsOf: guide, encoding: .utf8))?.split(separator: "\n") ?? []
        let cells = lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        return Array(cells.drop { $0.first != "from" })
    }()

    private static func expected(_ place: Place, _ call: Call) -> String? {
        guard let head = rows.first,
            let column = head.firstIndex(where: { $0.replacing("`", with: "") == call.rawValue })
        else { return nil }
        return rows.first { $0.first == place.rawValue }.map { $0[column] }
    }

    @Test("a call has its effect when the table says", .waiting, arguments: Place.allCases, Call.allCases)
    func loops(_ place: Place, _ call: Call) async throws {
        let expected = try #require(Self.expected(place, call))
        if expected == Effect.trap.rawValue {
            let (from, made) = (place.rawValue, call.rawValue)
            let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [from = from as String, made = made as String] in
                guard let place = Place(rawValue: from), let call = Call(rawValue: made) else { return }
                _ = await PhaseSubject(place, call).measure()
            }
            let message = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(message.contains("event-filter reads the frame") || message.contains("this loop runs already"))
        } else {
            let effect = await PhaseSubject(place, call).measure()
            #expect(effect.rawValue == expected)
        }
    }
}
