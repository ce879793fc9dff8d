import Foundation
import Testing

/// A headless browser, controlled through pipes by the Chrome DevTools Protocol.
actor Browser {
    /// The path of the browser: the value of `TABLE_BROWSER`, or the first known browser in `PATH`.
    static let path: String? = {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["TABLE_BROWSER"] { return path.isEmpty ? nil : path }
        let folders = environment["PATH", default: ""].split(separator: ":")
        return ["chromium", "chromium-browser", "google-chrome"].lazy
            .flatMap { name in folders.map { "\($0)/\(name)" } }
            .first(where: FileManager.default.isExecutableFile)
    }()

    static let isMissing: Comment = """
        No browser: install one (on Debian `apt-get install chromium`), or name a Chromium in TABLE_BROWSER.
        """

    /// The browser of all tests. It ends with the test program.
    static let shared = Task { try Browser() }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let input: FileHandle
    private var lastID = 0
    private var answers: [Int: CheckedContinuation<JSON, any Error>] = [:]
    /// The complaints of pages, by session.
    private var complaints: [String: [String]] = [:]
    /// The sessions of each test.
    private var sessions: [JSON: [String]] = [:]

    private init() throws {
        guard let path = Self.path else { throw Failure(description: "\(Self.isMissing)") }
        // The protocol uses the descriptors 3 and 4. The shell removes the profile after the browser has
        // ended.
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let script = """
            trap '' INT; profile=$(mktemp -d)
            "$0" "$@" --user-data-dir="$profile" 3<&0 4>&1 </dev/null >/dev/null 2>&1
            rm -rf "$profile" || { sleep 1; rm -rf "$profile"; }
            """
        process.arguments = [
            "-c", script, path, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1000,700",
        ]
        let (toBrowser, fromBrowser) = (Pipe(), Pipe())
        process.standardInput = toBrowser
        process.standardOutput = fromBrowser
        process.standardError = FileHandle.nullDevice
        signal(SIGPIPE, SIG_IGN)
        try process.run()
        input = toBrowser.fileHandleForWriting
        let (messages, source) = AsyncStream.makeStream(of: Data.self)
        let output = fromBrowser.fileHandleForReading
        Thread.detachNewThread { Self.read(output, into: source) }
        Task { [weak self] in
            for await message in messages { await self?.receive(message) }
            await self?.end()
        }
    }

    /// Reads messages until the browser ends. Each message ends with a zero byte.
    private static func read(_ output: FileHandle, into source: AsyncStream<Data>.Continuation) {
        var rest = Data()
        while case let data = output.availableData, !data.isEmpty {
            rest += data
            while let end = rest.firstIndex(of: 0) {
                source.yield(Data(rest[..<end]))
                rest = Data(rest[(end + 1)...])
            }
        }
        source.finish()
    }

    // MARK: The protocol

    /// Calls a method and returns its result.
    @discardableResult
    func call(
        _ method: String, _ parameters: JSON = [:], session: String? = nil, timeout: Duration = .seconds(30)
    ) async throws -> JSON {
        lastID += 1
        let id = lastID
        var message: JSON = ["id": .number(Double(id)), "method": .string(method), "params": parameters]
        if let session { message["sessionId"] = .string(session) }
        let data = try JSONEncoder().encode(message) + [0]
        let timer = Task {
            try await Task.sleep(for: timeout)
            answer(id, .failure(Failure(description: "The browser did not answer \(method) in \(timeout).")))
        }
        defer { timer.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            answers[id] = continuation
            do {
                try input.write(contentsOf: data)
            } catch {
                answer(id, .failure(Failure(description: "The browser is gone, and can't do \(method).")))
            }
        }
    }

    private func answer(_ id: Int, _ result: Result<JSON, any Error>) {
        answers.removeValue(forKey: id)?.resume(with: result)
    }

    private func receive(_ data: Data) {
        guard let message = try? JSONDecoder().decode(JSON.self, from: data) else { return }
        if case .number(let id) = message["id"] {
            if let error = message["error"]["message"].text {
                answer(Int(id), .failure(Failure(description: error)))
            } else {
                answer(Int(id), .success(message["result"]))
            }
        } else if let session = message["sessionId"].text, let method = message["method"].text {
            if let complaint = Self.complaint(method, message["params"]) {
                complaints[session, default: []].append(complaint)
            }
        }
    }

    private func end() {
        for id in answers.keys { answer(id, .failure(Failure(description: "The browser has ended."))) }
    }

    /// Returns the problem that an event reports: an error or a warning, except those of the network.
    private static func complaint(_ method: String, _ event: JSON) -> String? {
        switch method {
        case "Runtime.exceptionThrown": event["exceptionDetails"].description
        case "Audits.issueAdded": event["issue"].description
        case "Runtime.consoleAPICalled" where ["error", "warning", "assert"].contains(event["type"].text):
            event["args"].description
        case "Log.entryAdded"
        where ["error", "warning"].contains(event["entry"]["level"].text)
            && event["entry"]["source"].text != "network":
            event["entry"].description
        default: nil
        }
    }

    fileprivate func complaints(in context: JSON) -> [String] {
        (sessions[context] ?? []).flatMap { complaints[$0] ?? [] }
    }

    fileprivate func open(_ session: String, in context: JSON) {
        sessions[context, default: []].append(session)
    }

    // MARK: Pages

    /// Opens pages with shared cookies and storage, runs a test, and closes the pages.
    nonisolated func withTabs(_ test: (Tabs) async throws -> Void) async throws {
        let context = try await call("Target.createBrowserContext")["browserContextId"]
        let tabs = Tabs(browser: self, context: context)
        let result: Result<Void, any Error>
        do { result = .success(try await test(tabs)) } catch { result = .failure(error) }
        try await call("Target.disposeBrowserContext", ["browserContextId": context])
        try result.get()
    }
}

/// The pages of a test.
struct Tabs {
    let browser: Browser
    let context: JSON

    /// The complaints of the pages: errors, warnings, and violations of their policies.
    var complaints: [String] {
        get async { await browser.complaints(in: context) }
    }

    /// Opens a page.
    ///
    /// - Parameters:
    ///   - address: The page's address, or `nil` for an empty page.
    ///   - script: A script that is evaluated before the page's own scripts.
    func open(_ address: String? = nil, script: String = "") async throws -> Tab {
        let target = try await browser.call(
            "Target.createTarget",
            ["url": "about:blank", "browserContextId": context])
        let attached = try await browser.call(
            "Target.attachToTarget", ["targetId": target["targetId"], "flatten": true])
        guard let id = target["targetId"].text, let session = attached["sessionId"].text else {
            throw Browser.Failure(description: "The browser opened no page.")
        }
        let tab = Tab(browser: browser, target: id, session: session)
        await browser.open(session, in: context)
        for domain in ["Page", "Runtime", "Log", "Audits"] { try await tab.call("\(domain).enable") }
        try await tab.call("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try await tab.call(
            "Page.addScriptToEvaluateOnNewDocument", ["source": .string(Probe.script + script)])
        try await tab.go(to: address ?? "about:blank")
        return tab
    }
}
