import TableAgent
import TableSurfaces

extension LiveService {
    /// Responds to a request that sends an event.
    ///
    /// A browser without the script is sent back to the page, or receives a page with a question or a refusal. A program,
    /// such as ``LiveScript``, receives the status 204, or JSON.
    func receive(_ request: LiveRequest) async throws -> LiveResponse {
        let query = try await query(of: request, request.query())
        var back = LiveResponse(status: 303)
        back["Location"] = query.address
        guard request.method == "POST" else { return back }
        let fields = try request.formOfRows()
        let session = session(of: request)
        let isFromProgram = request.isFromProgram
        do {
            let key = try tokens.idempotencyKey(of: fields, for: session)
            let form = LiveForm(fields, idempotencyKey: key, request: request)
            if form.isOfMany {
                let outcome = try await carryOutManyOnce(form, of: query)
                return try await response(to: form, outcome, of: query, or: back, for: session)
            }
            try await carryOutOnce(form, of: query)
            return isFromProgram ? LiveResponse(status: 204) : back
        } catch {
            guard let notice = LiveNotice(error) else { throw error }
            if isFromProgram {
                // The form of a question has a token.
                let json = LiveMarkup(notice.answer(in: words(for: request)), tokens: tokens)
                return response(
                    notice.status, mediaType: "application/json", content: .bytes(json.bytes(for: session)),
                    for: session)
            }
            let body = try await pages.page(of: query).html(notice).bytes(for: session)
            return response(
                notice.pageStatus, mediaType: HTMLFormat().mediaType, content: .bytes(body), for: session)
        }
    }

    /// Carries out a form once, and begins the updates of the pages.
    private func carryOutOnce(_ form: LiveForm, of query: Query) async throws {
        // The page is opened after this: a repetition has the response of the first request, even if the page can't be
        // opened any more.
        if try await isRepetition(form) { return }
        do {
            let change = try await carryOut(form, on: pages.page(of: query))
            if let change { await pages.update(after: change) }
        } catch {
            guard try await isRepetition(form) else { throw error }
            // The change was committed before the error, so the viewer receives the response of a success.
            if LiveNotice(error) == nil { report(error) }
        }
    }

    private func isRepetition(_ form: LiveForm) async throws -> Bool {
        let key = form.idempotencyKey
        let stored = try await storedFingerprint(of: key)
        guard try key.isRepetition(of: stored) else { return false }
        if stored != key.fingerprint, let refusal = try key.outcome(of: stored)?.refusalOfOne {
            throw refusal
        }
        return true
    }

    /// Carries out a form for several rows once, and begins the updates of the pages.
    private func carryOutManyOnce(_ form: LiveForm, of query: Query) async throws -> LiveOutcome {
        let key = form.idempotencyKey
        if let outcome = try key.outcome(of: await storedFingerprint(of: key)) { return outcome }
        do {
            let (changes, outcome) = try await carryOutMany(form, on: pages.page(of: query))
            for change in changes { await pages.update(after: change) }
            return outcome
        } catch {
            guard let outcome = try key.outcome(of: await storedFingerprint(of: key)) else { throw error }
            if LiveNotice(error) == nil { report(error) }
            return outcome
        }
    }

    /// Returns the outcome of several rows: JSON for a program. A browser is sent back to the page, or receives it with the
    /// reasons of refused rows.
    private func response(
        to form: LiveForm, _ outcome: LiveOutcome, of query: Query, or back: LiveResponse,
        for session: LiveSession
    ) async throws -> LiveResponse {
        let count = form.rows.count
        let words = words(for: form.request)
        if form.request.isFromProgram {
            return LiveResponse(
                status: 200, mediaType: "application/json", body: outcome.json(ofRows: count, in: words))
        }
        guard !outcome.refusals.isEmpty else { return back }
        let refusal = LiveRefusal(409, "rowsRefused", outcome.text(ofRows: count, in: words))
        let body = try await pages.page(of: query).html(.refusal(refusal)).bytes(for: session)
        return response(409, mediaType: HTMLFormat().mediaType, content: .bytes(body), for: session)
    }
}
