extension ContainerConformance {
    /// A requirement that a container does not meet.
    public struct Defect: Hashable, Sendable, CustomStringConvertible {
        /// The requirement.
        public let requirement: Requirement

        /// A sentence about what the container did instead.
        public let description: String
    }

    /// Lists the requirements that a container does not meet.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The type name of the container.
        public let container: String

        /// What the container does wrong, in the order of the checks.
        public let defects: [Defect]

        /// The requirements that are not met.
        public var requirements: Set<Requirement> { Set(defects.map(\.requirement)) }

        /// The defects, one to a line.
        public var description: String {
            let lines = defects.map { "- \($0.description) [\($0.requirement.rawValue)]" }
            let title = "\(container) is no sound container; found: \(defects.count)."
            return ([title] + lines).joined(separator: "\n")
        }
    }
}
