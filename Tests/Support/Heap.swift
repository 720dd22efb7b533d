#if canImport(Glibc)
    import Glibc

    /// The heap of this process, measured in a process that does nothing else.
    package struct Heap {
        private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

        /// `malloc_info`, which the module of the C library does not declare.
        private let report: Report

        package init?() {
            guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_info") else { return nil }
            report = unsafeBitCast(symbol, to: Report.self)
        }

        /// All that is allocated now, by all threads: what the system has given, less what is free.
        package var usedByteCount: Int {
            var (text, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
            guard let file = open_memstream(&text, &length) else { return 0 }
            _ = report(0, file)
            fclose(file)
            guard let text else { return 0 }
            defer { free(text) }
            // The last of each kind is the sum over all threads.
            var sizes: [Substring: Int] = [:]
            for line in String(cString: text).split(separator: "\n") {
                let words = line.split(separator: "\"")
                guard let name = words.dropFirst().first, let size = words.last(where: { Int($0) != nil }) else {
                    continue
                }
                if line.hasPrefix("<total") || line.hasPrefix("<system") { sizes[name] = Int(size) }
            }
            return sizes["current", default: 0] + sizes["mmap", default: 0] - sizes["fast", default: 0]
                - sizes["rest", default: 0]
        }

        /// Bytes that each of `count` calls keeps.
        ///
        /// Memory that is kept once (a table that has grown, memory that the allocator holds ready) is no leak. Memory
        /// that grows in each of eight rounds is.
        package func growth(_ count: Int, _ body: () -> Void) -> Int {
            for _ in 0..<(count / 10 + 20) { body() }
            var least = Int.max
            for _ in 0..<8 where least > 0 {
                let before = usedByteCount
                for _ in 0..<count { body() }
                least = min(least, max(0, usedByteCount - before) / count)
            }
            return least
        }
    }
#endif
