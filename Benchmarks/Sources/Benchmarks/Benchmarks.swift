import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `swift run -c release Benchmarks` measures every row.
///
///     Benchmarks S1 S4                    only these rows
///     Benchmarks S1 --only lens           only contestants with this in their name
///     Benchmarks --repetitions 11         5 unless told
///     Benchmarks --once S7 KiB "1 lens"   nothing but one figure of one contestant
///     Benchmarks --instructions S1 1000   nothing but so many events of one row, on one thread, for callgrind
@main
struct Benchmarks {
    static var rows: [Row] {
        var rows: [Row] = [.counter, .fanOut, .bigFrame, .ingress, .tail, .effect]
        #if os(Linux)
            rows.append(.memory)
        #endif
        rows.append(.depth)
        #if os(Linux)
            rows += [.manyLoops, .manyLoopsEvent]
        #endif
        return rows + [.recording, .comingAndGoing, .oneElement, .wants, .observation]
    }

    /// Not `async`: callgrind cannot follow the main queue.
    static func main() {
        var wanted: [String] = []
        var options: [String] = []
        var name: String?
        var repetitions = 5
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--only":
                name = arguments.next()
                options += [argument, name ?? ""]
            case "--repetitions":
                repetitions = arguments.next().flatMap { Int($0) } ?? repetitions
                options += [argument, "\(repetitions)"]
            case "--once": return once(arguments.next(), arguments.next(), arguments.next())
            case "--instructions": return Synchronous.run(arguments.next(), arguments.next().flatMap { Int($0) })
            default: wanted.append(argument)
            }
        }
        if wanted.count == 1 {
            report(wanted[0], only: name, repetitions: repetitions)
        } else {
            reportEach(wanted, options)
        }
    }

    /// Every row in a process of its own, so that none finds what another one left in memory; then all goals once more.
    private static func reportEach(_ wanted: [String], _ options: [String]) {
        var goals: [String] = []
        for id in ids where wanted.isEmpty || wanted.contains(id) {
            Command.run([CommandLine.arguments[0], id] + options) { line in
                print(line)
                fflush(nil)
                if line.contains("must reach: ") { goals.append(line) }
            }
        }
        print("\n## What must be reached\n\n" + goals.joined(separator: "\n"))
    }

    private static var ids: [String] {
        var ids: [String] = []
        for row in rows where !ids.contains(row.id) { ids.append(row.id) }
        return ids + [startAndWeight]
    }

    private static func report(_ id: String, only name: String?, repetitions: Int) {
        if id == startAndWeight { return Command.run([script]) { print($0) } }
        wait {
            for row in rows where row.id == id { await Report(row, only: name, repetitions: repetitions).print() }
        }
    }

    private static func once(_ id: String?, _ unit: String?, _ name: String?) {
        wait {
            let contestants = rows.filter { $0.id == id && $0.unit == unit }.flatMap(\.contestants)
            guard let contestant = contestants.first(where: { $0.name == name }) else { exit(1) }
            print(await contestant.measure())
        }
    }

    private static func wait(_ work: @escaping @Sendable () async -> Void) {
        Task {
            await work()
            exit(0)
        }
        dispatchMain()
    }

    /// S11 is not of this process: it starts and builds others.
    private static let startAndWeight = "S11"

    private static var script: String {
        let folders = #filePath.split(separator: "/").prefix { $0 != "Sources" }
        return "/" + folders.joined(separator: "/") + "/start-and-weight"
    }
}
