import TableAgent

/// The one adapter between the ledger and any surface: a section for each customer.
struct LedgerReformer: StatelessReformer {
    func reform(_ ledger: Ledger) -> TableInfo {
        TableInfo(columns: [
            "Order", "Date", "Article", GridColumn("Qty", alignment: .right),
            GridColumn("Amount", alignment: .right), "Status",
        ]) {
            for customer in ledger.customers {
                Section(id: customer.id) {
                    Head(customer, as: CustomerTitle.self)
                    Rows(customer.orders, as: OrderLine.self)
                    Foot(customer, as: TotalLine.self)
                }
            }
        }
    }
}
