import CycleBase

/// The words that the reader's thread receives by its pipe.
extension WakePipe {
    enum Word: UInt8 {
        case hasRoom = 1
        case stop, resized, resumed
    }

    func send(_ word: Word) {
        send(word.rawValue)
    }

    func takeWords() -> Set<Word> {
        Set(take().compactMap(Word.init(rawValue:)))
    }
}
