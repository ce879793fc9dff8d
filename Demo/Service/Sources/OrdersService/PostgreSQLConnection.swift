#if PostgreSQL
    import CLibPQ
    import Dispatch
    import Foundation
    import Orders

    /// A connection to PostgreSQL, which works on a thread of its own, and connects again after it was lost.
    ///
    /// All waits end: a connection is open after five seconds, a statement is done after ten, and a server that is silent
    /// for ten seconds is lost.
    actor PostgreSQLConnection {
        private let executor: QueueExecutor
        private let address: String
        private var connection: OpaquePointer?
        /// The source of notifications, or `nil` if the connection does not listen.
        private var source: (any DispatchSourceRead)?

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// Creates a connection, which is opened by its first use.
        ///
        /// - Parameter address: An address such as `postgres://user@host/database`.
        init(_ address: String) {
            self.address = address
            executor = QueueExecutor()
        }

        isolated deinit { close() }

        /// Calls a closure in a transaction, which is committed when the closure returns.
        ///
        /// - Parameter begin: The statement that begins the transaction.
        func transaction<Result: Sendable>(
            _ begin: String, _ body: @Sendable (any OrderConnection) throws -> Result
        ) throws -> Result {
            let session = try session(beginning: begin)
            do {
                let result = try body(session)
                try session.execute("COMMIT")
                return result
            } catch {
                if PQstatus(connection) == CONNECTION_OK, PQtransactionStatus(connection) != PQTRANS_IDLE {
                    try? session.execute("ROLLBACK")
                }
                // The next use connects again, so the state of this connection does not matter.
                if PQstatus(connection) != CONNECTION_OK || PQtransactionStatus(connection) != PQTRANS_IDLE {
                    close()
                }
                throw error
            }
        }

        /// Executes a statement outside transactions, and returns the values of its rows.
        func rows<Value: Sendable>(
            _ sql: String, _ values: [OrderValue] = [], _ body: @Sendable (any OrderRow) throws -> Value
        ) throws -> [Value] {
            let session = try Session(connection: open())
            do {
                return try session.rows(sql, values, body)
            } catch {
                if PQstatus(connection) != CONNECTION_OK { close() }
                throw error
            }
        }

        /// Executes a statement outside transactions.
        func execute(_ sql: String) throws { _ = try rows(sql) { _ in } }

        // MARK: Connection

        /// Begins a transaction. If the server has ended the connection in the meantime, connects again.
        private func session(beginning begin: String) throws -> Session {
            if let connection {
                let session = Session(connection: connection)
                do {
                    try session.execute(begin)
                    return session
                } catch {
                    guard PQstatus(connection) != CONNECTION_OK else { throw error }
                    close()
                }
            }
            let session = try Session(connection: open())
            try session.execute(begin)
            return session
        }

        private func open() throws -> OpaquePointer {
            if let connection {
                if PQstatus(connection) == CONNECTION_OK { return connection }
                close()
            }
            // What the address says takes precedence over the values before it.
            let names = [
                "connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
                "client_encoding", "application_name", "dbname",
            ]
            let values = ["5", "10000", "5", "2", "UTF8", "orders", address]
            let new = withCStrings(names) { names in
                withCStrings(values) { values in PQconnectdbParams(names, values, 1) }
            }
            guard let new else {
                throw DatabaseUnavailable(description: "There is no memory for a connection.")
            }
            guard PQstatus(new) == CONNECTION_OK else {
                defer { PQfinish(new) }
                throw DatabaseUnavailable(description: message(of: new))
            }
            // Notices would be written to standard error.
            PQsetNoticeProcessor(new, { _, _ in }, nil)
            connection = new
            do {
                try Session(connection: new).execute(
                    """
                    SELECT set_config('statement_timeout', '10s', false), set_config('TimeZone', 'UTC', false),
                        set_config('idle_in_transaction_session_timeout', '20s', false)
                    """)
            } catch {
                close()
                throw error
            }
            return new
        }

        private func close() {
            // The source must not outlive the descriptor of the connection.
            source?.cancel()
            source = nil
            PQfinish(connection)
            connection = nil
        }

        // MARK: Notifications

        /// Listens on a channel until the connection is lost.
        ///
        /// - Returns: A stream with one element for any number of notifications that have not been received yet.
        func notifications(on channel: String) throws -> AsyncStream<Void> {
            close()
            let connection = try open()
            try Session(connection: connection).execute("LISTEN \(channel)")
            let (stream, continuation) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let source = DispatchSource.makeReadSource(
                fileDescriptor: PQsocket(connection), queue: executor.queue)
            source.setEventHandler { [weak self] in self?.assumeIsolated { $0.receive(continuation) } }
            source.setCancelHandler { continuation.finish() }
            self.source = source
            source.activate()
            // Notifications that arrived before the answer to LISTEN
            receive(continuation)
            return stream
        }

        private func receive(_ continuation: AsyncStream<Void>.Continuation) {
            guard let connection else { return }
            let isOpen = PQconsumeInput(connection) == 1
            while let notification = PQnotifies(connection) {
                continuation.yield()
                PQfreemem(notification)
            }
            if !isOpen || PQstatus(connection) != CONNECTION_OK { close() }
        }
    }

    /// An open connection during a statement or a transaction.
    private struct Session: OrderConnection {
        let connection: OpaquePointer

        func rows<Value>(
            _ sql: String, _ values: [OrderValue], _ body: (any OrderRow) throws -> Value
        ) throws -> [Value] {
            let texts = values.map { value in
                switch value {
                case .integer(let number): String(number)
                case .text(let text): text
                }
            }
            let result = withCStrings(texts) { pointers in
                PQexecParams(connection, sql, Int32(texts.count), nil, pointers, nil, nil, 0)
            }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                return try (0..<PQntuples(result)).map { try body(ResultRow(result: result, row: $0)) }
            default:
                throw error(of: result)
            }
        }

        /// Returns the error of a statement. The class of its SQLSTATE tells whether the database is unavailable: 08 is the
        /// connection, 53 a lack of resources, and 57 an intervention, such as a time limit or a shutdown (PostgreSQL,
        /// appendix A). Without an answer of the server, there is no SQLSTATE.
        private func error(of result: OpaquePointer?) -> any Error {
            let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            let message = message(of: connection)
            let isUnavailable = state.map { ["08", "53", "57"].contains($0.prefix(2)) } ?? true
            return isUnavailable ? DatabaseUnavailable(description: message) : OrderDatabaseError(message)
        }

        func lock(_ order: Order.ID) throws {
            try execute("SELECT 1 FROM orders WHERE id = $1 FOR UPDATE", [.integer(order)])
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

    /// Returns the last error of a connection.
    private func message(of connection: OpaquePointer) -> String {
        // Some messages have several lines, but a line of a log has one.
        String(cString: PQerrorMessage(connection)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
