#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sample orders for an empty database, which are the same on every machine.
package struct SampleOrders {
    package let customers: [Customer]
    package let count: Int

    /// Creates 500 customers and a number of orders within two years.
    package init(count: Int) {
        self.count = count
        customers = (1...500).map { id in
            let group = Self.groups[id % Self.groups.count]
            let number = id / Self.groups.count
            let (name, city) = group.names[number % group.names.count]
            let form = group.forms[number / group.names.count % group.forms.count]
            return Customer(id: id, name: form.replacing("*", with: name), city: city)
        }
    }

    /// Calls a closure with each order, beginning with the oldest.
    package func forEachOrder(_ body: (Order) throws -> Void) rethrows {
        var random = SplitMix64(state: 4711)
        var (day, placed) = (-1, "")
        for index in 0..<count {
            if index * 730 / count != day {
                day = index * 730 / count
                // The first date is 2025-01-01.
                let date = Date(timeIntervalSince1970: 1_735_689_600 + Double(day) * 86_400)
                placed = date.formatted(.iso8601.year().month().day())
            }
            let customer = customers[random.next(below: customers.count)]
            let euros = 5 + random.next(below: 40) * random.next(below: 120)
            let total = euros * 100 + random.next(below: 20) * 5
            let status: OrderStatus =
                switch random.next(below: 100) {
                case ..<30: .open
                case ..<55: .paid
                case ..<85: .shipped
                case ..<92: .refunded
                default: .cancelled
                }
            let isPaid = status == .paid || status == .shipped
            try body(
                Order(
                    id: index + 1, customer: customer, placed: placed, total: total, status: status,
                    received: isPaid ? total : 0))
        }
    }

    /// The names and forms of companies by region. An asterisk in a form is replaced by the name.
    private static let groups: [(names: KeyValuePairs<String, String>, forms: [String])] = [
        (
            [
                "Müller": "Zürich", "Dvořák": "Praha", "Peña": "A Coruña", "Åkesson": "Malmö",
                "Łukasik": "Łódź", "O’Neill": "Galway", "Çelik": "İzmir", "Nuñez": "Cádiz",
                "Šimić": "Šibenik", "Bjørnsen": "Tromsø", "Lefèvre": "Besançon", "Kovács": "Győr",
                "Ibáñez": "Málaga",
            ],
            [
                "* & Söhne", "Casa *", "* Frères", "Atelier *", "* Oy", "* and Daughters", "Möbel *",
                "Librería *", "* Import", "Café *", "* Keramik", "* Tea House", "*",
            ]
        ),
        (
            [
                "さくら": "東京", "青山": "東京", "東洋": "大阪", "ひかり": "京都", "山田": "札幌", "清水": "静岡", "鈴木": "浜松",
                "みどり": "仙台", "大和": "奈良", "富士": "甲府", "若葉": "千葉", "松本": "長野", "花園": "京都",
            ],
            [
                "株式会社*", "*商店", "*製作所", "*茶舗", "*堂", "*書房", "有限会社*", "*工房", "*百貨店", "*酒造", "*家具", "*屋", "*",
            ]
        ),
        (
            [
                "한빛": "서울", "바다": "부산", "Ελπίδα": "Θεσσαλονίκη", "Νίκος": "Πάτρα", "Заря": "София",
                "Ольга": "Варна", "長城": "北京", "外灘": "上海", "Đặng": "Đà Nẵng", "Nguyễn": "Huế",
                "नेहा": "मुंबई", "שלום": "חיפה", "نور": "بيروت",
            ],
            [
                "* Trading", "* Co.", "* 2000", "* Foods", "* Textiles", "* & Co.", "* Books", "* Tools",
                "* Design", "* Export", "* Coffee", "* Paper", "*",
            ]
        ),
    ]
}

extension Order {
    /// The payments of a sample order, in cents.
    package var samplePayments: [Int] {
        switch status {
        case .paid, .shipped: [total]
        case .refunded: [total, -total]
        case .open, .cancelled: []
        }
    }
}

/// A small random generator with a fixed algorithm, so that its numbers never change (Steele, Lea and Flood,
/// 2014).
struct SplitMix64 {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
