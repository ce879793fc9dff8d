public import TableSurfaces

/// A response that any server can send.
///
/// ```swift
/// LiveResponse(200, "text/plain; charset=utf-8", Array("ok\n".utf8))
/// LiveResponse(file: LiveScript.bytes, LiveScript.mediaType, for: request)
/// ```
public struct LiveResponse: Sendable {
    /// The status, such as 204.
    public var status: Int

    /// The headers by name. A name occurs once.
    public var headers: [String: String]

    /// The body.
    public var body: LiveBody

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status, such as 200.
    ///   - mediaType: The header `Content-Type`, or `nil` without a body.
    ///   - body: The bytes of the body.
    public init(_ status: Int, _ mediaType: String? = nil, _ body: [UInt8] = []) {
        self.init(status, mediaType, LiveBody(body))
    }

    init(_ status: Int, _ mediaType: String?, _ body: LiveBody) {
        (self.status, self.body) = (status, body)
        headers = mediaType.map { ["Content-Type": $0] } ?? [:]
    }

    /// Creates a response with a file, or with the status 304 if the client has the file.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file, such as ``LiveScript/bytes``. A hash of the bytes is the header `ETag`.
    ///   - mediaType: The header `Content-Type`.
    ///   - request: The request.
    public init(file: [UInt8], _ mediaType: String, for request: LiveRequest) {
        // The tag is weak, because a compressed file has the same tag.
        let tag = "W/\"\(String(StableHash.hash(file[...]), radix: 36))\""
        let isKnown = request.header("If-None-Match") == tag
        self.init(isKnown ? 304 : 200, isKnown ? nil : mediaType, isKnown ? [] : file)
        headers["ETag"] = tag
        headers["Cache-Control"] = "no-cache"
    }

    /// Creates a response with a refusal: a page for a browser, and JSON for all other clients.
    ///
    /// - Parameters:
    ///   - refusal: The refusal.
    ///   - request: The request.
    ///   - page: The page for a browser.
    public init(_ refusal: LiveRefusal, for request: LiveRequest, page: @autoclosure () -> HTMLPage) {
        let format = TableFormats([JSONFormat(), HTMLFormat()]).accepted(by: request.header("Accept"))
        if let format = format as? HTMLFormat {
            self.init(refusal.status, format.mediaType, Array(page().markup(around: "").utf8))
        } else {
            self.init(refusal.status, "application/json", refusal.json)
        }
    }

    /// Headers with which browsers load nothing from other sites, run no script except files of this program, and keep no
    /// copies. The stylesheet of `HTMLFormat` may be embedded.
    public static let protection = [
        "Cache-Control": "no-store",
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self' '\(HTMLFormat.stylesheetHash)'; \
        connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
        require-trusted-types-for 'script'; trusted-types table-live
        """,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    ]
}

/// The body of a response: blocks of bytes.
///
/// ```swift
/// for await block in response.body { try await write(block) }
/// ```
public struct LiveBody: AsyncSequence, Sendable {
    fileprivate enum Content {
        case bytes([UInt8])
        case messages(LiveMessages, LiveSession, LiveTokens)
    }

    private let content: Content

    init(_ bytes: [UInt8]) { content = .bytes(bytes) }

    init(_ messages: LiveMessages, for session: LiveSession, tokens: LiveTokens) {
        content = .messages(messages, session, tokens)
    }

    /// The number of bytes, or `nil` for the messages of a page.
    public var count: Int? {
        if case .bytes(let bytes) = content { bytes.count } else { nil }
    }

    /// Ends the messages of a page, for example when the server begins to stop, or when the viewer has left.
    public func end() {
        if case .messages(let messages, _, _) = content { messages.end() }
    }

    /// Returns an iterator over the blocks.
    public func makeAsyncIterator() -> AsyncIterator {
        switch content {
        case .bytes(let bytes): AsyncIterator(rest: bytes)
        case .messages(let messages, let session, let tokens):
            AsyncIterator(rest: [], viewer: (messages.makeAsyncIterator(), session, tokens))
        }
    }

    /// An iterator that waits for each block.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The bytes of the next block, unless there are messages.
        fileprivate var rest: [UInt8]
        fileprivate var viewer: (messages: LiveMessages.AsyncIterator, LiveSession, LiveTokens)?

        /// Waits for the next block and returns it, or `nil` at the end.
        public mutating func next() async -> [UInt8]? {
            if let (_, session, tokens) = viewer {
                if let message = await viewer?.messages.next() {
                    return tokens.serverSentEvent(of: message, for: session)
                }
                viewer = nil
                // A random delay prevents all viewers from reconnecting at the same time.
                rest = Array("retry: \(Int.random(in: 1000...5000))\n\n".utf8)
            }
            defer { rest = [] }
            return rest.isEmpty ? nil : rest
        }
    }
}
