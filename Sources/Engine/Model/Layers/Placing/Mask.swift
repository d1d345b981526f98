/// A layer that decides where another layer is visible: it is drawn alone, and its alpha or luminance multiplies the other
/// layer's pixels.
///
/// The mask's layer may have any source, filters, animated values and timing; its clock follows the masked layer's local time.
/// While the mask's layer is hidden, the masked layer is hidden too, or shown in full if the mask is inverted.
public struct Mask: Sendable, Equatable {
  /// Which number of the mask's pixel decides how visible the masked layer is there.
  public var mode: Mode
  /// Whether the mask hides where it would show, and shows where it would hide.
  public var isInverted: Bool
  /// `layer` in an array of one element: a layer may have a mask, and a struct cannot contain itself.
  private var layers: [Layer]

  /// Numbers of a pixel that can decide how visible a masked layer is.
  public enum Mode: String, DescribedChoice {
    /// Alpha.
    case alpha
    /// Luminance times alpha: black hides, white shows.
    case luminance

    package var sentence: String {
      switch self {
      case .alpha: "Its alpha: the layer is seen where the mask is opaque."
      case .luminance: "Its luminance times alpha: white shows, black hides."
      }
    }
  }

  /// The layer whose pixels are the mask. Its blend and role have no effect.
  public var layer: Layer {
    get { layers[0] }
    set { layers = [newValue] }
  }

  /// A mask that is made by a layer.
  public init(_ layer: Layer, mode: Mode = .alpha, isInverted: Bool = false) {
    layers = [layer]
    self.mode = mode
    self.isInverted = isInverted
  }
}
