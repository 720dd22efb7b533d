#if os(Linux)
    import CycleBase
    import TestSupport
    import Testing

    @testable import CycleHTTP

    @Suite("A download to a disk that gives all files to another user", .enabled(if: ForeignDisk.isPossible))
    struct ForeignPartTests {
        @Test("goes on with the part that was left, and removes what cannot go on")
        func part() throws {
            try ForeignDisk.run { folder in
                let path = folder + "/a"
                for name in [PartFile.resumable(path), PartFile.unique(path)] {
                    try #require(try PartFile.open(name, creates: true)).close()
                }
                try #require(try PartFile.open(PartFile.resumable(path), creates: false)).close()
                #expect(namesInFolder(folder).count { $0.hasPrefix("a") } == 2)
                PartFile.sweep(path)
                #expect(namesInFolder(folder).filter { $0.hasPrefix("a") } == ["a.part"])
            }
        }
    }
#endif
