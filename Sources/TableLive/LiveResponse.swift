public import TableSurfaces

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// The response to a form of a live page, which any server can send.
///
/// A program, such as ``LiveScript``, receives the status 204 or JSON. A browser without the script is sent back to the
/// page, or receives a page with a question or an alert.
///
/// ```swift
/// let response = try await LiveResponse(accept: request.headers["Accept"], location: "/") {
///     try await orders.receive(form)
/// } page: { notice in
///     switch notice {
///     case .question(let question): HTMLPage("Orders").markup(around: question.form)
///     case .refusal(let refusal): await orders.page(alert: refusal.message)
///     }
/// }
/// ```
public struct LiveResponse: Hashable, Sendable {
    /// The status, such as 204.
    public let status: Int

    /// The header `Location`, or `nil`.
    public let location: String?

    /// The header `Content-Type`, or `nil` without a body.
    public let mediaType: String?

    /// The body.
    public let body: [UInt8]

    /// The content of a page for a browser without the script.
    public enum Notice: Hashable, Sendable {
        /// The action needs an answer.
        case question(HTMLQuestion)
        /// The event was refused.
        case refusal(LiveRefusal)
    }

    /// Performs the event of a form and creates the response.
    ///
    /// - Parameters:
    ///   - accept: The header `Accept`.
    ///   - location: The address of the page, to which a browser returns after the event.
    ///   - perform: Sends the event with ``LiveContainer/receive(_:)``, and carries it out.
    ///   - page: Returns a page for a browser without the script.
    /// - Throws: The errors of `perform` that are neither a question nor a refusal; see ``LiveRefusal/init(_:)``. Also the
    ///   errors of `page`.
    public init(
        accept: String?, location: String, perform: () async throws -> Void,
        page: (Notice) async throws -> String
    ) async throws {
        let isForProgram = TableFormats([HTMLFormat(), JSONFormat()]).accepted(by: accept) is JSONFormat
        do {
            try await perform()
            self.init(isForProgram ? 204 : 303, location: isForProgram ? nil : location)
        } catch let question as HTMLQuestion {
            guard isForProgram else {
                let page = try await page(.question(question))
                self.init(question.problem == nil ? 200 : 422, HTMLFormat().mediaType, Array(page.utf8))
                return
            }
            let object = [
                "code": "answerNeeded", "message": question.problem ?? question.title, "form": question.form,
            ]
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            self.init(422, "application/json", Array(try encoder.encode(object)))
        } catch {
            guard let refusal = LiveRefusal(error) else { throw error }
            guard isForProgram else {
                let page = try await page(.refusal(refusal))
                self.init(refusal.status, HTMLFormat().mediaType, Array(page.utf8))
                return
            }
            self.init(refusal.status, "application/json", refusal.json)
        }
    }

    private init(_ status: Int, _ mediaType: String? = nil, _ body: [UInt8] = [], location: String? = nil) {
        (self.status, self.location, self.mediaType, self.body) = (status, location, mediaType, body)
    }
}
