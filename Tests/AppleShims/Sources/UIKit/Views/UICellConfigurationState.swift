/// The state of a cell. Only what the containers read is here.
public struct UICellConfigurationState: UIConfigurationState {
    public var isSwiped = false
    public var isReordering = false
    public var isEditing = false
}
