extension DisplayWidth {
    /// A run of text that no line break divides.
    ///
    /// It is an extended grapheme cluster, together with those after it that make no sense without it: ones
    /// that start with a scalar without a width, and Indic consonants that a virama joins to it. So every
    /// cluster but a text's first has a width, and none depends on what stands before it.
    struct Cluster {
        /// The length in bytes of UTF-8.
        var count = 0
        /// The columns that it takes.
        var width = 0
        /// Whether it starts with a wide character: a line may break before and after it.
        var isWide = false
    }

    /// The clusters of a text whose scan `isSimple`, in order.
    static func forEachScalar(
        in utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy, _ body: (Cluster) -> Void
    ) {
        var offset = 0
        while offset < utf8.count {
            let start = offset
            let entry = Entry(decode(utf8, &offset))
            body(Cluster(count: offset - start, width: entry.width(policy), isWide: entry.isWide))
        }
    }

    /// The number of columns of a text without regional indicators, joiners and controls.
    ///
    /// Only those need to know where a grapheme cluster ends: the state sees for itself what joins.
    static func joinedWidth(of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy) -> Int {
        var state = ClusterState(policy: policy)
        var offset = 0
        while offset < utf8.count {
            state.add(Entry(decode(utf8, &offset)))
        }
        return state.width
    }

    /// The number of columns of any text.
    static func clusterWidth(of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy) -> Int {
        var width = 0
        forEachCluster(in: utf8, policy) { width += $0.width }
        return width
    }

    /// The clusters of any text, in order.
    static func forEachCluster(
        in utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy = .standard,
        _ body: (Cluster) -> Void
    ) {
        // Swift's own segmentation needs a string.
        let text = String(decoding: utf8, as: UTF8.self)
        var cluster = Cluster()
        var state = ClusterState(policy: policy)
        var offset = 0
        var index = text.startIndex
        while offset < utf8.count {
            let next = text.index(after: index)
            let end = offset + text.utf8.distance(from: index, to: next)
            index = next
            let start = offset
            while offset < end {
                let scalarStart = offset
                let entry = Entry(decode(utf8, &offset))
                if scalarStart == start {
                    state.skipsNext = false
                    if start > 0, !state.isContinued(by: entry) {
                        cluster.width = state.width
                        body(cluster)
                        cluster = Cluster()
                        state = ClusterState(policy: policy)
                    }
                    if cluster.count == 0 { cluster.isWide = entry.isWide }
                }
                state.add(entry)
                cluster.count += offset - scalarStart
            }
        }
        if cluster.count > 0 {
            cluster.width = state.width
            body(cluster)
        }
    }

    /// The width of a cluster while its scalars go by, by the rules of `wcwidth.wcswidth`.
    private struct ClusterState {
        let policy: TextWidthPolicy
        private var sum = 0
        /// The kind of the last scalar that was given a width.
        private var last = Kind.plain
        /// Whether a selector or a spacing mark still finds a base to widen.
        private var hasBase = false
        /// Whether that base is wide without a selector, as an ambiguous one may be.
        private var isBaseWide = false
        private var isAfterVirama = false
        /// Whether a conjunct has started, which takes one column however many consonants join.
        private var isInConjunct = false
        /// Whether a joiner takes in the next scalar.
        var skipsNext = false

        var width: Int { sum + (isInConjunct ? 1 : 0) }

        init(policy: TextWidthPolicy) {
            self.policy = policy
        }

        /// Whether a grapheme cluster that starts with a scalar belongs to this cluster.
        func isContinued(by first: Entry) -> Bool {
            switch first.kind {
            case .consonant: isAfterVirama
            case .modifier: takesModifier
            default: first.isZeroWidth
            }
        }

        private var takesModifier: Bool {
            last == .pictographic || last == .emojiText || last == .regionalIndicator
        }

        mutating func add(_ entry: Entry) {
            guard !skipsNext else {
                skipsNext = false
                return
            }
            guard policy.joinsSequences else { return addAlone(entry) }
            switch entry.kind {
            case .joiner:
                skipsNext = !isAfterVirama
            case .emojiSelector where hasBase:
                if last == .emojiText || last == .keycap, !isBaseWide { sum += 1 }
                hasBase = false
            case .regionalIndicator where last == .regionalIndicator:
                break
            case .modifier where takesModifier:
                break
            case .consonant where isAfterVirama:
                isInConjunct = true
                setBase(.consonant)
            case .spacingMark where hasBase:
                sum += 1
                hasBase = false
                isAfterVirama = false
                isInConjunct = false
            default:
                addPlainly(entry)
            }
        }

        private mutating func addPlainly(_ entry: Entry) {
            guard !entry.isZeroWidth else {
                isAfterVirama = entry.kind == .virama
                return
            }
            let added = entry.width(policy)
            sum = width + added
            isInConjunct = false
            isBaseWide = added == 2
            setBase(entry.kind)
        }

        /// Adds a scalar on a terminal where none joins another; what belongs together stays known.
        private mutating func addAlone(_ entry: Entry) {
            sum += entry.width(policy)
            if entry.isZeroWidth {
                isAfterVirama = entry.kind == .virama
            } else if entry.kind != .modifier {
                setBase(entry.kind)
            }
        }

        private mutating func setBase(_ kind: Kind) {
            last = kind
            hasBase = true
            isAfterVirama = false
        }
    }
}
