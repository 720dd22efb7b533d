/// How a driver treats files: what `PersistenceDriver.init` was given.
package struct FileOptions: Sendable {
    package struct Delay: Hashable, Sendable {
        package var quiet = Duration.zero
        package var longest = Duration.seconds(10)

        package init(quiet: Duration = .zero, longest: Duration = .seconds(10)) {
            self.quiet = quiet
            self.longest = longest
        }
    }

    package var root: String
    package var durability: PersistenceDriver.Durability
    package var symbolicLinks: PersistenceDriver.SymbolicLinks
    package var delay: Delay
    package var readLimit: Int
    package var isExclusive: Bool
    /// `nil` for that of the file system below the root.
    package var names: NameEquality?
    /// How often in a row a log may be found locked: ten seconds, as a thread waits for ten milliseconds each time.
    var mostLocked = 1_000

    var nameEquality: NameEquality { names ?? .ofSystem(at: root) }

    package init(
        root: String, durability: PersistenceDriver.Durability = .fileAndFolder,
        symbolicLinks: PersistenceDriver.SymbolicLinks = .refused, delay: Delay = Delay(),
        readLimit: Int = 64 << 20, isExclusive: Bool = false
    ) {
        self.root = root
        self.durability = durability
        self.symbolicLinks = symbolicLinks
        self.delay = delay
        self.readLimit = readLimit
        self.isExclusive = isExclusive
    }
}
