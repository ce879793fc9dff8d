/// Some rows of a list in another order: 4 bytes for each row.
///
/// All rows have the same item. The list is shared, so a new order neither copies nor reads its data, and the rows of a new
/// list of data are always the new ones.
final class OrderedRun<View>: ViewRun<View> {
    /// The list of rows.
    let base: RunSlices

    /// The indices of the rows in the list.
    let order: ArraySlice<UInt32>

    /// Creates a run of rows that fill one type of view.
    ///
    /// - Parameter order: The indices of the rows; at least one.
    init(_ order: ArraySlice<UInt32>, of base: RunSlices) {
        self.base = base
        self.order = order
        super.init(
            count: order.count, item: base.element(ofRow: Int(order[order.startIndex])).run.item,
            isRenewed: false,
            follow: { old, new, start, limit, row, changed in
                old.followEach(new, from: start, limit: limit, row: row, changed: &changed)
            },
            idHash: { run, index in
                let (run, index) = run.source(of: index)
                return run.idHash(at: index)
            },
            operations: { OrderedRun.makeOperations() },
            fill: { run, index, view, section in
                let (run, index) = run.source(of: index)
                let typed = unsafeDowncast(run, to: ViewRun<View>.self)
                typed.fill(typed, index, &view, section)
            })
    }

    private static func typed(_ run: Run) -> OrderedRun { unsafeDowncast(run, to: OrderedRun.self) }

    override var isOrdered: Bool { true }

    override func source(of index: Int) -> (run: Run, index: Int) {
        let row = Int(order[order.startIndex &+ index])
        if base.slices.count == 1 { return (base.slices[0].run, base.slices[0].index(of: row)) }
        let element = base.element(ofRow: row)
        return (element.run, element.index)
    }

    private static func makeOperations() -> RunOperations {
        /// Calls an operation of the run of a row.
        func call<Result>(
            _ run: Run, at index: Int, _ body: (RunOperations, Run, Int) -> Result
        ) -> Result {
            let (run, index) = run.source(of: index)
            return body(run.operations, run, index)
        }
        return RunOperations(
            id: { run, index in call(run, at: index) { $0.id($1, $2) } },
            data: { run, index in call(run, at: index) { $0.data($1, $2) } },
            context: { run, index in call(run, at: index) { $0.context($1, $2) } },
            // The elements are in no array, so a reader takes them one by one.
            elements: { _ in () },
            fillObject: { run, index, object, section in
                call(run, at: index) { $0.fillObject($1, $2, object, section) }
            },
            replacing: { run, index, data in call(run, at: index) { $0.replacing($1, $2, data) } },
            copy: { run, range, isRenewed in
                if range.count == 1 {
                    return call(run, at: range.lowerBound) { $0.copy($1, $2..<$2 + 1, isRenewed) }
                }
                let run = typed(run)
                let start = run.order.startIndex
                let order = run.order[start + range.lowerBound..<start + range.upperBound]
                return OrderedRun(order, of: isRenewed ? run.base.renewed : run.base)
            },
            join: { _ in nil })
    }
}
