public import TableAgent

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension GridLine {
    /// Adds a cell with an instant in UTC, such as `2026-10-19T08:30:00Z`, to the millisecond if it is not a whole second.
    ///
    /// ```swift
    /// line.date(order.placed, shown: order.placed.formatted(date: .abbreviated, time: .shortened))
    /// ```
    ///
    /// A date before 1583 or after 9999 becomes a text cell with the seconds since 1970, because calendars differ there.
    @_disfavoredOverload
    public mutating func date(
        _ date: Date?, shown: String? = nil, link: String? = nil, role: GridRole = .plain
    ) {
        let milliseconds = date.map { ($0.timeIntervalSince1970 * 1_000).rounded() } ?? 0
        let style = Date.ISO8601FormatStyle(
            includingFractionalSeconds: milliseconds.remainder(dividingBy: 1_000) != 0)
        append(
            date.map { _ in Date(timeIntervalSince1970: milliseconds / 1_000) }, in: style, shown: shown,
            link: link, role: role)
    }

    /// Adds a cell with the day of a date in a time zone, such as `2026-10-19`.
    ///
    /// - Parameters:
    ///   - date: The date; `nil` for a missing value.
    ///   - timeZone: The time zone. The same instant is on two days in different zones.
    ///   - shown: The text for people; by default the day as it is written here.
    ///   - link: An address that the cell leads to.
    ///   - role: The meaning of the cell for people.
    public mutating func day(
        _ date: Date?, in timeZone: TimeZone, shown: String? = nil, link: String? = nil,
        role: GridRole = .plain
    ) {
        let style = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day().dateSeparator(.dash)
        append(date, in: style, shown: shown, link: link, role: role)
    }

    private mutating func append(
        _ date: Date?, in style: Date.ISO8601FormatStyle, shown: String?, link: String?, role: GridRole
    ) {
        let seconds = date?.timeIntervalSince1970 ?? 0
        // The Gregorian calendar, in any time zone, as long as years have four digits.
        guard (-12_212_460_000..<253_402_200_000).contains(seconds) else {
            return text("\(seconds)", shown: shown, link: link, role: role)
        }
        self.date(date.map { $0.formatted(style) }, shown: shown, link: link, role: role)
    }
}
