/// A layer that says where another one is seen: drawn alone, its alpha or its light multiplies the other's pixels.
///
/// It may have any source, filters, animated values and a clock of its own; the clock around it is the masked layer's local time. Where
/// the mask's layer is hidden, so is the masked layer, or shown in full by an inverted mask.
public struct Mask: Sendable, Equatable {
  /// What decides how much is seen.
  public var mode: Mode
  /// Whether the masked layer is seen where it would be hidden, and hidden where it would be seen.
  public var isInverted: Bool
  /// One element: a struct cannot hold another of its own type.
  private var layers: [Layer]

  /// What a mask's pixels say.
  public enum Mode: String, Sendable, CaseIterable {
    /// Alpha.
    case alpha
    /// Luminance times alpha: black hides, white shows.
    case luminance
  }

  /// The layer whose pixels say where the other one is seen. Its blend and role have no effect.
  public var layer: Layer {
    get { layers[0] }
    set { layers = [newValue] }
  }

  /// A mask of any source.
  public init(_ layer: Layer, mode: Mode = .alpha, isInverted: Bool = false) {
    layers = [layer]
    self.mode = mode
    self.isInverted = isInverted
  }
}
