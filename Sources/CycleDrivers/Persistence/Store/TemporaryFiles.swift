import CycleBase

/// The files that are written before they take another's place.
///
/// A temporary file is locked as long as it is being written. A file without a lock is the leftover of a program that was
/// killed, and is removed by the first write in its folder. No two ever have one name: a sweep that comes late removes
/// nothing else.
extension FileStore {
    struct Temporary {
        let file: Int32
        let name: FileName
    }

    /// A new file, locked as long as it is open, with the mode and the owner of the one that it is to replace.
    func makeTemporary(
        in folder: Int32, like old: FileStatus?, named oldName: FileName
    ) throws(Failure) -> Temporary {
        while true {
            let name = newTemporaryName()
            let file: Int32
            do {
                // No other user may read a private file while it is being written.
                let mode: UInt32 = old == nil ? 0o666 : 0o600
                file = try call { files throws(SystemFailure) in
                    try files.open(name, in: folder, for: .creating(mode: mode))
                }
            } catch .exists {
                continue
            }
            let temporary = Temporary(file: file, name: name)
            do {
                // A sweep that came between the creation and the lock has removed it.
                guard try lock(file), try isThere(file) else {
                    discard(temporary, in: folder)
                    continue
                }
                if let old { try imitate(old, named: oldName, in: folder, file) }
                return temporary
            } catch {
                discard(temporary, in: folder)
                throw error
            }
        }
    }

    private func isThere(_ file: Int32) throws(Failure) -> Bool {
        try call { files throws(SystemFailure) in try files.status(of: file) }.linkCount > 0
    }

    private func imitate(
        _ old: FileStatus, named name: FileName, in folder: Int32, _ file: Int32
    ) throws(Failure) {
        let new = try call { files throws(SystemFailure) in try files.status(of: file) }
        if (new.owner, new.group) != (old.owner, old.group) {
            try call { files throws(SystemFailure) in
                try files.setOwner(of: file, to: old.owner, group: old.group)
            }
        }
        try call { files throws(SystemFailure) in try files.copyAttributes(of: name, in: folder, to: file) }
        // Without the set-user-ID bit and its like, which any write by others than root takes away.
        try call { files throws(SystemFailure) in try files.setMode(of: file, to: old.mode & 0o777) }
    }

    /// Where locks do not exist, the file counts as locked: nothing is swept there.
    ///
    /// - Returns: `false` if another has locked it.
    func lock(_ file: Int32) throws(Failure) -> Bool {
        do {
            try call { files throws(SystemFailure) in try files.lock(file) }
            return true
        } catch .locked {
            return false
        } catch {
            if Failure.withoutLocks.contains(error) { return true }
            throw error
        }
    }

    func discard(_ temporary: Temporary, in folder: Int32) {
        // A later run sweeps a file that cannot be removed now.
        remove(temporary.name, in: folder)
        close(temporary.file)
    }

    func remove(_ name: FileName, in folder: Int32) {
        do {
            try call { files throws(SystemFailure) in try files.remove(name, in: folder) }
        } catch {
            return
        }
    }

    static let temporarySuffix = ".tmp"

    /// Removes the leftovers in a folder, once in a run. A file that cannot be removed does no harm.
    func sweep(_ folder: Int32) throws(Failure) {
        let place = try call { files throws(SystemFailure) in try files.status(of: folder) }.version.place
        guard sweptFolders.insert(place).inserted else { return }
        do {
            let names = try call { files throws(SystemFailure) in try files.names(in: folder) }
            for name in names where name.hasPrefix(PathParts.ownPrefix) && name.hasSuffix(FileStore.temporarySuffix) {
                removeIfLeft(name, in: folder)
            }
        } catch {
            return
        }
    }

    private func removeIfLeft(_ name: FileName, in folder: Int32) {
        do {
            let file = try call { files throws(SystemFailure) in try files.open(name, in: folder, for: .reading) }
            defer { close(file) }
            try call { files throws(SystemFailure) in try files.lock(file) }
            remove(name, in: folder)
        } catch {
            return
        }
    }
}
