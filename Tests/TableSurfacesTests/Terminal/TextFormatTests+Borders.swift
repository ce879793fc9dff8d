import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    /// The store with each border. A dot represents a space at the end of a line.
    static let pictures: [TextFormat.Border: String] = [
        .none: """
        Item   Count
        ············
        Fruit·······
        Apple      3
        Fig       12
        Total     15
        ············
        Nail     100
        """,
        .ascii: """
        +-------+-------+
        | Item  | Count |
        +-------+-------+
        | Fruit         |
        | Apple |     3 |
        | Fig   |    12 |
        +-------+-------+
        | Total |    15 |
        +-------+-------+
        | Nail  |   100 |
        +-------+-------+
        """,
        .light: """
        ┌───────┬───────┐
        │ Item  │ Count │
        ├───────┴───────┤
        │ Fruit         │
        │ Apple │     3 │
        │ Fig   │    12 │
        ├───────┼───────┤
        │ Total │    15 │
        ├───────┼───────┤
        │ Nail  │   100 │
        └───────┴───────┘
        """,
        .rounded: """
        ╭───────┬───────╮
        │ Item  │ Count │
        ├───────┴───────┤
        │ Fruit         │
        │ Apple │     3 │
        │ Fig   │    12 │
        ├───────┼───────┤
        │ Total │    15 │
        ├───────┼───────┤
        │ Nail  │   100 │
        ╰───────┴───────╯
        """,
        .heavy: """
        ┏━━━━━━━┳━━━━━━━┓
        ┃ Item  ┃ Count ┃
        ┣━━━━━━━┻━━━━━━━┫
        ┃ Fruit         ┃
        ┃ Apple ┃     3 ┃
        ┃ Fig   ┃    12 ┃
        ┣━━━━━━━╋━━━━━━━┫
        ┃ Total ┃    15 ┃
        ┣━━━━━━━╋━━━━━━━┫
        ┃ Nail  ┃   100 ┃
        ┗━━━━━━━┻━━━━━━━┛
        """,
        .double: """
        ╔═══════╦═══════╗
        ║ Item  ║ Count ║
        ╠═══════╩═══════╣
        ║ Fruit         ║
        ║ Apple ║     3 ║
        ║ Fig   ║    12 ║
        ╠═══════╬═══════╣
        ║ Total ║    15 ║
        ╠═══════╬═══════╣
        ║ Nail  ║   100 ║
        ╚═══════╩═══════╝
        """,
    ]

    @Test(arguments: TextFormat.Border.allCases)
    func `A border surrounds and separates columns, heads, rows, feet, and sections`(
        border: TextFormat.Border
    ) throws {
        let picture = try #require(Self.pictures[border]).replacing("·", with: " ") + "\n"

        #expect(try TextFormat(border: border).string(of: .store) == picture)
    }
}
