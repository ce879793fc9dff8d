#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// An item whose view is a content configuration, such as a `UIHostingConfiguration` with a view of SwiftUI.
    ///
    /// ```swift
    /// @MainActor
    /// enum CustomerContent: @MainActor ContentItem {
    ///     static func content(for customer: Customer, in context: ContentContext) -> UIListContentConfiguration {
    ///         var content = UIListContentConfiguration.subtitleCell()
    ///         content.text = customer.name
    ///         return content
    ///     }
    /// }
    /// ```
    ///
    /// Cells, heads, and feet of both containers show the configuration. UIKit keeps the content view as long as the
    /// configuration has the same type.
    public protocol ContentItem<Data>: TableItem where View: UIContentConfiguration, Context == Void {
        // Restated, so that the compiler infers them from the method.
        associatedtype Data
        associatedtype View
        associatedtype Context = Void

        /// Returns the content of a row, head, or foot.
        ///
        /// - Parameters:
        ///   - data: The data.
        ///   - context: The event source, and the state of the section.
        static func content(for data: Data, in context: ContentContext) -> View

        /// Returns the accessory of a row. The default is ``GridAccessory/none``.
        static func accessory(for data: Data) -> GridAccessory
    }

    extension ContentItem {
        /// Default implementation. Returns no accessory.
        public static func accessory(for data: Data) -> GridAccessory { .none }

        /// Default implementation. Replaces the configuration.
        public static func fill(_ view: inout View, with data: Data) {
            view = content(for: data, in: ContentContext())
        }
    }

    extension ContentItem where Self: SectionItem {
        /// Default implementation. Replaces the configuration.
        public static func fill(_ view: inout View, with data: Data) {
            view = content(for: data, in: ContentContext())
        }

        /// Default implementation. Replaces the configuration.
        public static func fill(_ view: inout View, with data: Data, in section: SectionState) {
            view = content(for: data, in: ContentContext(section: section))
        }
    }

    /// The surroundings of the data that a ``ContentItem`` shows.
    public struct ContentContext {
        /// The source of the events of the row, head, or foot. It is `nil` outside a container.
        public var source: EventSource?

        /// The state of the section, for a head or foot. An item that shows it also conforms to `SectionItem`.
        public var section = SectionState()

        /// Creates a context.
        public init(source: EventSource? = nil, section: SectionState = SectionState()) {
            self.source = source
            self.section = section
        }
    }
#endif
