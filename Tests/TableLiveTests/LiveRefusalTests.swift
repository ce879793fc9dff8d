import TableAgent
import TableLive
import Testing

struct LiveRefusalTests {
    private struct Response: Equatable {
        var status: Int
        var type: String?
        var body: [UInt8] = []
    }

    private func response(to error: any Error) -> Response {
        guard let refusal = LiveRefusal(error) else { return Response(status: 500) }
        return Response(status: refusal.status, type: "application/json", body: refusal.json())
    }

    @Test(arguments: [
        (TableError.Code.rowNotVisible, 404), (.eventNotOffered, 409), (.payloadInvalid, 422),
    ])
    func `An error of an event has a status, and keeps its code and its description`(
        code: TableError.Code, status: Int
    ) {
        let refusal = LiveRefusal(TableError(code, "Look again."))
        #expect(refusal == LiveRefusal(status, code.rawValue, "Look again."))
        #expect(refusal?.description == "Look again.")
    }

    @Test func `A refusal as an error remains the same`() {
        let refusal = LiveRefusal(409, "paid", "The order is paid.")
        #expect(LiveRefusal(refusal as any Error) == refusal)
    }

    @Test func `Errors of the program have no refusal`() {
        #expect(LiveRefusal(CancellationError()) == nil)
        #expect(LiveRefusal(TableError(.notAttached, "Attach an agent.")) == nil)
        #expect(response(to: CancellationError()) == Response(status: 500))
    }

    @Test func `The JSON of a refusal has sorted keys and plain slashes`() {
        let answer = response(to: LiveRefusal(404, "gone", "Look at \"/orders\" — or\nask."))
        let json = #"{"code":"gone","message":"Look at \"/orders\" — or\nask."}"#
        #expect(answer == Response(status: 404, type: "application/json", body: Array(json.utf8)))
    }
}
