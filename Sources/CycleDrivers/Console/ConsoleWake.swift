/// What the thread that reads the terminal is told by its pipe.
extension WakePipe {
    enum Word: UInt8 {
        case room = 1
        case stop, resized, resumed
    }

    func send(_ word: Word) {
        send(word.rawValue)
    }

    func takeWords() -> Set<Word> {
        Set(take().compactMap(Word.init(rawValue:)))
    }
}
