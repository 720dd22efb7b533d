import CCurl
import Cycle
import CycleDrivers
import CycleNetwork
import Foundation
import TestSupport
import Testing

#if os(Linux)
    import CScarce

    extension Loopback {
        /// Each in a process of its own, which has little.
        @Suite("Scarce resources")
        struct ScarceTests {
            @Test("a thread: a typed event, an end of the run, and the next request works")
            func threads() async {
                await #expect(processExitsWith: .success) {
                    let server = LoopbackServer.echo()
                    defer { server.stop() }
                    let time = RealTime()
                    // Its thread is there before there are no more.
                    let alarm = time.alarm {}
                    alarm.arm(at: time.now + .seconds(100))
                    let request = Outcomes.Driver.Request(id: 1, get: server.url())
                    // None of the test's own: the pool of tasks, which starts threads at any time, does not run it.
                    try await withThreadsOfItsOwn {
                        let stack = try setThreadStack(1 << 46)
                        let refused = await outcomes(from: Outcomes(requests: [request]), .init(), on: time)
                        _ = try setThreadStack(stack)
                        #expect(refused[1]?.failure == .exhausted(.threads))
                        let served = await outcomes(from: Outcomes(requests: [request]), .init(), on: time)
                        #expect(served[1]?.response?.status == 200)
                    }
                    time.stop()
                }
            }

            @Test("a descriptor: a typed event, for connections and for files")
            func descriptors() async {
                await #expect(processExitsWith: .success) {
                    outliveDispatch()
                    let server = LoopbackServer.echo()
                    defer { server.stop() }
                    let good = Outcomes.Driver.Request(id: 1, get: server.url())
                    #expect(await outcome(of: good)?.response?.status == 200)
                    var failures: Set<HTTP.Failure> = []
                    for leftCount in 0..<10 {
                        server.waitUntilAlone()
                        _ = try limit(RLIMIT_NOFILE, to: 256)
                        var taken: [Int32] = []
                        while case let one = dup(0), one >= 0 { taken.append(one) }
                        for one in taken.suffix(leftCount) { close(one) }
                        if let failure = await outcome(of: .init(id: 1, get: "http://127.0.0.1:1/"))?.failure {
                            failures.insert(failure)
                            if leftCount == 0 { #expect(failure == .exhausted(.descriptors)) }
                        }
                        for one in taken.dropLast(leftCount) { close(one) }
                        #expect(await outcome(of: good)?.response?.status == 200)
                    }
                    #expect(failures == [.exhausted(.descriptors), .refused])
                }
            }

            @Test("a descriptor, for a file that a download grows in: a typed event, and nothing is left")
            func descriptorOfPart() async {
                await #expect(processExitsWith: .success) {
                    outliveDispatch()
                    let server = LoopbackServer.echo()
                    defer { server.stop() }
                    #expect(await outcome(of: .init(id: 1, get: server.url()))?.response?.status == 200)
                    var failures: Set<HTTP.Failure> = []
                    try await inFolder { folder in
                        for leftCount in 0..<12 {
                            server.waitUntilAlone()
                            let everything = try limit(RLIMIT_NOFILE, to: 256)
                            var taken: [Int32] = []
                            while case let one = dup(0), one >= 0 { taken.append(one) }
                            for one in taken.suffix(leftCount) { close(one) }
                            let request = Outcomes.Driver.Request(
                                id: 1, .get, server.url(), delivery: .file(path: folder + "/\(leftCount)"))
                            let failure = await outcome(of: request)?.failure
                            for one in taken.dropLast(leftCount) { close(one) }
                            setLimit(RLIMIT_NOFILE, everything)
                            if let failure { failures.insert(failure) }
                            #expect(names(in: folder) == (failure == nil ? ["\(leftCount)"] : []), "\(leftCount)")
                            if failure == nil { unlink(folder + "/\(leftCount)") }
                        }
                    }
                    #expect(failures == [.exhausted(.descriptors)])
                }
            }

            @Test("a disk: a typed event, and nothing is left")
            func disk() async {
                await #expect(processExitsWith: .success) {
                    let server = LoopbackServer.answering { _ in
                        "HTTP/1.1 200 X\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000)
                    }
                    defer { server.stop() }
                    signal(SIGXFSZ, SIG_IGN)
                    try await inFolder { folder in
                        let everything = try limit(RLIMIT_FSIZE, to: 50_000)
                        let request = Outcomes.Driver.Request(
                            id: 1, .get, server.url(), delivery: .file(path: folder + "/a"))
                        #expect(await outcome(of: request)?.failure == .exhausted(.disk))
                        setLimit(RLIMIT_FSIZE, everything)
                        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
                        #expect(left == [])
                    }
                }
            }

            @Test("a disk, when a download goes on: nothing is lost of what is there", arguments: [true, false])
            func diskOfPart(_ isSameBoot: Bool) async {
                await #expect(processExitsWith: .success) { [isSameBoot] in
                    let size = 500_000
                    let cut = RangeServer(size, cut: 300_000)
                    defer { cut.server.stop() }
                    try await inFolder { folder in
                        let path = folder + "/a"
                        let request = Outcomes.Driver.Request(
                            id: 1, .get, cut.server.url(), delivery: .file(path: path, resumes: true))
                        #expect(await outcome(of: request)?.failure == .disconnected)
                        let part = FileManager.default.contents(atPath: path + ".part")
                        if !isSameBoot { try changeBoot(path + ".part.info") }
                        let everything = try limit(RLIMIT_FSIZE, to: 0)
                        #expect(await outcome(of: request)?.failure == .exhausted(.disk))
                        setLimit(RLIMIT_FSIZE, everything)
                        #expect(names(in: folder) == ["a.part", "a.part.info"])
                        #expect(FileManager.default.contents(atPath: path + ".part") == part)
                        while await outcome(of: request)?.failure == .disconnected {}
                        #expect(FileManager.default.contents(atPath: path) == Data(RangeServer.bytes(size, 0)))
                        #expect(cut.log.lines.dropFirst().allSatisfy { $0.hasPrefix("bytes=") })
                    }
                }
            }

            @Test("libcurl: a typed event that says what to install")
            func library() async {
                await #expect(processExitsWith: .success) {
                    cycle_curl_name_library("libnothing-of-that-name.so.4")
                    let failure = await outcome(of: .init(id: 1, get: "http://127.0.0.1:1/"))?.failure
                    guard case .unavailable(let reason) = failure else {
                        Issue.record("\(String(describing: failure))")
                        return
                    }
                    #expect(reason.contains("install libcurl") && reason.contains("libcurl4"))
                }
            }
        }
    }

    /// Sets how large the stack of a new thread is. A stack that no memory holds lets no thread start. A limit of all memory would not do:
    /// the system starts a thread on the stack of one that has ended, and takes memory for a moment while another thread begins.
    ///
    /// - Returns: How large it was.
    private func setThreadStack(_ byteCount: Int) throws -> Int {
        typealias Accessor = @convention(c) (UnsafeMutablePointer<pthread_attr_t>) -> Int32
        // The system's module does not have the two.
        let get = unsafeBitCast(try #require(dlsym(nil, "pthread_getattr_default_np")), to: Accessor.self)
        let set = unsafeBitCast(try #require(dlsym(nil, "pthread_setattr_default_np")), to: Accessor.self)
        var attributes = pthread_attr_t()
        try #require(get(&attributes) == 0)
        defer { pthread_attr_destroy(&attributes) }
        var before = 0
        try #require(pthread_attr_getstacksize(&attributes, &before) == 0)
        try #require(pthread_attr_setstacksize(&attributes, byteCount) == 0 && set(&attributes) == 0)
        return before
    }

    private func limit(_ resource: __rlimit_resource, to count: UInt) throws -> rlimit {
        var old = rlimit()
        #expect(getrlimit(__rlimit_resource_t(UInt32(resource.rawValue)), &old) == 0)
        setLimit(resource, rlimit(rlim_cur: count, rlim_max: old.rlim_max))
        return old
    }

    /// Makes what is known of a part of a download that of an earlier start of the system: it has to be written anew.
    private func changeBoot(_ info: String) throws {
        let lines = try String(contentsOfFile: info, encoding: .utf8).components(separatedBy: "\n")
        try lines.map { $0.hasPrefix("boot ") ? "boot earlier" : $0 }.joined(separator: "\n")
            .write(toFile: info, atomically: false, encoding: .utf8)
    }

    private func setLimit(_ resource: __rlimit_resource, _ limit: rlimit) {
        var limit = limit
        #expect(setrlimit(__rlimit_resource_t(UInt32(resource.rawValue)), &limit) == 0)
    }
#endif
