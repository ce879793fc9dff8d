#if os(Linux)
    import Foundation
    import TableAgent
    import TableSurfaces
    import Testing

    /// Tests of sinks on a device that is always full.
    struct FullDiskTests {
        private let device = URL(fileURLWithPath: "/dev/full")

        /// Returns the code of the failed system call.
        private func code(_ step: () throws -> Void) -> Int32? {
            #expect(throws: WriteError.self, performing: step)?.posixCode
        }

        @Test(arguments: [TableInfo.store.rowCount, TableInfo.long.rowCount])
        func `A failed table throws to the caller and keeps the old one visible`(
            rowCount: Int
        ) throws {
            let table = rowCount < 100 ? TableInfo.store : TableInfo.long
            let handle = try FileHandle(forWritingTo: device)
            let sinks: [any ByteSink] = [
                FileSink(device), HandleSink(fileDescriptor: handle.fileDescriptor),
            ]
            for sink in sinks {
                let agent = Agent<TableInfo>()
                try? agent.attach(
                    GridContainer(.csv, to: sink), dataSource: DataSource(reformer: SameTable()))
                #expect(code { try agent.reload(table) } == ENOSPC)
                #expect(agent.tableInfo.sections.isEmpty)
            }
        }

        @Test func `A failed stream ends with the error`() throws {
            let stream = GridStream(CSVFormat(), columns: ["A"], to: FileSink(device))
            try stream.append("text", as: GridTitle.self)
            #expect(code { try stream.flush() } == ENOSPC)
            #expect(throws: TableError.self) { try stream.append("text", as: GridTitle.self) }
        }

        @Test(.enabled(if: getuid() == 0, "Only the superuser may give files away."))
        func `A file keeps its owner`() throws {
            let folder = try TemporaryFolder()
            let file = folder.file("table.csv")
            try Data("old".utf8).write(to: file)
            let attributes: [FileAttributeKey: Any] = [
                .ownerAccountID: 1234, .groupOwnerAccountID: 2345, .posixPermissions: 0o640,
            ]
            try FileManager.default.setAttributes(attributes, ofItemAtPath: file.path)

            _ = try Agent(GridContainer(.csv, to: FileSink(file)), rawData: .store, reformer: SameTable.self)

            let found = try FileManager.default.attributesOfItem(atPath: file.path)
            for key in attributes.keys { #expect(found[key] as? Int == attributes[key] as? Int) }
            #expect(try String(contentsOf: file, encoding: .utf8) == CSVFormat().string(of: .store))
        }
    }
#endif
