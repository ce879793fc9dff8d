public import TableAgent
public import TableSurfaces

/// A response that any server can send.
///
/// ```swift
/// LiveResponse(status: 200, mediaType: "text/plain; charset=utf-8", body: "ok\n".utf8)
/// LiveResponse(file: LiveScript.bytes, mediaType: LiveScript.mediaType, for: request)
/// ```
public struct LiveResponse: Sendable {
    /// The status, such as 204.
    public var status: Int

    /// The headers by lowercase name; see ``subscript(_:)``.
    public private(set) var headers: [String: String] = [:]

    /// The body.
    public var body: LiveBody

    /// Creates a response with bytes.
    ///
    /// - Parameters:
    ///   - status: The status, such as 200.
    ///   - mediaType: The header `Content-Type`, or `nil` without a body.
    ///   - body: The bytes of the body.
    public init(status: Int, mediaType: String? = nil, body: some Sequence<UInt8> = []) {
        self.init(status: status, mediaType: mediaType, content: .bytes(Array(body)))
    }

    /// Creates a response with a table that is written block by block, as fast as the client reads.
    ///
    /// ```swift
    /// let blocks = CSVFormat().blocks(of: store.batches(), as: OrderLine.self, columns: OrdersReformer.columns)
    /// return LiveResponse(status: 200, mediaType: CSVFormat().mediaType, blocks: blocks)
    /// ```
    ///
    /// - Parameters:
    ///   - status: The status, such as 200.
    ///   - mediaType: The header `Content-Type`.
    ///   - blocks: The bytes of the body. They can throw, and the server then ends the connection, so that the client
    ///     knows that the body is not complete.
    public init(status: Int, mediaType: String, blocks: GridBlocks) {
        self.init(status: status, mediaType: mediaType, content: .blocks(blocks))
    }

    init(status: Int, mediaType: String?, content: LiveBody.Content) {
        self.status = status
        body = LiveBody(content: content)
        self["Content-Type"] = mediaType
    }

    /// Creates a response with a file, or with the status 304 if the client has the file.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file, such as ``LiveScript/bytes``. A hash of the bytes is the header `ETag`.
    ///   - mediaType: The header `Content-Type`.
    ///   - request: The request.
    public init(file: [UInt8], mediaType: String, for request: LiveRequest) {
        // The tag is weak, because a compressed file has the same tag.
        let tag = "W/\"\(String(StableHash.hash(file[...]), radix: 36))\""
        if request.header("If-None-Match") == tag {
            self.init(status: 304)
        } else {
            self.init(status: 200, mediaType: mediaType, body: file)
        }
        self["ETag"] = tag
        self["Cache-Control"] = "no-cache"
    }

    /// Creates a response with a refusal: a page for a browser, and JSON for a program.
    ///
    /// - Parameters:
    ///   - refusal: The refusal.
    ///   - request: The request. A program sends JSON, or does not prefer HTML in the header `Accept`.
    ///   - words: The words of the message.
    ///   - page: The page for a browser.
    public init(
        _ refusal: LiveRefusal, for request: LiveRequest, words: TableWords = .english,
        page: @autoclosure () -> HTMLPage
    ) {
        if request.isFromProgram {
            let json = refusal.json(in: words)
            self.init(status: refusal.status, mediaType: "application/json", body: json)
        } else {
            self.init(
                status: refusal.status, mediaType: HTMLFormat().mediaType,
                body: page().markup(around: "", words: words).utf8)
        }
    }

    /// The value of a header, or `nil` if the response does not have it.
    ///
    /// - Parameter name: The name of the header, in any case.
    public subscript(name: String) -> String? {
        get { headers[name.lowercased()] }
        set { headers[name.lowercased()] = newValue }
    }

    /// Headers by lowercase name with which browsers load nothing from other sites, run no script except files of this
    /// program, and keep no copies. The stylesheet of `HTMLFormat` may be embedded.
    public static let protection = [
        "cache-control": "no-store",
        "content-security-policy": """
        default-src 'none'; script-src 'self'; style-src 'self' '\(HTMLFormat.stylesheetHash)'; \
        connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
        require-trusted-types-for 'script'; trusted-types table-live
        """,
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
    ]

    /// Removes the body for a request with the method `HEAD`, and keeps its length as a header.
    mutating func removeBody() {
        body.end()
        self["Content-Length"] = body.count.map { "\($0)" }
        body = LiveBody(content: .bytes([]))
    }

    /// Adds ``protection`` where the response has no headers with these names.
    mutating func protect() { headers.merge(Self.protection) { own, _ in own } }
}

/// The body of a response: blocks of bytes.
///
/// ```swift
/// for try await block in response.body { try await write(block) }
/// ```
public struct LiveBody: AsyncSequence, Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case blocks(GridBlocks)
        case messages(LiveMessages, encode: Encode)
    }

    /// Returns a message as bytes for one viewer. A closure keeps the state of a viewer small.
    typealias Encode = @Sendable (LiveMessage) -> [UInt8]

    fileprivate let content: Content

    /// The number of bytes, or `nil` if it is not known before the end.
    public var count: Int? {
        if case .bytes(let bytes) = content { bytes.count } else { nil }
    }

    /// Ends the messages of a page, for example when the server begins to stop, or when the viewer has left. Other bodies
    /// are not affected.
    public func end() {
        if case .messages(let messages, _) = content { messages.end() }
    }

    /// Returns an iterator over the blocks.
    public func makeAsyncIterator() -> AsyncIterator {
        switch content {
        case .bytes(let bytes): AsyncIterator(source: .rest(bytes))
        case .blocks(let blocks): AsyncIterator(source: .blocks(blocks.makeAsyncIterator()))
        case .messages(let messages, let encode):
            AsyncIterator(source: .messages(messages.makeAsyncIterator(), encode: encode))
        }
    }

    /// An iterator that waits for each block.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate enum Source {
            /// The last block, unless it is empty.
            case rest([UInt8])
            case blocks(GridBlocks.AsyncIterator)
            case messages(LiveMessages.AsyncIterator, encode: Encode)
        }

        fileprivate var source: Source

        /// Waits for the next block and returns it, or `nil` at the end.
        ///
        /// - Throws: The errors of the blocks of ``LiveResponse/init(status:mediaType:blocks:)``.
        @concurrent
        public mutating func next() async throws -> [UInt8]? {
            switch source {
            case .rest(let bytes):
                source = .rest([])
                return bytes.isEmpty ? nil : bytes
            case .blocks(var blocks):
                defer { source = .blocks(blocks) }
                return try await blocks.next()
            case .messages(var messages, let encode):
                guard let message = await messages.next() else {
                    source = .rest([])
                    // A random delay prevents all viewers from reconnecting at the same time.
                    return Array("retry: \(Int.random(in: 1000...5000))\n\n".utf8)
                }
                source = .messages(messages, encode: encode)
                return encode(message)
            }
        }
    }
}
