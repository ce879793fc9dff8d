import Foundation

/// A page of a browser.
struct Tab: Sendable {
    let browser: Browser
    let target: String
    let session: String

    @discardableResult
    func call(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
        try await browser.call(method, parameters, session: session)
    }

    /// Goes to an address, and waits until the page is loaded.
    func go(to address: String) async throws {
        let answer = try await call("Page.navigate", ["url": .string(address)])
        if let error = answer["errorText"].text {
            throw Browser.Failure(description: "\(address): \(error)")
        }
        try await wait("document.readyState === 'complete'")
    }

    /// Makes the page visible.
    func show() async throws {
        try await call("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try await wait("!document.hidden")
    }

    /// Hides the page behind another page.
    func hide(behind other: Tab) async throws {
        try await other.call("Page.bringToFront")
        try await call("Emulation.setFocusEmulationEnabled", ["enabled": false])
        try await wait("document.hidden")
    }

    func close() async throws {
        try await browser.call("Target.closeTarget", ["targetId": .string(target)])
    }

    /// Returns the value of an expression. If the value is a promise, returns its result.
    ///
    /// - Parameter isGesture: Whether the browser takes the expression for an act of a person.
    @discardableResult
    func evaluate(_ expression: String, isGesture: Bool = false) async throws -> JSON {
        let answer = try await call(
            "Runtime.evaluate",
            [
                "expression": .string(expression), "awaitPromise": true, "returnByValue": true,
                "userGesture": .boolean(isGesture),
            ])
        let error = answer["exceptionDetails"]
        guard error == .null else {
            throw Browser.Failure(
                description: "\(expression): \(error["exception"]["description"].text ?? error.description)")
        }
        return answer["result"]["value"]
    }

    /// Waits until an expression is true.
    func wait(_ condition: String) async throws {
        try await evaluate(
            """
            new Promise((resolve, reject) => {
              const end = Date.now() + 20000
              const check = () => {
                if (\(condition)) resolve(true)
                else if (Date.now() > end) reject(new Error('this did not come true'))
                else setTimeout(check, 5)
              }
              check()
            })
            """)
    }

    /// Presses a key. With `times` above 1, the key is held: it is pressed several times and released once.
    ///
    /// - Parameter interval: The time between the repetitions of a key that is held.
    func press(
        _ key: String, code: Int, text: String = "", times: Int = 1, interval: Duration = .zero
    ) async throws {
        var event: JSON = [
            "key": .string(key), "code": .string(key), "windowsVirtualKeyCode": .number(Double(code)),
        ]
        for time in 0..<times {
            event["type"] = text.isEmpty ? "rawKeyDown" : "keyDown"
            event["autoRepeat"] = .boolean(time > 0)
            if !text.isEmpty { event["text"] = .string(text) }
            try await call("Input.dispatchKeyEvent", event)
            if interval > .zero { try await Task.sleep(for: interval) }
        }
        try await call(
            "Input.dispatchKeyEvent",
            [
                "type": "keyUp", "key": .string(key), "code": .string(key),
                "windowsVirtualKeyCode": .number(Double(code)),
            ])
    }

    /// Moves the mouse to a point of the window, in points from its top left corner.
    func moveMouse(to point: (x: Double, y: Double)) async throws {
        try await mouse("mouseMoved", at: point)
    }

    /// Presses and releases the mouse button.
    ///
    /// - Parameter count: 2 for the second click of a double click.
    func click(at point: (x: Double, y: Double), count: Int = 1, modifiers: Int = 0) async throws {
        try await mouse("mousePressed", at: point, count: count, modifiers: modifiers)
        try await mouse("mouseReleased", at: point, count: count, modifiers: modifiers)
    }

    private func mouse(
        _ type: String, at point: (x: Double, y: Double), count: Int = 0, modifiers: Int = 0
    ) async throws {
        try await call(
            "Input.dispatchMouseEvent",
            [
                "type": .string(type), "x": .number(point.x), "y": .number(point.y),
                "button": count > 0 ? "left" : "none", "clickCount": .number(Double(count)),
                "modifiers": .number(Double(modifiers)),
            ])
    }

    /// Touches a point of the window with a finger.
    func tap(at point: (x: Double, y: Double)) async throws {
        try await call(
            "Input.dispatchTouchEvent",
            ["type": "touchStart", "touchPoints": .array([["x": .number(point.x), "y": .number(point.y)]])])
        try await call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": .array([])])
    }

    func pressEnter(times: Int = 1, interval: Duration = .zero) async throws {
        try await press("Enter", code: 13, text: "\r", times: times, interval: interval)
    }

    /// Returns a screenshot of the page as PNG.
    func screenshot() async throws -> Data {
        let answer = try await call("Page.captureScreenshot", ["format": "png"])
        return Data(base64Encoded: answer["data"].text ?? "") ?? Data()
    }
}

/// A JSON value.
enum JSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// A member of an object, or `null` if the member does not exist.
    subscript(name: String) -> JSON {
        get {
            if case .object(let members) = self { members[name] ?? .null } else { .null }
        }
        set {
            guard case .object(var members) = self else { return }
            members[name] = newValue
            self = .object(members)
        }
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var list: [JSON] {
        if case .array(let list) = self { list } else { [] }
    }
}

extension JSON: Codable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .boolean(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let list = try? value.decode([JSON].self) {
            self = .array(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, CustomStringConvertible
{
    init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(Dictionary(members) { $1 })
    }

    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }

    /// The value as JSON, which is also a JavaScript expression.
    var source: String { String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self) }

    /// The text of a string, or the JSON of any other value.
    var description: String { text ?? source }
}
