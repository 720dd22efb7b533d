#if os(Linux)
    import Foundation

    /// The server of OpenSSL on the loopback interface.
    final class TLSServer {
        static let path = "/usr/bin/openssl"
        static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: path) }

        private let process = Process()
        private let input = Pipe()
        private(set) var port = 0

        /// - Parameters:
        ///   - identity: The start of the names of key and certificate.
        ///   - answer: The text that every client gets; `nil`: it serves the files of `folder`.
        ///   - talk: Talks with one client instead, on a thread of its own: reads what the client says, behind other notes, and answers.
        init(
            _ folder: String, _ identity: String, answering answer: String? = nil, _ options: [String] = [],
            talk: (@Sendable (_ heard: FileHandle, _ said: FileHandle) -> Void)? = nil
        ) throws {
            process.executableURL = URL(fileURLWithPath: Self.path)
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.arguments =
                [
                    "s_server", "-accept", "127.0.0.1:0", "-key", "\(identity).key", "-cert", "\(identity).pem",
                ] + (answer == nil && talk == nil ? ["-WWW"] : []) + options
            let output = Pipe()
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            if let answer { try input.fileHandleForWriting.write(contentsOf: Data(answer.utf8)) }
            var text = ""
            // It tells its port when it listens.
            while !text.hasSuffix("\n") || !text.contains("ACCEPT") {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            port = text.split { !$0.isNumber }.last.flatMap { Int($0) } ?? 0
            // The server's notes about its connections must not fill the pipe, so they are read and dropped. By a thread: libdispatch may
            // use freed memory where a pipe ends whose handler is taken away (swift-corelibs-libdispatch 949).
            let notes = output.fileHandleForReading
            let said = input.fileHandleForWriting
            Thread.detachNewThread {
                talk?(notes, said)
                while !notes.availableData.isEmpty {}
            }
        }

        func url(_ host: String = "127.0.0.1", _ target: String = "/") -> String { "https://\(host):\(port)\(target)" }

        /// Ends it in the middle of a word: no connection is closed as TLS wants it.
        func kill() {
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// A certificate authority, and certificates of it: `good` for localhost, `expired`, `other` for another host; and
    /// `stranger`, which nobody but itself vouches for.
    func makeCertificates(in folder: String) throws {
        let names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        let make = { (name: String, extensions: String) in
            try openSSL(
                folder,
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    "\(name).key", "-out", "\(name).pem", "-days", "2", "-subj", "/CN=\(name)", "-addext", extensions,
                ])
        }
        try make("authority", "keyUsage=keyCertSign")
        try make("stranger", names)
        for (name, days, names) in [
            ("good", 2, names), ("expired", -1, names), ("other", 2, "subjectAltName=DNS:other"),
        ] {
            try openSSL(
                folder,
                [
                    "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(name).key",
                    "-out", "request", "-subj", "/CN=\(name)",
                ])
            try Data(names.utf8).write(to: URL(fileURLWithPath: folder + "/names"))
            try openSSL(
                folder,
                [
                    "x509", "-req", "-in", "request", "-CA", "authority.pem", "-CAkey", "authority.key",
                    "-CAcreateserial", "-days", "\(days)", "-out", "\(name).pem", "-extfile", "names",
                ])
        }
    }

    private func openSSL(_ folder: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: TLSServer.path)
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "openssl \(arguments) failed")
    }
#endif
