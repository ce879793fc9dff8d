import TableAgent
import TableSurfaces

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TableQuery {
    /// Reads a query that ``save(to:)`` has written, or that a program has written as JSON.
    init(contentsOf path: String) throws(InputError) {
        let file = try InputFile(contentsOf: path)
        let problem: String
        do {
            self = try JSONDecoder().decode(TableQuery.self, from: Data(file.bytes))
            switch page?.start {
            case .after, .before: problem = "a page after or before a text is for a database; write an offset"
            case nil, .first, .last, .offset:
                guard columns == [] else { return }
                problem = "the list of columns is empty; name a column, or leave out the list for all"
            }
        } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context)
        {
            problem = context.debugDescription
        } catch DecodingError.keyNotFound(let key, _) {
            problem = "the member \(key.stringValue.quoted()) is missing"
        } catch {
            problem = "\(error)"
        }
        throw InputError(file: file.name, reason: "this is no query: \(problem)")
    }

    /// Writes the query as JSON.
    func save(to path: String) throws(InputError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let sink = FileSink(URL(fileURLWithPath: path))
            try sink.write(Array(encoder.encode(self)) + [UInt8(ascii: "\n")])
            try sink.finish()
        } catch {
            let reason = (error as? WriteError)?.reason ?? "\(error)"
            throw InputError(file: path, reason: "the query can't be written: \(reason)")
        }
    }
}
