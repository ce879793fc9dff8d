import TableAgent

/// Stands for another table's file that happens to use the same word.
enum EventNamesOfAnotherFile {
    static let pay = EventName<Int>("pay")
}
