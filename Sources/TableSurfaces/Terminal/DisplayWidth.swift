/// The width of text in columns of a terminal.
///
/// The width is the sum over grapheme clusters: two columns for East Asian wide and fullwidth characters,
/// emoji, flags and keycaps, none for combining marks and invisible characters, one for the rest, characters
/// of ambiguous width among them unless the policy says otherwise. Within a cluster the rules are those of
/// the Python package wcwidth, which judges the tables: a spacing mark takes a column more, so does the
/// second half of a conjunct, U+FE0F makes a narrow emoji wide and U+FE0E changes nothing. A control
/// character counts one column, that of the symbol shown in its place.
///
/// The functions read UTF-8 where it lies. Every buffer must hold valid, whole UTF-8, as a `String`'s does;
/// decoding relies on it and checks nothing.
enum DisplayWidth {
    /// The number of columns that a text takes.
    static func width(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy = .standard
    ) -> Int {
        isPrintableASCII(utf8) ? utf8.count : width(of: utf8, scan(utf8, policy), policy)
    }

    /// The number of columns that a scanned text takes.
    static func width(
        of utf8: UnsafeBufferPointer<UInt8>, _ scan: Scan, _ policy: TextWidthPolicy
    ) -> Int {
        if scan.isSimple || !policy.joinsSequences { return scan.width }
        return scan.needsClusters ? clusterWidth(of: utf8, policy) : joinedWidth(of: utf8, policy)
    }

    /// Whether all bytes are in 0x20…0x7E, so that each is a column.
    static func isPrintableASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.firstOffset { ByteWord.not($0.isASCII(in: 0x20...0x7E)) } == utf8.count
    }

    /// What one pass over the scalars of a text tells.
    struct Scan {
        /// The sum of the scalars' widths in columns: that of the text when it `isSimple`.
        var width: Int
        fileprivate var highest: Entry
        fileprivate var startsWithMark: Bool

        /// Whether each scalar is a cluster of its own, none of them a control.
        var isSimple: Bool { highest.kind < .complex }
        /// Whether the width depends on where grapheme clusters end.
        fileprivate var needsClusters: Bool { highest.kind >= .regionalIndicator }
        /// Whether something may have to be replaced by a symbol, so that the text must not go to a terminal
        /// as it is: a control character, a joiner, or a mark at the start that has nothing to stand on.
        var mayNeedSymbols: Bool { highest.kind >= .joiner || startsWithMark }
    }

    /// Sums up scalars without looking for grapheme clusters.
    static func scan(_ utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy) -> Scan {
        var scan = Scan(width: 0, highest: Entry(rawValue: 0), startsWithMark: startsWithMark(utf8))
        var offset = 0
        while offset < utf8.count {
            if utf8[offset] &- 0x20 <= 0x5E {
                scan.width &+= 1
                offset &+= 1
                continue
            }
            if isIdeographStart(utf8[offset]) {
                scan.width &+= 2
                offset &+= 3
                continue
            }
            let entry = Entry(utf8.scalar(at: &offset))
            scan.width &+= entry.width(policy)
            if entry.rawValue > scan.highest.rawValue { scan.highest = entry }
        }
        return scan
    }

    @inline(__always)
    private static func startsWithMark(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = utf8.first, first >= 0xCC, !isIdeographStart(first) else { return false }
        var offset = 0
        return Entry(utf8.scalar(at: &offset)).isZeroWidth
    }

    /// Whether a byte starts one of U+4000...U+9FFF: three bytes, two columns, and nothing that joins it.
    @inline(__always)
    private static func isIdeographStart(_ byte: UInt8) -> Bool { byte &- 0xE4 < 6 }

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
            let entry = Entry(utf8.scalar(at: &offset))
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
            state.add(Entry(utf8.scalar(at: &offset)))
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
                let entry = Entry(utf8.scalar(at: &offset))
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
