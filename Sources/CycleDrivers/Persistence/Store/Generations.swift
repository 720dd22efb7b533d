import CycleBase

extension FileStore {
    /// Renames a file that must not be overwritten to the first free name of its kind.
    ///
    /// - Returns: The new path; `nil` if another program has removed it since.
    func setAside(
        _ path: PersistenceDriver.Path, as kind: String
    ) throws(Failure) -> PersistenceDriver.Path? {
        for number in 1...9_999 {
            let (folder, name) = path.split
            let newName = name.extended(by: ".\(kind)-\(number)")
            do {
                if try move(path, to: newName) { return folder.appending(name: newName) }
            } catch .missingFolder {
                return nil
            }
        }
        throw .exists
    }

    /// - Returns: `false` if there is a file already.
    private func move(_ path: PersistenceDriver.Path, to newName: FileName) throws(Failure) -> Bool {
        let walk = FolderWalk(try PathParts(path), self, makesFolders: false)
        defer { walk.end() }
        guard let (folder, name) = try walk.walk() else { throw .missingFolder }
        // Not a rename: it would replace what is there.
        do {
            try call { files throws(SystemFailure) in try files.link(name, to: newName, in: folder) }
        } catch .exists {
            return false
        } catch {
            guard Failure.withoutLinks.contains(error) else { throw error }
            guard try status(of: newName, in: folder) == nil else { return false }
            try call { files throws(SystemFailure) in try files.rename(name, to: newName, in: folder) }
            syncMove(in: folder)
            return true
        }
        do {
            try call { files throws(SystemFailure) in try files.remove(name, in: folder) }
        } catch .missingFolder {
            // Another program was quicker; it has its new name.
        }
        syncMove(in: folder)
        return true
    }

    /// A file that has its old name again after a power cut is set aside anew.
    private func syncMove(in folder: Int32) {
        do { try syncFolder(folder) } catch { return }
    }

    /// Gives the file the second name that its content keeps when the first is given to a new one.
    ///
    /// - Parameter old: The status of the file; without it there is nothing to keep.
    func keepPrevious(of name: FileName, _ old: FileStatus?, in folder: Int32) throws(Failure) {
        guard let old else { return }
        let previous = name.extended(by: PersistenceDriver.Path.previousSuffix)
        // A rename between two names of one file does nothing and would leave the first.
        if try status(of: previous, in: folder)?.version.place == old.version.place { return }
        let temporary = newTemporaryName()
        do {
            try call { files throws(SystemFailure) in try files.link(name, to: temporary, in: folder) }
        } catch .missingFolder {
            // Another program has removed it since: then the generation before is the one that is there.
            return
        } catch {
            guard Failure.withoutLinks.contains(error) else { throw error }
            return try copy(name, old, to: previous, in: folder)
        }
        do {
            try call { files throws(SystemFailure) in try files.rename(temporary, to: previous, in: folder) }
        } catch {
            remove(temporary, in: folder)
            throw error
        }
    }

    private func copy(
        _ name: FileName, _ old: FileStatus, to previous: FileName, in folder: Int32
    ) throws(Failure) {
        guard let file = try openForReading(name, in: folder) else { return }
        defer { close(file) }
        let bytes = try readAll(file, expecting: old.version.byteCount)
        do {
            try replace(previous, with: bytes, like: old, named: name, in: folder)
        } catch .notDurable {
            // The folder is synced once more when the new content has its name.
        }
    }
}
