#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// The accessory at the trailing edge of a system cell.
    public enum GridAccessory {
        /// No accessory.
        case none
        /// A chevron, for a row that opens another view.
        case disclosure
        /// A button that sends `accessory`.
        case detail
        /// A checkmark.
        case checkmark
        /// A switch that sends an event with its new value. Its value is that of the data when the row is filled, so if you refuse the
        /// event, fill the row again: `try agent.edit { try $0.reloadRow(.id(id)) }`. On tvOS, which has no switches, the cell has
        /// no accessory.
        case toggle(isOn: Bool, event: EventName<Bool>)
        /// A view of the app, which the closure makes whenever the cell is filled.
        case custom(@MainActor () -> UIView)
    }

    extension UITableViewCell {
        /// Shows an accessory.
        ///
        /// - Parameters:
        ///   - isReused: Whether the cell may have shown another row.
        ///   - sender: Returns the event source of the row that the cell shows.
        func show(_ accessory: GridAccessory, isReused: Bool, sender: @escaping () -> EventSource?) {
            accessoryView = accessory.view(replacing: accessoryView, isReused: isReused, sender: sender)
            switch accessory {
            case .none, .toggle, .custom: accessoryType = .none
            case .disclosure: accessoryType = .disclosureIndicator
            case .checkmark: accessoryType = .checkmark
            case .detail:
                #if os(tvOS)
                    accessoryType = .none
                #else
                    accessoryType = .detailButton
                #endif
            }
        }
    }

    extension GridAccessory {
        /// Returns the accessory of a list cell.
        ///
        /// - Parameters:
        ///   - old: The accessories of the cell.
        ///   - isReused: Whether the cell may have shown another row.
        ///   - sender: Returns the event source of the row that the cell shows.
        @MainActor func cellAccessory(
            replacing old: [UICellAccessory], isReused: Bool, sender: @escaping () -> EventSource?
        ) -> UICellAccessory? {
            switch self {
            case .none: return nil
            case .disclosure: return .disclosureIndicator()
            case .detail: return .detail(actionHandler: { sender()?.post(.accessory) })
            case .checkmark: return .checkmark()
            case .toggle, .custom:
                let oldView = old.lazy.compactMap { accessory in
                    if case .customView(let view) = accessory.accessoryType { view } else { nil }
                }.first
                return view(replacing: oldView, isReused: isReused, sender: sender).map {
                    .customView(configuration: .init(customView: $0, placement: .trailing()))
                }
            }
        }

        /// Returns the view of the accessory. A switch that was there already stays, so that its movement goes on.
        @MainActor fileprivate func view(
            replacing old: UIView?, isReused: Bool, sender: @escaping () -> EventSource?
        ) -> UIView? {
            switch self {
            case .none, .disclosure, .detail, .checkmark: return nil
            case .custom(let make): return make()
            case .toggle(let isOn, let event):
                #if os(tvOS)
                    return nil
                #else
                    let view = old as? RowSwitch ?? RowSwitch.make()
                    view.send = { sender()?.post(event, $0) }
                    view.setOn(isOn, animated: !isReused)
                    return view
                #endif
            }
        }
    }

    #if !os(tvOS)
        /// A switch that sends an event of its row.
        private final class RowSwitch: UISwitch {
            var send: ((Bool) -> Void)?

            static func make() -> RowSwitch {
                let view = RowSwitch(frame: .zero)
                view.addAction(
                    UIAction { [weak view] _ in view.map { $0.send?($0.isOn) } }, for: .valueChanged)
                return view
            }
        }
    #endif
#endif
