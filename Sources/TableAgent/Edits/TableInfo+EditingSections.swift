extension TableInfo {
    /// Adds a section at the end.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - animation: How it comes.
    /// - Complexity: O(sections), as of all verbs of sections, and O(rows of the section) once rows have been
    ///   looked up by id.
    public mutating func append(_ section: TableSection, animation: RowAnimation = .automatic) {
        insert(section, atNumber: content.count, animation)
    }

    /// Puts a section at a place.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - number: The number that it gets, from 0; the number of sections appends.
    ///   - animation: How it comes.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when there are fewer
    ///   sections.
    public mutating func insert(
        _ section: TableSection, at number: Int, animation: RowAnimation = .automatic
    ) throws {
        guard (0...content.count).contains(number) else {
            throw TableError.positionOutOfRange(section: number, in: self)
        }
        insert(section, atNumber: number, animation)
    }

    /// Puts a section above another one.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - other: The section below it.
    ///   - animation: How it comes.
    /// - Throws: ``TableError`` when the other section does not exist.
    public mutating func insert(
        _ section: TableSection, before other: SectionReference, animation: RowAnimation = .automatic
    ) throws {
        insert(section, atNumber: try requireNumber(of: other), animation)
    }

    /// Puts a section below another one.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - other: The section above it.
    ///   - animation: How it comes.
    /// - Throws: ``TableError`` when the other section does not exist.
    public mutating func insert(
        _ section: TableSection, after other: SectionReference, animation: RowAnimation = .automatic
    ) throws {
        insert(section, atNumber: try requireNumber(of: other) + 1, animation)
    }

    /// Lets the surface fill head, rows and foot of a section anew though their data is the same.
    ///
    /// - Parameter section: The section.
    /// - Throws: ``TableError`` when the section does not exist.
    public mutating func reloadSection(_ section: SectionReference) throws {
        let number = try requireNumber(of: section)
        setHead(content[number].head?.renewed, foot: content[number].foot?.renewed, ofSection: number)
        exchangeRows(
            0..<content[number].rows.count, ofSection: number, with: content[number].rows.renewed)
    }

    /// Removes a section.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - animation: How it goes.
    /// - Throws: ``TableError`` when the section does not exist.
    public mutating func removeSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws {
        remove(sectionNumber: try requireNumber(of: section), animation)
    }

    /// Removes all sections.
    ///
    /// - Parameter animation: How they go.
    public mutating func removeAllSections(animation: RowAnimation = .automatic) {
        for section in content { animations.delete(section, animation) }
        sections = []
    }

    /// Moves a section to the place above another one.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - other: The section below it afterwards.
    /// - Throws: ``TableError`` when either section does not exist.
    public mutating func moveSection(_ section: SectionReference, before other: SectionReference) throws {
        let (source, target) = (try requireNumber(of: section), try requireNumber(of: other))
        guard source != target else { return }
        moveSection(from: source, to: source < target ? target - 1 : target)
    }

    /// Moves a section to the place below another one.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - other: The section above it afterwards.
    /// - Throws: ``TableError`` when either section does not exist.
    public mutating func moveSection(_ section: SectionReference, after other: SectionReference) throws {
        let (source, target) = (try requireNumber(of: section), try requireNumber(of: other))
        guard source != target else { return }
        moveSection(from: source, to: source < target ? target : target + 1)
    }

    /// Moves a section to a place.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - number: The number that it has afterwards, from 0.
    /// - Throws: ``TableError`` when the section or the place does not exist.
    public mutating func moveSection(_ section: SectionReference, to number: Int) throws {
        let source = try requireNumber(of: section)
        guard content.indices.contains(number) else {
            throw TableError.positionOutOfRange(section: number, in: self)
        }
        moveSection(from: source, to: number)
    }

    /// Gives a section another head.
    ///
    /// - Parameters:
    ///   - head: The head; `nil` removes it.
    ///   - section: The section.
    /// - Throws: ``TableError`` when the section does not exist.
    public mutating func setHead(_ head: Head?, of section: SectionReference) throws {
        let number = try requireNumber(of: section)
        setHead(head?.row, foot: content[number].foot, ofSection: number)
    }

    /// Gives a section another foot.
    ///
    /// - Parameters:
    ///   - foot: The foot; `nil` removes it.
    ///   - section: The section.
    /// - Throws: ``TableError`` when the section does not exist.
    public mutating func setFoot(_ foot: Foot?, of section: SectionReference) throws {
        let number = try requireNumber(of: section)
        setHead(content[number].head, foot: foot?.row, ofSection: number)
    }
}
