#if os(Linux)
    import CycleBase
    import Testing

    @testable import CycleDrivers

    @Suite("A loop that is told to end by a signal", .waiting, .timeLimit(.minutes(60)))
    struct TerminationTests {
        let folder = TemporaryFolder()

        @Test(
            "settles: what was accepted is on disk, and the process ends by the signal",
            arguments: [SIGTERM, SIGHUP, SIGINT])
        func settles(_ signal: Int32) {
            let fixture = Fixture("waiting", folder.path)
            #expect(fixture.line() == "ready")
            #expect(folder.names() == [])
            kill(fixture.process, signal)
            #expect(fixture.line() == nil)
            #expect(fixture.wait() == 128 + signal)
            #expect(folder.text(of: "total") == "accepted")
        }

        @Test("says what could not be written, and ends by the signal")
        func saysWhatFailed() {
            let fixture = Fixture(script: #"exec "$0" waiting "$1" 2>&1"#, folder.path(of: "none"))
            #expect(fixture.line() == "ready")
            kill(fixture.process, SIGTERM)
            let reason = "its folder does not exist, or is none; make it first"
            #expect(fixture.line() == "FileSaver: \(folder.path)/none/total: \(reason)")
            #expect(fixture.wait() == 128 + SIGTERM)
        }

        @Test("is told it as an event if it listens, and ends as it likes")
        func listens() {
            let fixture = Fixture("listening", folder.path)
            #expect(fixture.line() == "ready")
            kill(fixture.process, SIGTERM)
            #expect(fixture.line()?.contains("received") == true)
            #expect(fixture.wait() == 0)
        }

        @Test("is not waited for when it hangs: at the second signal, or after two seconds", arguments: [true, false])
        func hangs(isSentTwice: Bool) {
            let fixture = Fixture("hanging", folder.path)
            #expect(fixture.line() == "ready")
            kill(fixture.process, SIGTERM)
            if isSentTwice { kill(fixture.process, SIGTERM) }
            #expect(fixture.wait() == 128 + SIGTERM)
        }

        @Test("is told also while the thread of all descriptors hangs in the start of a program")
        func hangingStart() async {
            await #expect(processExitsWith: .signal(SIGTERM)) {
                try SharedPoller.join().get().poller.order { while true { pause() } }
                let isTold = Latch()
                let loop = Termination.begin { isTold.open() }
                kill(getpid(), SIGTERM)
                await isTold.wait()
                await loop.end()
            }
        }

        @Test("is told nothing of a signal to a child that a library has forked off")
        func forked() async {
            await #expect(processExitsWith: .success) {
                typealias Fork = @convention(c) () -> pid_t
                let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
                let (isTold, hasComeLater) = (Latch(), Latch())
                let loop = Termination.begin { isTold.open() }
                let later = try SignalWatch.shared.listen(to: SIGUSR1) { hasComeLater.open() }
                let child = fork()
                if child == 0 {
                    // The threads of tasks block signals.
                    var none = sigset_t()
                    sigemptyset(&none)
                    pthread_sigmask(SIG_SETMASK, &none, nil)
                    // Only a failure takes so long.
                    alarm(20)
                    while true { pause() }
                }
                kill(child, SIGTERM)
                var status: Int32 = 0
                waitpid(child, &status, 0)
                kill(getpid(), SIGUSR1)
                await hasComeLater.wait()
                SignalWatch.shared.stop(later)
                guard ProgramStatus(waitStatus: status) == .killed(signal: SIGTERM), !isTold.isOpen else { _exit(1) }
                await loop.end()
            }
        }

        @Test("is not waited for either when there is no thread to do so")
        func hangsAlone() {
            let fixture = Fixture("alone", folder.path)
            #expect(fixture.line() == "ready")
            kill(fixture.process, SIGTERM)
            #expect(fixture.wait() == 128 + SIGTERM)
        }

        @Test("keeps what the program has decided: a signal that is ignored ends nothing")
        func ignored() {
            let fixture = Fixture(script: #"trap '' TERM; exec "$0" waiting "$1""#, folder.path)
            #expect(fixture.line() == "ready")
            kill(fixture.process, SIGTERM)
            kill(fixture.process, SIGHUP)
            #expect(fixture.wait() == 128 + SIGHUP)
        }
    }
#endif
