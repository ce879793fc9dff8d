#if canImport(UIKit) && !os(watchOS)
    public import TableAgent

    extension EventName<Void> {
        /// The accessory button of a row's cell was tapped.
        public static var accessory: Self { Self("accessory") }

        /// A row is likely to come on show soon, so that what it needs may be loaded ahead.
        public static var prefetch: Self { Self("prefetch", isRoutine: true) }

        /// A row is no longer likely to come on show soon.
        public static var cancelPrefetch: Self { Self("cancelPrefetch", isRoutine: true) }
    }

    extension EventName<String> {
        /// A supplementary view of a row is about to be on show; the event carries its kind.
        public static var willDisplaySupplement: Self { Self("willDisplaySupplement", isRoutine: true) }

        /// A supplementary view of a row is no longer on show; the event carries its kind.
        public static var didEndDisplaySupplement: Self { Self("didEndDisplaySupplement", isRoutine: true) }
    }
#endif
