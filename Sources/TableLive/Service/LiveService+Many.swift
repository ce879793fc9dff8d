import TableAgent
import TableSurfaces

extension LiveService {
    /// Carries out a form for several rows once, and begins the updates of the pages.
    func carryOutManyOnce(_ form: LiveForm, of query: Query) async throws -> LiveOutcome {
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
    func response(
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
