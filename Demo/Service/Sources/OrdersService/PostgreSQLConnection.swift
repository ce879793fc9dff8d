#if PostgreSQL
    import CLibPQ
    import Dispatch
    import Foundation
    import Orders

    /// A connection to PostgreSQL, which works on a thread of its own, and connects again after it was lost.
    ///
    /// All waits end: a connection is open after five seconds, a statement is done after ten, and a server that is silent
    /// for about ten seconds is lost.
    actor PostgreSQLConnection {
        private let executor = QueueExecutor()
        private let address: String
        /// The open connection, or `nil` before the first use and after a loss.
        private var session: Session?
        /// The source of notifications, or `nil` if the connection does not listen.
        private var source: (any DispatchSourceRead)?

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// Creates a connection, which is opened by its first use.
        ///
        /// - Parameter address: An address such as `postgres://user@host/database`.
        init(_ address: String) { self.address = address }

        isolated deinit { close() }

        /// Calls a closure in a transaction, which is committed when the closure returns.
        ///
        /// - Parameter begin: The statement that begins the transaction.
        /// - Throws: ``DatabaseUnavailable`` if the connection is lost. If this happens during the commit, the transaction may
        ///   have been committed.
        func transaction<Result: Sendable>(
            _ begin: String, _ body: @Sendable (any OrderConnection) throws -> Result
        ) throws -> Result {
            let session = try session(beginning: begin)
            do {
                let result = try body(session)
                // PostgreSQL answers the COMMIT of a failed transaction without an error.
                guard session.isInTransaction else { throw OrderDatabaseError("A statement has failed.") }
                try session.execute("COMMIT")
                return result
            } catch {
                if session.isOpen, !session.isIdle { try? session.execute("ROLLBACK") }
                // The next use connects again, so the state of this connection does not matter.
                if !session.isOpen || !session.isIdle { close() }
                throw error
            }
        }

        /// Executes a statement outside transactions, and returns the values of its rows.
        func rows<Value: Sendable>(
            _ sql: String, _ values: [OrderValue] = [], _ body: @Sendable (any OrderRow) throws -> Value
        ) throws -> [Value] {
            let session = try open()
            do {
                return try session.rows(sql, values, body)
            } catch {
                if !session.isOpen { close() }
                throw error
            }
        }

        /// Executes a statement outside transactions.
        func execute(_ sql: String) throws { _ = try rows(sql) { _ in } }

        // MARK: Connection

        /// Begins a transaction. If the server has ended the connection in the meantime, connects again.
        private func session(beginning begin: String) throws -> Session {
            if let session {
                do {
                    try session.execute(begin)
                    return session
                } catch {
                    guard !session.isOpen else { throw error }
                    close()
                }
            }
            let session = try open()
            try session.execute(begin)
            return session
        }

        private func open() throws -> Session {
            if let session {
                if session.isOpen { return session }
                close()
            }
            let new = try Session(address)
            do {
                try new.execute(
                    """
                    SELECT set_config('statement_timeout', '10s', false), set_config('TimeZone', 'UTC', false),
                        set_config('idle_in_transaction_session_timeout', '20s', false)
                    """)
            } catch {
                new.close()
                throw error
            }
            session = new
            return new
        }

        private func close() {
            // The source must not outlive the descriptor of the connection.
            source?.cancel()
            source = nil
            session?.close()
            session = nil
        }

        // MARK: Notifications

        /// Listens on a channel until the connection is lost.
        ///
        /// - Returns: A stream with one element for any number of notifications that have not been received yet.
        func notifications(on channel: String) throws -> AsyncStream<Void> {
            close()
            let session = try open()
            try session.execute("LISTEN \(channel)")
            let (stream, continuation) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let source = DispatchSource.makeReadSource(
                fileDescriptor: session.descriptor, queue: executor.queue)
            source.setEventHandler { [weak self] in self?.assumeIsolated { $0.receive(continuation) } }
            source.setCancelHandler { continuation.finish() }
            self.source = source
            source.activate()
            // Notifications that arrived before the answer to LISTEN
            receive(continuation)
            return stream
        }

        private func receive(_ continuation: AsyncStream<Void>.Continuation) {
            guard let session else { return }
            if session.receiveNotifications() { continuation.yield() }
            if !session.isOpen { close() }
        }
    }

    /// An open connection. Only its ``PostgreSQLConnection`` uses it.
    private final class Session: OrderConnection {
        private let connection: OpaquePointer
        /// The names of the statements that the server has prepared, by their text.
        private var prepared: [String: String] = [:]

        init(_ address: String) throws {
            // What the address says takes precedence over the values before it.
            let names = [
                "connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
                "keepalives_count", "client_encoding", "application_name", "dbname",
            ]
            let values = ["5", "10000", "5", "2", "3", "UTF8", "orders", address]
            let new = withCStrings(names) { names in
                withCStrings(values) { values in PQconnectdbParams(names, values, 1) }
            }
            guard let new else {
                throw DatabaseUnavailable(description: "There is no memory for a connection.")
            }
            connection = new
            guard isOpen else {
                defer { close() }
                throw DatabaseUnavailable(description: message)
            }
            // Notices would be written to standard error.
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
        }

        /// Closes the connection, which is the last use of the session.
        func close() { PQfinish(connection) }

        var isOpen: Bool { PQstatus(connection) == CONNECTION_OK }
        var isIdle: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }
        var isInTransaction: Bool { PQtransactionStatus(connection) == PQTRANS_INTRANS }
        var descriptor: Int32 { PQsocket(connection) }

        /// The last error, as one line.
        private var message: String {
            String(cString: PQerrorMessage(connection)).split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
        }

        func rows<Value>(
            _ sql: String, _ values: [OrderValue], _ body: (any OrderRow) throws -> Value
        ) throws -> [Value] {
            let result: OpaquePointer?
            if values.isEmpty {
                result = PQexec(connection, sql)
            } else {
                let name = try prepare(sql)
                let texts = values.map { value in
                    switch value {
                    case .integer(let number): String(number)
                    case .text(let text): text
                    }
                }
                result = withCStrings(texts) { pointers in
                    PQexecPrepared(connection, name, Int32(texts.count), pointers, nil, nil, 0)
                }
            }
            defer { PQclear(result) }
            try check(result)
            return try (0..<PQntuples(result)).map { try body(ResultRow(result: result, row: $0)) }
        }

        /// Returns the name of a prepared statement. The server parses and plans a statement once for a connection.
        private func prepare(_ sql: String) throws -> String {
            if let name = prepared[sql] { return name }
            let name = "statement\(prepared.count)"
            let result = PQprepare(connection, name, sql, 0, nil)
            defer { PQclear(result) }
            try check(result)
            prepared[sql] = name
            return name
        }

        /// Throws the error of a statement, if it has failed.
        ///
        /// The class of its SQLSTATE tells whether the database is unavailable: 08 is the connection, 53 a lack of resources,
        /// and 57 an intervention, such as a time limit or a shutdown (PostgreSQL, appendix A). Without an answer of the
        /// server, there is no SQLSTATE.
        private func check(_ result: OpaquePointer?) throws {
            guard ![PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else { return }
            let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            let isUnavailable = state.map { ["08", "53", "57"].contains($0.prefix(2)) } ?? true
            throw isUnavailable ? DatabaseUnavailable(description: message) : OrderDatabaseError(message)
        }

        func lock(_ order: Order.ID) throws {
            try execute("SELECT 1 FROM orders WHERE id = $1 FOR UPDATE", [.integer(order)])
        }

        /// Reads what the server has sent, and returns whether there were notifications.
        func receiveNotifications() -> Bool {
            // A failure changes the status of the connection.
            PQconsumeInput(connection)
            var isNotified = false
            while let notification = PQnotifies(connection) {
                isNotified = true
                PQfreemem(notification)
            }
            return isNotified
        }
    }

    private struct ResultRow: OrderRow {
        let result: OpaquePointer?
        let row: Int32

        func integer(_ column: Int) throws -> Int {
            let text = try text(column)
            guard let number = Int(text) else {
                throw OrderDatabaseError("The database has no number, but \(text).")
            }
            return number
        }

        func text(_ column: Int) throws -> String {
            guard PQgetisnull(result, row, Int32(column)) == 0,
                let text = PQgetvalue(result, row, Int32(column))
            else { throw OrderDatabaseError("The database has no value where one must be.") }
            return String(cString: text)
        }
    }

    /// Calls a closure with texts as an array of C strings, which ends with `nil`.
    private func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = texts.map { UnsafePointer<CChar>(strdup($0)) } + [nil]
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        return body(&pointers)
    }

    /// Runs an actor on a queue, where it may block.
    private final class QueueExecutor: SerialExecutor {
        let queue = DispatchQueue(label: "PostgreSQL")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }

        /// The handlers of sources on the queue are isolated to the actor.
        func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
    }
#endif
