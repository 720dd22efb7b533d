import CycleDrivers

/// A word on the disk: written before it is told, and known again after a kill.
struct KeptWord: Hashable {
    let file: PersistenceDriver.Path
    private(set) var word: Word?
    private(set) var isRead = false
    private(set) var isSaved = false

    init(in file: PersistenceDriver.Path) { self.file = file }

    var files: PersistenceDriver.Model {
        if !isRead { return .files(.read(file)) }
        return isSaved ? .none : word.map { .files(.write(file, $0.rawValue)) } ?? .none
    }

    mutating func become(_ word: Word) { (self.word, isSaved) = (word, false) }

    /// - Returns: Whether the disk was read, or has the word now.
    mutating func take(_ event: PersistenceDriver.Event) throws(PersistenceDriver.Failure) -> Bool {
        switch event {
        case .loaded:
            isRead = true
            word = event.text.flatMap(Word.init)
            isSaved = word != nil
        case .saved: isSaved = true
        case .failed(_, let failure): throw failure
        default: return false
        }
        return true
    }
}
