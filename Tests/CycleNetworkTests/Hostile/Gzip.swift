/// Bytes through gzip, made elsewhere.
enum Gzip {
    /// `hello hello hello`
    static let hello: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 64, 144, 0, 128, 136, 249, 229, 17, 0, 0, 0,
    ]

    /// So many MiB of zeros, in a kilobyte each; the stream does not end.
    static func bomb(mebibytes: Int) -> [UInt8] {
        let header: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 2, 3]
        let start: [UInt8] = [236, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 8, 95, 160]
        let mebibyte = start + [UInt8](repeating: 0, count: 1_016) + [62, 3, 0, 0, 255, 255]
        return header + (0..<mebibytes).flatMap { _ in mebibyte }
    }
}
