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
///     Benchmarks --instructions S1 1000   nothing but so many events of one row, on one thread, for callgrind
@main
struct Benchmarks {
    static var rows: [Row] { [.counter, .fanOut, .bigFrame, .ingress, .effect, .depth, .recording] }

    /// Not `async`: callgrind cannot follow the main queue.
    static func main() {
        var wanted: [String] = []
        var name: String?
        var repetitions = 5
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--only": name = arguments.next()
            case "--repetitions": repetitions = arguments.next().flatMap { Int($0) } ?? repetitions
            case "--instructions": return Synchronous.run(arguments.next(), arguments.next().flatMap { Int($0) })
            default: wanted.append(argument)
            }
        }
        let (ids, only, count) = (wanted, name, repetitions)
        Task {
            for row in rows where ids.isEmpty || ids.contains(row.id) {
                await Report(row, only: only, repetitions: count).print()
            }
            exit(0)
        }
        dispatchMain()
    }
}
