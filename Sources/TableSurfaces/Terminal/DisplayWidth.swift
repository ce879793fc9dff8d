/// The width of text in columns of a terminal.
///
/// The width of a text is the sum of the widths of its grapheme clusters. East Asian wide and fullwidth
/// characters, emoji, flags and keycaps take two columns. Combining marks and invisible characters take no
/// column. Other characters take one column, including characters of ambiguous width unless the policy says
/// otherwise.
///
/// Within a cluster, the rules are those of the Python package wcwidth, against which the tables are tested.
/// A spacing mark adds a column, and so does the second half of a conjunct. U+FE0F makes a narrow emoji wide,
/// and U+FE0E changes nothing. A control character takes one column, the width of its symbol.
///
/// The functions read UTF-8 in place. Every buffer must contain valid, complete UTF-8, as in a `String`; the
/// decoder checks nothing.
package enum DisplayWidth {
    /// Returns the width of a text in columns.
    package static func width(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy = .standard
    ) -> Int {
        width(of: utf8, scan(utf8, policy), policy)
    }

    /// Returns the width of a scanned text in columns.
    @inline(__always)
    static func width(
        of utf8: UnsafeBufferPointer<UInt8>, _ scan: Scan, _ policy: TextFormat.WidthPolicy
    ) -> Int {
        scan.isSimple || !policy.joinsSequences ? scan.width : joinedWidth(of: utf8, scan, policy)
    }

    /// Returns the width in columns of a text in which scalars join others.
    ///
    /// Only regional indicators and joiners require the ends of grapheme clusters; the state detects all
    /// other joins.
    private static func joinedWidth(
        of utf8: UnsafeBufferPointer<UInt8>, _ scan: Scan, _ policy: TextFormat.WidthPolicy
    ) -> Int {
        if scan.needsClusters {
            var width = 0
            forEachCluster(in: utf8, policy) { width += $0.width }
            return width
        }
        var state = ClusterState(policy: policy)
        var offset = 0
        while offset < utf8.count { state.add(Entry(utf8.scalar(at: &offset))) }
        return state.width
    }

    /// Returns whether all bytes are in 0x20…0x7E, so that each byte takes one column.
    package static func isPrintableASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.firstOffset { ByteWord.not($0.isASCII(in: 0x20...0x7E)) } == utf8.count
    }

    /// The result of one pass over the scalars of a text.
    struct Scan {
        /// The sum of the widths of the scalars in columns, which is the width of the text if `isSimple` is
        /// `true`.
        var width: Int
        fileprivate var highest = Entry(rawValue: 0)
        fileprivate var startsWithMark = false

        /// Whether each scalar is a cluster of its own and no scalar is a control.
        var isSimple: Bool { highest.kind < .complex }
        /// Whether the width depends on where grapheme clusters end.
        fileprivate var needsClusters: Bool { highest.kind >= .regionalIndicator }
        /// Whether the text may contain a scalar that a symbol must replace before a terminal receives the
        /// text. Such a scalar is a control character, a joiner, or a mark at the start that has no base.
        var mayNeedSymbols: Bool { highest.kind >= .joiner || startsWithMark }
    }

    /// Returns the sum of the widths of scalars without segmenting the text into grapheme clusters.
    @inline(__always)
    static func scan(_ utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy) -> Scan {
        isPrintableASCII(utf8) ? Scan(width: utf8.count) : scanScalars(of: utf8, policy)
    }

    private static func scanScalars(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy
    ) -> Scan {
        var scan = Scan(width: 0)
        var offset = 0
        while offset < utf8.count {
            if utf8[offset] &- 0x20 <= 0x5E {
                scan.width &+= 1
                offset &+= 1
                continue
            }
            // U+4000...U+9FFF: three bytes, two columns, and joined by no other scalar.
            if utf8[offset] &- 0xE4 < 6 {
                scan.width &+= 2
                offset &+= 3
                continue
            }
            let isFirst = offset == 0
            let entry = Entry(utf8.scalar(at: &offset))
            if isFirst { scan.startsWithMark = entry.isZeroWidth }
            scan.width &+= entry.width(policy)
            if entry.rawValue > scan.highest.rawValue { scan.highest = entry }
        }
        return scan
    }

    /// A run of text that no line break divides.
    ///
    /// A cluster is an extended grapheme cluster together with the following clusters that depend on it. The
    /// following clusters start with a scalar without a width, or with an Indic consonant that a virama
    /// joins. So every cluster except the first of a text has a width, and no width depends on the text
    /// before the cluster.
    package struct Cluster {
        /// The length in bytes of UTF-8.
        package var count = 0
        /// The width in columns.
        package var width = 0
        /// Whether the cluster starts with a wide character. A line may break before and after such a
        /// cluster.
        package var isWide = false
    }

    /// Calls a closure with each cluster of a text. An array of clusters would take many times the memory of
    /// the text.
    @inline(__always)
    package static func forEachCluster(
        in utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy = .standard,
        _ body: (Cluster) -> Void
    ) {
        guard scan(utf8, policy).isSimple else { return forEachJoinedCluster(in: utf8, policy, body) }
        var offset = 0
        while offset < utf8.count {
            let start = offset
            let entry = Entry(utf8.scalar(at: &offset))
            body(Cluster(count: offset - start, width: entry.width(policy), isWide: entry.isWide))
        }
    }

    /// Calls a closure with each cluster of a text in which scalars join others.
    private static func forEachJoinedCluster(
        in utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy, _ body: (Cluster) -> Void
    ) {
        var (cluster, state) = (Cluster(), ClusterState(policy: policy))
        // Swift's own segmentation needs a string.
        for character in String(decoding: utf8, as: UTF8.self) {
            state.skipsNext = false
            for (index, scalar) in character.unicodeScalars.enumerated() {
                let entry = Entry(scalar.value)
                if index == 0, cluster.count > 0, !state.isContinued(by: entry) {
                    cluster.width = state.width
                    body(cluster)
                    cluster = Cluster()
                    state = ClusterState(policy: policy)
                }
                if cluster.count == 0 { cluster.isWide = entry.isWide }
                state.add(entry)
                cluster.count += UTF8.width(scalar)
            }
        }
        if cluster.count > 0 {
            cluster.width = state.width
            body(cluster)
        }
    }

    /// The width of a cluster while its scalars are read, according to `wcwidth.wcswidth`.
    private struct ClusterState {
        let policy: TextFormat.WidthPolicy
        private var sum = 0
        /// The kind of the last scalar that has a width.
        private var last = Kind.plain
        /// Whether there is a base that a selector or a spacing mark can widen.
        private var hasBase = false
        /// Whether that base is wide without a selector, as an ambiguous base may be.
        private var isBaseWide = false
        private var isAfterVirama = false
        /// Whether a conjunct has started, which takes one column for any number of consonants.
        private var isInConjunct = false
        /// Whether a joiner absorbs the next scalar.
        var skipsNext = false

        var width: Int { sum + (isInConjunct ? 1 : 0) }

        init(policy: TextFormat.WidthPolicy) {
            self.policy = policy
        }

        /// Returns whether a grapheme cluster that starts with a scalar belongs to this cluster.
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
            guard policy.joinsSequences else { return addPlainly(entry) }
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

        /// Adds a scalar that joins no other. On a legacy terminal, no scalar joins another, but clusters are
        /// still tracked.
        private mutating func addPlainly(_ entry: Entry) {
            let added = entry.width(policy)
            guard !entry.isZeroWidth else {
                // Such a scalar has a width only if it is a spacing mark on a legacy terminal.
                sum += added
                isAfterVirama = entry.kind == .virama
                return
            }
            sum = width + added
            isInConjunct = false
            isBaseWide = added == 2
            if policy.joinsSequences || entry.kind != .modifier { setBase(entry.kind) }
        }

        private mutating func setBase(_ kind: Kind) {
            last = kind
            hasBase = true
            isAfterVirama = false
        }
    }
}
