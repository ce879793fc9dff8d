#if canImport(SwiftUI) && !canImport(ShimmedTableAgentUIKit)
    import SwiftUI
    import UIKit

    /// An app with one screen for each feature that only a device can show.
    @main
    struct DemoApp: App {
        var body: some Scene {
            WindowGroup {
                TabView {
                    Screens().ignoresSafeArea().tabItem { Label("UIKit", systemImage: "list.bullet") }
                    OrdersView().tabItem { Label("SwiftUI", systemImage: "swift") }
                }
            }
        }
    }

    private struct Screens: UIViewControllerRepresentable {
        func makeUIViewController(context: Context) -> UINavigationController {
            UINavigationController(rootViewController: ScreenList())
        }

        func updateUIViewController(_ controller: UINavigationController, context: Context) {}
    }
#endif
