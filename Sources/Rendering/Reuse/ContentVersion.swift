/// Gives the content of layers and filters a version, by comparing each frame with the frame before.
///
/// A frame's content is described between `begin` and `end`. In frames with equal versions all that was described is the same, and so are the
/// pixels that follow from it.
struct ContentVersion {
  /// The version of the current frame; nil: the content may differ from that of any other frame.
  private(set) var number: Int?
  /// What describes the current frame, and the frame before; empty if it cannot be compared.
  private var signatures: [LayerSignature] = []
  private var lastSignatures: [LayerSignature] = []
  private var isComparable = true
  /// Counts how often anything has changed.
  private var changeCount = 0

  /// Begins the description of a frame.
  mutating func begin() {
    swap(&signatures, &lastSignatures)
    signatures.removeAll(keepingCapacity: true)
    isComparable = true
  }

  /// Adds layers, back to front.
  mutating func add(_ layers: [PreparedLayer]) {
    for layer in layers where isComparable { isComparable = layer.appendSignatures(to: &signatures) }
  }

  /// Adds the content version of something else; nil if it has none. It also separates the layers before it from those after it.
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
