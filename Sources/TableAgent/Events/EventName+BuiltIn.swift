extension EventName<Void> {
    /// A row was selected.
    public static var select: Self { Self("select") }

    /// A row was deselected.
    public static var deselect: Self { Self("deselect", isRoutine: true) }

    /// A row is touched, before it is known whether it will be selected.
    public static var highlight: Self { Self("highlight", isRoutine: true) }

    /// A row is no longer touched.
    public static var unhighlight: Self { Self("unhighlight", isRoutine: true) }

    /// A row, head or foot is about to be on show.
    public static var willDisplay: Self { Self("willDisplay", isRoutine: true) }

    /// A row, head or foot is no longer on show; its data is that which was shown, also when it was removed.
    public static var didEndDisplay: Self { Self("didEndDisplay", isRoutine: true) }

    /// A row begins to be edited by a person, as by a swipe.
    public static var beginEditing: Self { Self("beginEditing", isRoutine: true) }

    /// A row is no longer edited.
    public static var endEditing: Self { Self("endEditing", isRoutine: true) }

    /// A row or a section was removed by a batch; the event tells what it was.
    ///
    /// It comes from the row, or from the head of the section, which speaks for its rows. Surfaces that
    /// reload as a whole don't tell what went.
    public static var removed: Self { Self("removed", isRoutine: true) }

    /// The rows of a section came on show.
    public static var expand: Self { Self("expand", isRoutine: true) }

    /// The rows of a section were hidden.
    public static var collapse: Self { Self("collapse", isRoutine: true) }
}
