extension EventName<Void> {
    /// A row was selected.
    public static var select: Self { Self("select") }

    /// A row was deselected.
    public static var deselect: Self { Self("deselect") }

    /// A row is touched, before it is known whether it will be selected.
    public static var highlight: Self { Self("highlight") }

    /// A row is no longer touched.
    public static var unhighlight: Self { Self("unhighlight") }

    /// A row, head or foot is about to be on show.
    public static var willDisplay: Self { Self("willDisplay") }

    /// A row, head or foot is no longer on show; its data is that which was shown, also when it was removed.
    public static var didEndDisplay: Self { Self("didEndDisplay") }

    /// A row begins to be edited by a person, as by a swipe.
    public static var beginEditing: Self { Self("beginEditing") }

    /// A row is no longer edited.
    public static var endEditing: Self { Self("endEditing") }

    /// A row or a section was removed by a batch; the event tells what it was.
    ///
    /// It comes from the row, or from the head of the section, which speaks for its rows. Surfaces that reload as
    /// a whole don't tell what went.
    public static var removed: Self { Self("removed") }

    /// The rows of a section came on show.
    public static var expand: Self { Self("expand") }

    /// The rows of a section were hidden.
    public static var collapse: Self { Self("collapse") }
}

extension EventContent {
    /// Whether the event comes by itself whenever a table is shown, scrolled or touched, so that nobody need
    /// listen: all that are built in but `select`.
    var isRoutine: Bool {
        let names: [EventName<Void>] = [
            .willDisplay, .didEndDisplay, .highlight, .unhighlight, .deselect, .beginEditing, .endEditing,
            .removed, .expand, .collapse,
        ]
        return names.contains(where: isNamed)
    }
}
