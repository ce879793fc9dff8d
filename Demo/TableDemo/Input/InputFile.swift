import Foundation

/// A file, or standard input, read whole.
struct InputFile {
    /// The most bytes that are read: a cell keeps its place in four bytes.
    static let largest = Int(UInt32.max)

    /// The name for messages: the path as it was given, or `standard input`.
    let name: String
    /// All bytes of the file; the readers unescape them in place.
    var bytes: [UInt8]

    init(name: String, bytes: consuming [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Reads the file at a path, or standard input if the path is `-`.
    ///
    /// - Throws: ``InputError`` if there is no such file, if it is a folder, if it may not be read or
    ///   if it has more than `limit` bytes.
    init(path: String, limit: Int = InputFile.largest) throws(InputError) {
        let name = path == "-" ? "standard input" : path
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError(file: name, reason: Self.reason(forError: errno)) }
        defer { if path != "-" { close(descriptor) } }
        self.init(name: name, bytes: try Self.bytes(from: descriptor, name: name, limit: limit))
    }

    /// What the number of a system error means for someone who wants to read a file.
    static func reason(forError number: Int32) -> String {
        switch number {
        case ENOENT, ENOTDIR: "there is no such file"
        case EISDIR: "this is a folder; give a file"
        case EACCES, EPERM: "there is no permission to read the file"
        default: "the file cannot be read: \(String(cString: strerror(number)))"
        }
    }

    /// Reads to the end: as much as the file says it has in one array of that size, the rest (all of
    /// it, from a pipe) in chunks.
    private static func bytes(
        from descriptor: Int32, name: String, limit: Int
    ) throws(InputError) -> [UInt8] {
        var info = stat()
        let size = fstat(descriptor, &info) == 0 ? Int(info.st_size) : 0
        guard info.st_mode & S_IFMT != S_IFDIR else {
            throw InputError(file: name, reason: reason(forError: EISDIR))
        }
        let tooLarge = InputError(file: name, reason: "the file has more than \(limit) bytes; split it")
        guard size <= limit else { throw tooLarge }
        var error: Int32?
        var bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, error == nil {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                let got = fill(rest, from: descriptor, error: &error)
                if got == 0 { break }
                count += got
            }
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while error == nil {
            let got = chunk.withUnsafeMutableBufferPointer { fill($0, from: descriptor, error: &error) }
            if got == 0 { break }
            bytes.append(contentsOf: chunk[0..<got])
            guard bytes.count <= limit else { throw tooLarge }
        }
        if let error { throw InputError(file: name, reason: reason(forError: error)) }
        return bytes
    }

    /// Reads what fits in a buffer, at most, and returns how many bytes; 0 at the end and on an error.
    private static func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, from descriptor: Int32, error: inout Int32?
    ) -> Int {
        while true {
            let got = read(descriptor, buffer.baseAddress, buffer.count)
            if got >= 0 { return got }
            if errno != EINTR {
                error = errno
                return 0
            }
        }
    }
}
