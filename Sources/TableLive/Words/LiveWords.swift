public import TableAgent

extension TableWords {
    /// The messages that a live page shows in a browser.
    public var live: LiveWords {
        get { self[default: LiveWords()] }
        set { self[default: LiveWords()] = newValue }
    }

    /// The reasons why a service refuses a request.
    public var refusals: RefusalWords {
        get { self[default: RefusalWords()] }
        set { self[default: RefusalWords()] = newValue }
    }
}

/// The messages that a live page shows in a browser.
///
/// A page contains the messages, and its script shows them. So they also appear while the server does not answer.
public struct LiveWords: Sendable {
    /// The connection is lost.
    public var stale = "The connection is lost. This table may be out of date."

    /// The connection is restored.
    public var fresh = "This table is up to date again."

    /// The rows of another address are being loaded.
    public var loading = "Loading …"

    /// There was no answer to a request for rows.
    public var unloaded = "There was no answer. Try again."

    /// A form is being sent.
    public var sending = "Sending …"

    /// A form was carried out.
    public var sent = "Done."

    /// A form was not sent, or rows were not loaded, because the connection is lost.
    public var held = "This was not sent, because the table may be out of date."

    /// There was no answer to a form.
    public var unanswered = "There was no answer, so this may have been done. Check before you try again."

    /// The text after the number of checked rows: `3 checked`.
    public var checked = "checked"

    /// The text after the number of checked rows on other pages: `2 on other pages`.
    public var elsewhere = "on other pages"

    /// The text before the ids of rows that are unchecked, because they have left the table or have changed.
    public var left = "No longer here, and unchecked:"

    /// The description of a table whose cells the arrow keys reach.
    public var keys = "Press Enter to move among the cells by arrow keys."

    /// Creates English words.
    public init() {}
}

/// The reasons why a service refuses a request, as sentences. Most of them are named after the code of the refusal.
public struct RefusalWords: Sendable {
    /// An error that is not for viewers.
    public var internalError = "Something went wrong here. Try again."

    /// The address is unknown.
    public var notFound = "There is nothing at this address."

    /// The address does not accept the method of HTTP.
    public var methodNotAllowed = "This address does not accept the request's method."

    /// The table may be out of date.
    public var pageStale = "The table may be out of date. Try again in a moment."

    /// No visible row has the key of the request.
    public var rowNotVisible = "The row is not there any more; look at the table as it is now."

    /// The page shows no details of rows.
    public var noDetails = "This page shows no details of its rows."

    /// The row does not offer the event.
    public var eventNotOffered = "The row does not offer that any more; look at the table as it is now."

    /// The viewer has checked no row.
    public var noRows = "Check the rows first."

    /// The viewer has checked more than 1,000 rows.
    public var tooManyRows = "An action takes at most 1,000 rows; check fewer of them."

    /// The payload of the event can't be decoded.
    public var payloadInvalid =
        "The event carries something else than it should; send the JSON that it asks for."

    /// The page accepts no events.
    public var noEvents = "This page accepts no events."

    /// The client has too many pages.
    public var tooManyPagesOfClient = "You have too many different tables open; close some of them."

    /// The service has too many pages.
    public var tooManyPages = "Too many different tables are open; try again later."

    /// The session has not received the token of the form.
    public var invalidToken = "Reload the page and try again. The browser must accept cookies."

    /// The field `attempt` of a form is too long.
    public var invalidAttempt = "The form's field “attempt” is too long."

    /// The form was carried out before, with other inputs.
    public var formUsed =
        "This form was carried out before, with other inputs. Look at the table, and start again."

    /// The format is unknown. The parameter contains the names of all formats.
    public var invalidFormat: @Sendable (_ names: [String]) -> String = {
        "The format must be one of \($0.joined(separator: ", "))."
    }

    /// The address asks for something that the table can't show. The parameter is an English sentence that says what and where.
    public var invalidQuery: @Sendable (_ sentence: String) -> String = { $0 }

    /// The client accepts no format of the page.
    public var notAcceptable = "The page has none of these formats."

    /// The request is too large.
    public var contentTooLarge = "The request is too large, or can't be read."

    /// The body is no JSON object.
    public var invalidJSON = "This is no JSON object of texts and numbers."

    /// The body is neither a form nor JSON.
    public var unsupportedMediaType = "Send a form or JSON."

    /// A field occurs twice.
    public var repeatedField = "The request has a field twice."

    /// A text is not UTF-8.
    public var invalidText = "The request has text that is not UTF-8."

    /// The request names two hosts.
    public var repeatedHost = "The request names two hosts."

    /// The request names another host.
    public var otherHost = "This service has another name."

    /// The form belongs to another site.
    public var otherOrigin = "Send this from a page of this service."

    /// Creates English words.
    public init() {}
}
