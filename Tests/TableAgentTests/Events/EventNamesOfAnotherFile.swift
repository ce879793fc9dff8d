import TableAgent

/// The names of another table, with the same text in another file.
enum EventNamesOfAnotherFile {
    static let pay = EventName<Int>("pay")
}
