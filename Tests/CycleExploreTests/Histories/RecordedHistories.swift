import Foundation

@testable import CycleExplore

/// One register, which has no value at the beginning.
struct Register: SequentialModel {
    enum Call: Hashable, Sendable {
        case read, write(Int), compareAndSet(Int, Int)
    }

    enum Answer: Hashable, Sendable {
        case value(Int?), done, refused
    }

    let start: Int? = nil

    func state(after state: Int?, _ call: Call, answered answer: Answer?) -> Int?? {
        switch call {
        case .read:
            if case .value(let value)? = answer, value != state { return .none }
            return .some(state)
        case .write(let value): return .some(value)
        case .compareAndSet(let expected, let value):
            let isSet = state == expected
            if let answer, isSet != (answer == .done) { return .none }
            return .some(isSet ? value : state)
        }
    }
}

/// Texts by key.
struct TextStore: SequentialModel {
    enum Deed: Hashable, Sendable {
        case get, put(String), append(String)
    }

    struct Call: Hashable, Sendable {
        let key: String
        let deed: Deed
    }

    let start = ""

    func state(after state: String, _ call: Call, answered answer: String?) -> String? {
        switch call.deed {
        case .get: answer.map { $0 == state } ?? true ? state : nil
        case .put(let text): text
        case .append(let text): state + text
        }
    }

    func part(of call: Call) -> String { call.key }
}

/// The histories beside this file.
enum RecordedHistories {
    static let linearizable: Set = [2, 5, 7, 18, 25, 31, 38, 45, 48, 49]

    private static func lines(_ path: String) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8).split(separator: "\n").map(
            String.init)
    }

    /// Pairs calls with their answers; a call without one has an outcome that nobody knows.
    private struct Pairing<Call: Sendable, Answer: Sendable> {
        private var open: [Int: (call: Call, at: Int)] = [:]
        private(set) var operations: [HistoryOperation<Call, Answer>] = []

        mutating func begin(_ process: Int, _ call: Call, at place: Int) { open[process] = (call, place) }

        mutating func end(_ process: Int, _ answer: Answer, at place: Int) {
            guard let call = open.removeValue(forKey: process) else { return }
            operations.append(HistoryOperation(call.call, from: call.at, answered: (answer, place)))
        }

        mutating func close(without isMeant: (Call) -> Bool) {
            for call in open.values.sorted(by: { $0.at < $1.at }) where !isMeant(call.call) {
                operations.append(HistoryOperation(call.call, from: call.at))
            }
        }
    }

    static func etcd(_ number: Int) throws -> [HistoryOperation<Register.Call, Register.Answer>] {
        let name = String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
        var pairing = Pairing<Register.Call, Register.Answer>()
        for (place, line) in try lines("etcd/etcd_\(name).log").enumerated() {
            let words = line.split(whereSeparator: { " \t[]".contains($0) }).map(String.init)
            guard let first = words.firstIndex(where: { Int($0) != nil }), let process = Int(words[first]) else {
                continue
            }
            let (kind, name, values) = (words[first + 1], words[first + 2], words[(first + 3)...].map { Int($0) })
            switch (kind, name) {
            case (":invoke", ":read"): pairing.begin(process, .read, at: place)
            case (":invoke", ":write"): pairing.begin(process, .write(values[0] ?? 0), at: place)
            case (":invoke", _): pairing.begin(process, .compareAndSet(values[0] ?? 0, values[1] ?? 0), at: place)
            case (":ok", ":read"): pairing.end(process, .value(values[0]), at: place)
            case (":ok", _): pairing.end(process, .done, at: place)
            case (":fail", ":cas"): pairing.end(process, .refused, at: place)
            default: break
            }
        }
        pairing.close { $0 == .read }
        return pairing.operations
    }

    static func store(_ name: String) throws -> [HistoryOperation<TextStore.Call, String>] {
        var pairing = Pairing<TextStore.Call, String>()
        for (place, line) in try lines("kv/\(name).txt").enumerated() {
            let quoted = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
            let words = line.split(whereSeparator: { " ,{}".contains($0) }).map(String.init)
            guard quoted.count > 2, words.count > 5, let process = Int(words[1]) else { continue }
            let (text, function) = (quoted.count > 3 ? quoted[3] : "", words[5])
            if words[3] == ":invoke" {
                let deed: TextStore.Deed = function == ":get" ? .get : function == ":put" ? .put(text) : .append(text)
                pairing.begin(process, .init(key: quoted[1], deed: deed), at: place)
            } else {
                pairing.end(process, text, at: place)
            }
        }
        pairing.close { $0.deed == .get }
        return pairing.operations
    }
}
