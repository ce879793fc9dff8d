import TableAgent
import TableAgentTesting
import TableLive
import Testing

/// The requests of a viewer. `LiveFormsTests` tests a service with it.
struct LiveViewerTests {
    private let rows = """
        <table><tr><th>Order<form id="actions" method="post" action="/events?a&amp;b">\
        <input type="hidden" name="token" value="t&quot;"></form></th></tr>
        <tr class="head" data-head="s"><th>Open &amp; late</th>\
        <td><button form="actions" name="action" value="new/s/%head">New</button></td></tr>
        <tr data-row="s/%31"><th>Peña</th><td>\
        <button form="actions" name="action" value="pay/s/%31" aria-label="Pay Peña">Pay</button>\
        <button form="actions" name="action" value="ship/s/%31" disabled="">Ship</button></td></tr>
        <tr data-row="s/2"><th>Ibáñez 1</th><td>\
        <button form="actions" name="action" value="pay/s/2">Pay</button></td></tr></table>
        """
    private let question = """
        <form class="question" method="post" action="/events"><input type="hidden" name="action" value="x">\
        <label>A <input name="input.a" value="&lt;1&gt;"></label><label>K <select name="input.k">\
        <option value="p">p</option><option value="q" selected>q</option></select></label>\
        <button name="confirmed" value="Sure?">Yes</button></form>
        """

    /// Returns a viewer of a page, whose forms are answered with their fields.
    private func viewer(_ page: String) async throws -> LiveViewer {
        try await LiveViewer("/?q=1", host: "a.example") { request in
            #expect(request.header("Host") == "a.example")
            var text = request.target == "/?q=1" ? page : request.target
            if request.method == "POST" {
                #expect(request.header("Cookie") == "session=s")
                text += try request.form().sorted { $0.key < $1.key }.map { " \($0)=\($1)" }.joined()
            }
            var response = LiveResponse(status: 200, mediaType: "text/html", body: text.utf8)
            if request.method == "GET" { response["Set-Cookie"] = "session=s; Secure" }
            return response
        }
    }

    @Test(
        arguments: [
            ("Pay", "1", "pay/s/%31"), ("Pay", "2", "pay/s/2"), ("Pay", "Ibáñez", "pay/s/2"),
            ("Pay Peña", nil, "pay/s/%31"), ("New", "Open & late", "new/s/%head"),
            ("New", nil, "new/s/%head"),
        ] as [(String, String?, String)])
    func `A button sends the fields of its form, with the cookie of the page`(
        title: String, row: String?, action: String
    ) async throws {
        var viewer = try await viewer(rows)
        try await viewer.press(title, in: row)
        #expect(viewer.page == "/events?a&b action=\(action) token=t\"" && viewer.status == 200)
        try await viewer.open("/?q=1")
        #expect(viewer.page == rows)
    }

    @Test func `An answer keeps the texts of the other inputs`() async throws {
        var viewer = try await viewer(question)
        try await viewer.press("Yes", inputs: ["a": "5"])
        #expect(viewer.page == "/events action=x confirmed=Sure? input.a=5 input.k=q")
        viewer = try await self.viewer(question)
        try await viewer.press("Yes")
        #expect(viewer.page == "/events action=x confirmed=Sure? input.a=<1> input.k=q")
    }

    @Test(
        arguments: [
            ("Pay", nil, "The page must have one enabled button “Pay”; it has 2 of them."),
            ("Ship", "1", "The row “1” must have one enabled button “Ship”; it has Pay."),
            ("Pay", "9", "The row “9” must have one enabled button “Pay”; it has none."),
        ] as [(String, String?, String)])
    func `A button that is missing, disabled, or ambiguous is not pressed`(
        title: String, row: String?, description: String
    ) async throws {
        var viewer = try await viewer(rows)
        let error = await #expect(throws: TableError.self) { try await viewer.press(title, in: row) }
        #expect(error?.code == .actionNotOffered && error?.description.contains(description) == true)
        #expect(viewer.page == rows)
    }

    @Test func `An input that the form does not have is an error`() async throws {
        var viewer = try await viewer(question)
        let error = await #expect(throws: TableError.self) {
            try await viewer.press("Yes", inputs: ["b": "5"])
        }
        #expect(error?.code == .inputInvalid)
    }
}
