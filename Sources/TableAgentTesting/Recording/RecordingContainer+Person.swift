public import TableAgent

/// What a person does with a surface. Each of these throws a `TableError` with the code `notAttached` without
/// an agent, and `positionOutOfRange` when no row is on show there.
extension RecordingContainer {
    /// Selects a row, unless the event delegate refuses.
    ///
    /// - Parameter position: The row's position.
    public func select(_ position: RowPosition) throws {
        let source = try requireSource(at: position)
        guard source.shouldSelect(), let position = source.position else { return }
        deselect(position)
        selection.append(source)
        source.post(.select)
    }

    /// Touches a row: it is highlighted while the finger is down, and then selected, or deselected if it was
    /// selected.
    ///
    /// - Parameter position: The row's position.
    public func touch(_ position: RowPosition) throws {
        let source = try requireSource(at: position)
        source.post(.highlight)
        source.post(.unhighlight)
        // Whoever listens may have let the row go, or hidden it.
        guard let position = source.position, isOnShow(position) else { return }
        guard selectedRows.contains(position) else { return try select(position) }
        guard source.shouldDeselect(), let position = source.position else { return }
        deselect(position)
        source.post(.deselect)
    }

    /// Chooses an action of a row; by a swipe, the row is edited meanwhile.
    ///
    /// - Parameters:
    ///   - title: The action's title.
    ///   - place: Where it is offered.
    ///   - position: The row's position.
    /// - Throws: `TableError` with the code `actionNotOffered` when the row has no such action there.
    public func choose(_ title: String, _ place: RowActionPlace, at position: RowPosition) throws {
        let source = try requireSource(at: position)
        let actions = panel?.tableInfo.row(at: position)?.actions(place) ?? []
        guard let action = actions.first(where: { $0.title == title }) else {
            let offered = actions.isEmpty ? "none" : actions.map(\.title).joined(separator: ", ")
            throw TableError(
                .actionNotOffered,
                "The row at \(position) offers no \(place) action “\(title)”; it offers \(offered).",
                position: position)
        }
        if place != .menu { source.post(.beginEditing) }
        source.perform(action)
        if place != .menu { source.post(.endEditing) }
    }

    /// Scrolls as little as needed to have a row on show.
    ///
    /// - Parameter position: The row's position.
    /// - Complexity: O(sections + height).
    public func scroll(to position: RowPosition) throws {
        _ = try requireSource(at: position)
        if let panel { try window?.scroll(to: position, on: panel) }
    }

    private func isOnShow(_ position: RowPosition) -> Bool {
        panel?.tableInfo.section(at: position.section)?.isCollapsed == false
    }

    private func requireSource(at position: RowPosition) throws -> EventSource {
        guard let panel else {
            throw TableError(
                .notAttached,
                "\(surfaceName) is attached to no agent; attach one before a person uses it.")
        }
        let source = try panel.source(.row(at: position))
        guard isOnShow(position) else {
            throw TableError(
                .positionOutOfRange,
                "The row at \(position) is hidden, since its section is collapsed; expand that first.",
                position: position)
        }
        return source
    }
}

extension TableError.Code {
    /// The row does not offer the action that was chosen.
    public static let actionNotOffered = Self(rawValue: "actionNotOffered")
}
