#if PostgreSQL
    import CLibPQ
    import Crypto
    import Dispatch
    import Foundation
    import Orders

    /// A connection to PostgreSQL, which works on a thread of its own, and connects again after it was lost.
    ///
    /// All waits are limited: five seconds to connect, and ten for a statement. The server ends a statement after this time.
    /// If the server does not do so either, the connection counts as lost after its time limit.
    actor PostgreSQLConnection {
        private let executor = QueueExecutor()
        private let address: String
        private let preparesStatements: Bool
        /// The open connection, or `nil` before the first use and after a loss.
        private var connection: LibPQConnection?
        /// The source of notifications, or `nil` if the connection does not listen.
        private var source: (any DispatchSourceRead)?

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// Creates a connection, which is opened by its first use.
        ///
        /// - Parameters:
        ///   - address: An address such as `postgres://user@host/database`.
        ///   - preparesStatements: Whether the server parses and plans a statement only once. This needs a connection of its
        ///     own: a pooler in transaction mode uses another one for each transaction.
        init(_ address: String, preparesStatements: Bool = true) {
            self.address = address
            self.preparesStatements = preparesStatements
        }

        isolated deinit { close() }

        /// Calls a closure in a transaction, which is committed when the closure returns.
        ///
        /// - Parameters:
        ///   - begin: The statement that begins the transaction.
        ///   - timeLimit: The time after which a connection without an answer to a statement is lost.
        ///   - attempts: The number of times that the closure is called if the server rolls back the transaction because of
        ///     another one.
        /// - Throws: ``DatabaseUnavailable`` if the connection is lost. If this happens during the commit, the transaction may
        ///   have been committed.
        func transaction<Result: Sendable>(
            _ begin: String, timeLimit: Duration = .seconds(15), attempts: Int = 3,
            _ body: @Sendable (any OrderConnection) throws -> Result
        ) throws -> Result {
            let connection = try beginTransaction(begin)
            connection.timeLimit = timeLimit
            defer { connection.timeLimit = .seconds(15) }
            do {
                let result = try body(connection)
                // PostgreSQL answers the COMMIT of a failed transaction without an error.
                guard connection.isInTransaction else {
                    throw OrderDatabaseError(
                        "A statement of the transaction failed, so it was not committed.")
                }
                try connection.execute("COMMIT")
                return result
            } catch {
                if connection.isOpen, !connection.isIdle { try? connection.execute("ROLLBACK") }
                // The next use connects again, so the state of this connection does not matter.
                if !connection.isOpen || !connection.isIdle { close() }
                let isConflict = (error as? OrderDatabaseError)?.isConflict ?? false
                guard isConflict, attempts > 1 else { throw error }
                return try transaction(begin, timeLimit: timeLimit, attempts: attempts - 1, body)
            }
        }

        /// Executes a statement outside transactions, and returns the values of its rows.
        func rows<Value: Sendable>(
            _ sql: String, _ values: [OrderValue] = [], timeLimit: Duration = .seconds(15),
            as body: @Sendable (any OrderRow) throws -> Value
        ) throws -> [Value] {
            let connection = try connect()
            connection.timeLimit = timeLimit
            defer { connection.timeLimit = .seconds(15) }
            do {
                return try connection.rows(sql, values, as: body)
            } catch {
                if !connection.isOpen { close() }
                throw error
            }
        }

        /// Executes a statement outside transactions.
        func execute(_ sql: String) throws { _ = try rows(sql) { _ in } }

        // MARK: Connection

        /// Begins a transaction. If the server has ended the connection in the meantime, connects again.
        private func beginTransaction(_ begin: String) throws -> LibPQConnection {
            if let connection {
                do {
                    try connection.execute(begin)
                    return connection
                } catch {
                    guard !connection.isOpen else { throw error }
                    close()
                }
            }
            let connection = try connect()
            try connection.execute(begin)
            return connection
        }

        private func connect() throws -> LibPQConnection {
            if let connection {
                if connection.isOpen { return connection }
                close()
            }
            let new = try LibPQConnection(address, preparesStatements: preparesStatements)
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
            connection = new
            return new
        }

        private func close() {
            // The source must not outlive the descriptor of the connection.
            source?.cancel()
            source = nil
            connection?.close()
            connection = nil
        }

        // MARK: Notifications

        /// Listens on a channel until the connection is lost.
        ///
        /// - Returns: A stream with one element for any number of notifications that have not been received yet.
        func notifications(on channel: String) throws -> AsyncStream<Void> {
            close()
            let connection = try connect()
            try connection.execute("LISTEN \(channel)")
            let (stream, continuation) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let source = DispatchSource.makeReadSource(
                fileDescriptor: connection.descriptor, queue: executor.queue)
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
            if connection.receiveNotifications() { continuation.yield() }
            if !connection.isOpen { close() }
        }
    }

    /// An open connection. Only its ``PostgreSQLConnection`` uses it.
    private final class LibPQConnection: OrderConnection {
        private let connection: OpaquePointer
        /// The names of the statements that the server has prepared, by their text.
        private var prepared: [String: String] = [:]
        private let preparesStatements: Bool
        /// Whether the server gave no answer in time.
        private var isLost = false
        /// The time within which the server must answer a statement.
        var timeLimit = Duration.seconds(15)

        init(_ address: String, preparesStatements: Bool) throws {
            self.preparesStatements = preparesStatements
            // The messages of libpq about an address that it can't parse have parts of the password.
            guard let options = PQconninfoParse(address, nil) else {
                throw OrderDatabaseError(
                    "The address is invalid; it should be like postgres://user@host/database.")
            }
            PQconninfoFree(options)
            // Options in the address override these defaults.
            let names = [
                "connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
                "keepalives_count", "client_encoding", "application_name", "target_session_attrs", "dbname",
            ]
            // A standby server may lack the last commits.
            let values = ["5", "10000", "5", "2", "3", "UTF8", "orders", "read-write", address]
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
            // Discards notices, which libpq would write to standard error.
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
        }

        /// Closes the connection, which is the last use of this object.
        func close() { PQfinish(connection) }

        var isOpen: Bool { !isLost && PQstatus(connection) == CONNECTION_OK }
        var isIdle: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }
        var isInTransaction: Bool { PQtransactionStatus(connection) == PQTRANS_INTRANS }
        var descriptor: Int32 { PQsocket(connection) }

        /// The last error, as one line.
        private var message: String {
            String(cString: PQerrorMessage(connection)).split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
        }

        func rows<Value>(
            _ sql: String, _ values: [OrderValue], isKept: Bool, as body: (any OrderRow) throws -> Value
        ) throws -> [Value] {
            let sql = isKept ? sql : sql.replacing("COLLATE BINARY", with: "COLLATE \"C\"")
            let texts = values.map { value in
                switch value {
                case .integer(let number): String(number)
                case .text(let text): text
                }
            }
            let name = isKept && preparesStatements && !texts.isEmpty ? try prepare(sql) : nil
            let isSent = withCStrings(texts) { pointers in
                let count = Int32(texts.count)
                return name.map { PQsendQueryPrepared(connection, $0, count, pointers, nil, nil, 0) }
                    ?? PQsendQueryParams(connection, sql, count, nil, pointers, nil, nil, 0)
            }
            let result = try answer(to: isSent)
            defer { PQclear(result) }
            try check(result)
            return try (0..<PQntuples(result)).map { try body(ResultRow(result: result, row: $0)) }
        }

        /// Returns the name of a prepared statement. The server parses and plans a statement once for a connection.
        ///
        /// The name is a hash of the text, so that a pooler that mixes up connections can't execute another statement.
        private func prepare(_ sql: String) throws -> String {
            if let name = prepared[sql] { return name }
            let name = SHA256.hash(data: Array(sql.utf8)).prefix(16).map { String(format: "%02x", $0) }
                .joined()
            let result = try answer(to: PQsendPrepare(connection, name, sql, 0, nil))
            defer { PQclear(result) }
            try check(result)
            prepared[sql] = name
            return name
        }

        /// Waits for the last result of a statement.
        ///
        /// - Parameter isSent: 1 if the statement was sent.
        private func answer(to isSent: Int32) throws -> OpaquePointer? {
            guard isSent == 1 else { throw DatabaseUnavailable(description: message) }
            let end = ContinuousClock.now + timeLimit
            var last: OpaquePointer?
            while true {
                while PQisBusy(connection) == 1 {
                    let rest = Int32((end - .now) / .milliseconds(1))
                    var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    let count = rest > 0 ? poll(&descriptor, 1, rest) : 0
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else {
                        PQclear(last)
                        isLost = true
                        throw DatabaseUnavailable(
                            description: "The server has not answered for \(timeLimit).")
                    }
                    // After a failure, the result has the error.
                    if PQconsumeInput(connection) == 0 { break }
                }
                guard let result = PQgetResult(connection) else { return last }
                PQclear(last)
                last = result
            }
        }

        /// Throws the error of a statement, if it has failed.
        ///
        /// The first two characters of SQLSTATE tell whether the database is unavailable (PostgreSQL, appendix A). 08 is the
        /// connection, 53 is a lack of resources, and 57 is an intervention, such as a time limit or a shutdown. If the server
        /// gave no answer, there is no SQLSTATE. 40 is a transaction that was rolled back because of another one, such as a
        /// deadlock, and 55P03 is a lock that was not free within `lock_timeout`.
        private func check(_ result: OpaquePointer?) throws {
            guard ![PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else { return }
            let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            let isUnavailable = state.map { ["08", "53", "57"].contains($0.prefix(2)) } ?? true
            if isUnavailable { throw DatabaseUnavailable(description: message) }
            let isConflict = state.map { $0.hasPrefix("40") || $0 == "55P03" } ?? false
            throw OrderDatabaseError(message, isConflict: isConflict)
        }

        /// The savepoint keeps the transaction after the time limit, and restores the limit.
        func within<Result>(_ time: Duration, _ body: () throws -> Result) throws -> Result? {
            try execute("SAVEPOINT limited")
            try execute("SET LOCAL statement_timeout = \(max(1, Int(time / .milliseconds(1))))")
            var result: Result?
            do {
                result = try body()
            } catch let error as DatabaseUnavailable {
                guard isOpen else { throw error }
            }
            try execute("ROLLBACK TO SAVEPOINT limited")
            return result
        }

        func lock(_ order: Order.ID) throws {
            try execute("SELECT 1 FROM orders WHERE id = $1 FOR UPDATE", [.integer(order)])
        }

        /// Reads what the server has sent, and returns whether there were notifications.
        func receiveNotifications() -> Bool {
            // A failure changes the status of the connection. The first call can leave the end of the connection unread, of
            // which no event tells any more.
            for _ in 0..<2 { PQconsumeInput(connection) }
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
                throw OrderDatabaseError("Column \(column) of a row should be a number, but is “\(text)”.")
            }
            return number
        }

        func text(_ column: Int) throws -> String {
            guard PQgetisnull(result, row, Int32(column)) == 0,
                let text = PQgetvalue(result, row, Int32(column))
            else { throw OrderDatabaseError("Column \(column) of a row has no value.") }
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
