#if os(Linux)
    import CycleBase
    import Foundation
    import TestSupport
    import Testing

    @Suite("A disk that gives all files to another user", .enabled(if: ForeignDisk.isPossible))
    struct ForeignDiskTests {
        @Test("has files replaced, again and again, and keeps nothing beside them")
        func replaced() throws {
            try ForeignDisk.run { folder in
                // As a killed process leaves it.
                let left = try Descriptors.open(folder + "/.a.cycle-new", O_RDWR | O_CREAT, mode: 0o600)
                Descriptors.close(left)
                for text in ["one", "two", "three"] {
                    try FileReplacement.write(Array(text.utf8), to: folder + "/a")
                    #expect(try String(contentsOfFile: folder + "/a", encoding: .utf8) == text)
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
            }
        }

        @Test("has this user's files, and not those of a third one")
        func owners() throws {
            try ForeignDisk.run { folder in
                let own = try Descriptors.open(folder + "/own", O_RDWR | O_CREAT, mode: 0o600)
                defer { Descriptors.close(own) }
                var status = stat()
                #expect(fstat(own, &status) == 0 && status.st_uid != geteuid())
                #expect(FileOwner.isThisUser(of: status, at: folder + "/own"))
                status.st_uid = 2_000
                #expect(!FileOwner.isThisUser(of: status, at: folder + "/own"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["own"])
            }
        }

        @Test("need not be told the mode that a file has, and says no to another one")
        func modes() throws {
            let folder = try Folder()
            let file = try Descriptors.open(folder.path + "/a", O_RDWR | O_CREAT, mode: 0o640)
            defer { Descriptors.close(file) }
            #expect(fchown(file, 2_000, 2_000) == 0)
            try ForeignDisk.run { _ in
                try FileMode.set(0o640, of: file)
                #expect(throws: SystemFailure(code: EPERM)) { try FileMode.set(0o600, of: file) }
            }
        }
    }
#endif
