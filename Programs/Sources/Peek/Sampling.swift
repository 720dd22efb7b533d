import Cycle
import FoundationEssentials

/// A process, and the share of a core that it took since the last look.
public struct Row: Hashable, Identifiable, Sendable {
    public var id: Int
    public var parent: Int
    public var user = "", state = "", command = ""
    public var cpu = 0.0
    public var memory = 0, threads = 0
}

/// What /proc says of one moment, and of the time since the last look.
public struct Snapshot: Hashable, Sendable {
    public var rows: [Row] = []
    /// How busy each core was, in per cent.
    public var cores: [Double] = []
    public var usedMemory = 0, totalMemory = 0
    public var load = ""
    public init() {}
}

/// Reads /proc. It keeps what does not change, and the ticks that it has read last.
actor ProcReader {
    private struct Known {
        var started = 0, ticks = 0
        var user = "", command = ""
    }

    private var known: [Int: Known] = [:]
    private var cores: [(busy: Int, total: Int)] = []
    private var time = ContinuousClock.now

    func snapshot() -> Snapshot {
        var result = Snapshot()
        let before = cores
        cores = lines("/proc/stat").filter { $0.hasPrefix("cpu") }.dropFirst().map { line in
            let ticks = line.split(separator: " ").dropFirst().prefix(8).map { Int($0) ?? 0 }
            let total = ticks.reduce(0, +)
            return (total - ticks[3] - ticks[4], total)
        }
        result.cores = zip(before, cores).map { 100 * Double($1.busy - $0.busy) / Double(max(1, $1.total - $0.total)) }
        for line in lines("/proc/meminfo").prefix(3) {
            let words = line.split(separator: " ")
            let byteCount = (Int(words[1]) ?? 0) * 1_024
            if words[0] == "MemTotal:" { result.totalMemory = byteCount }
            if words[0] == "MemAvailable:" { result.usedMemory = result.totalMemory - byteCount }
        }
        result.load = lines("/proc/loadavg").first?.split(separator: " ").prefix(3).joined(separator: " ") ?? ""
        let seconds = max(0.001, (ContinuousClock.now - time) / .seconds(1))
        time = .now
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        result.rows = names.compactMap { Int($0) }.compactMap { row($0, since: seconds) }
        let alive = Set(result.rows.map(\.id))
        known = known.filter { alive.contains($0.key) }
        return result
    }

    private func row(_ pid: Int, since seconds: Double) -> Row? {
        guard let bytes = bytes("/proc/\(pid)/stat"), let open = bytes.firstIndex(of: 0x28),
            let close = bytes.lastIndex(of: 0x29)
        else { return nil }
        // From the third field on, behind the name, which may have blanks.
        let fields = bytes[(close + 1)...].split(separator: 0x20, maxSplits: 22)
        func number(_ field: Int) -> Int { fields[field - 3].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        guard fields.count > 22 else { return nil }
        let (started, ticks) = (number(22), number(14) + number(15))
        if known[pid]?.started != started {
            let command = bytes[(open + 1)..<close]
            let line = self.bytes("/proc/\(pid)/cmdline") ?? []
            let owner = (try? FileManager.default.attributesOfItem(atPath: "/proc/\(pid)"))?[.ownerAccountName]
            known[pid] = Known(
                started: started, ticks: ticks, user: owner as? String ?? "?",
                command: line.isEmpty
                    ? "[\(String(decoding: command, as: UTF8.self))]"
                    : String(decoding: line.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self))
        }
        guard let before = known.updateValue(known[pid] ?? Known(), forKey: pid) else { return nil }
        known[pid]?.ticks = ticks
        return Row(
            id: pid, parent: number(4), user: before.user, state: String(decoding: fields[0], as: UTF8.self),
            command: before.command, cpu: Double(ticks - before.ticks) / seconds, memory: number(24) * 4_096,
            threads: number(20))
    }

    private func lines(_ path: String) -> [Substring] {
        String(decoding: bytes(path) ?? [], as: UTF8.self).split(separator: "\n")
    }

    private func bytes(_ path: String) -> [UInt8]? { (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } }
}

/// Reports what /proc says, every so often; nothing while its model is `nil`.
public struct SamplingDriver: Driver {
    public init() {}
    public func eventsCapturedAfterRendering(model: Signal<Duration?>) -> Signal<Snapshot> {
        model.effects(for: { $0.map { [$0] } ?? [] }, by: \.self) { period in
            let reader = ProcReader()
            // The first look is at once; a tick that comes while one goes on is passed over.
            return Signal.ticks(every: period).prefixed(with: 0)
                .flatMap(.first) { _ in .task { await reader.snapshot() } }
        }
    }
}
