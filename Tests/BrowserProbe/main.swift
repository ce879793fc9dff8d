import TableAgent
import TableBrowser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads `--name value` from the arguments.
func option(_ name: String) -> String? {
    guard let index = CommandLine.arguments.firstIndex(of: "--\(name)") else { return nil }
    return CommandLine.arguments.dropFirst(index + 1).first
}

switch CommandLine.arguments.dropFirst().first {
case "live":
    var options = Live.Options()
    options.rows = option("rows").flatMap { Int($0) } ?? options.rows
    options.sections = option("sections").flatMap { Int($0) } ?? options.sections
    options.rate = option("rate").flatMap { Double($0) } ?? 0
    options.texts = option("texts").flatMap { Order.Texts(rawValue: $0) } ?? .plain
    options.fault = option("fault")
    options.mirror = option("mirror").flatMap { Int32($0) }
    options.isPlain = CommandLine.arguments.contains("--plain") ? true : nil
    if options.fault == "handler" { Live.handleTermination() }
    do {
        try await Live(options).run()
    } catch let error as TableError where error.code == .browsingEnded {
        // A handler of the program has received the signal.
    } catch {
        write(Array("\(error)\n".utf8), to: STDERR_FILENO)
        exit(2)
    }
case "screens":
    let numbers = CommandLine.arguments.dropFirst(2).compactMap(UInt64.init)
    guard numbers.count == 2 else { fatalError("usage: BrowserProbe screens SEED COUNT") }
    try screens(seed: numbers[0], count: Int(numbers[1]))
default:
    write(Array("usage: BrowserProbe live [--rows N] [--sections N] [--rate N] …\n".utf8), to: STDERR_FILENO)
    exit(2)
}
