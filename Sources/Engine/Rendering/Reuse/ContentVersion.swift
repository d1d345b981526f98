/// Gives the content of layers and filters a version, by comparing each frame with the frame before.
///
/// The content of a frame is described between `begin` and `end`. Frames with equal versions have the same description, and so
/// the same pixels.
struct ContentVersion {
  /// The version of the current frame; nil: the content may differ from that of any other frame.
  private(set) var number: Int?
  /// The description of the current frame; empty if it cannot be compared.
  private var signatures: [LayerSignature] = []
  /// The description of the frame before; empty if it cannot be compared.
  private var lastSignatures: [LayerSignature] = []
  /// Whether everything that has been added in the current frame has a content version.
  private var isComparable = true
  /// Number of frames so far that may differ from the frame before them.
  private var changeCount = 0

  /// Begins the description of a frame.
  mutating func begin() {
    swap(&signatures, &lastSignatures)
    signatures.removeAll(keepingCapacity: true)
    isComparable = true
  }

  /// Adds layers to the description, back to front.
  mutating func add(_ layers: [PreparedLayer]) {
    for layer in layers where isComparable { isComparable = layer.appendSignatures(to: &signatures) }
  }

  /// Adds the content version of something that is not a layer; nil if it has none. The entry also separates the layers that were
  /// added before from those that are added after.
  mutating func add(_ version: Int?) {
    signatures.append(LayerSignature(planIndex: -1, version: version ?? 0, opacityBits: 0))
    if version == nil { isComparable = false }
  }

  /// Ends the description. Returns whether anything may differ from the frame before.
  @discardableResult
  mutating func end() -> Bool {
    if !isComparable { signatures.removeAll(keepingCapacity: true) }
    let isSame = isComparable && changeCount > 0 && signatures == lastSignatures
    if !isSame { changeCount += 1 }
    number = isComparable ? changeCount : nil
    return !isSame
  }
}
