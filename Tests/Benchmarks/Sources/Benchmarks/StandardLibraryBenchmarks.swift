import Foundation

/// The standard library's functions for the same work, for comparison.
enum StandardLibraryBenchmarks {
    static var all: [Benchmark] {
        [
            Benchmark(
                name: "standard library/difference.inferringMoves 5k -1k +1k ~200",
                baselineName: "hashing every id"
            ) {
                var random = SeededGenerator()
                let old = Edit.articles(5000, &random)
                var new = old
                Edit.block(deleting: 2000..<3000, inserting: 1000, at: 3000, shuffling: 0..<200)(
                    &new, &random)
                let edited = new
                return (
                    baseline: { hash(old) ^ hash(edited) },
                    measured: {
                        edited.map(\.id).difference(from: old.map(\.id)).inferringMoves().count
                    }
                )
            },
            Benchmark(
                name: "standard library/Dictionary of 100k ids", baselineName: "hashing every id"
            ) {
                var random = SeededGenerator()
                let articles = Edit.articles(100_000, &random)
                return (
                    baseline: { hash(articles) },
                    measured: {
                        Dictionary(uniqueKeysWithValues: zip(articles.lazy.map(\.id), 0...)).count
                    }
                )
            },
        ]
    }
}
