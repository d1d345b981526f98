/// A still picture in a box: the first frame of a file.
public struct Picture: LayerSource, Parametrized {
  /// The file.
  public var file: Clip
  /// How the picture lies in the box.
  public var fit: Fit
  /// The middle of the box, in points.
  public var center: AnimatedPoint
  /// Width and height of the box in points.
  public var size: AnimatedPoint
  /// How pixels are mixed if the picture is drawn larger or smaller than it is.
  public var scaling: Scaling
  /// Width and height of a tile in points, for the fit `tile`; nil for one point per pixel.
  public var tileSize: AnimatedPoint?

  /// How a picture lies in a box of another shape: CSS's object-fit, and tiles.
  public enum Fit: String, DescribedChoice {
    /// Stretched to the width and height of the box.
    case fill
    /// Scaled to the largest size at which the whole picture lies inside of the box.
    case contain
    /// Scaled to the smallest size at which the picture covers the box; parts beyond the box are cut off.
    case cover
    /// One point per pixel, in the middle of the box; parts beyond the box are cut off.
    case none
    /// Repeated over the box, from its upper left corner on.
    case tile

    package var sentence: String {
      switch self {
      case .fill: "Its sides become those of the box."
      case .contain: "Scaled, with its proportions, to the largest size that lies wholly in the box."
      case .cover: "It covers the box; what reaches beyond is cut off."
      case .none: "Not scaled, a point for each pixel: centred in the box and cut off at its edges."
      case .tile: "Repeated over the box, from its upper left corner on."
      }
    }
  }

  /// How pixels are mixed.
  public enum Scaling: String, DescribedChoice {
    /// Interpolated if the picture is enlarged; means of all covered pixels if it is reduced.
    case smooth
    /// The nearest pixel alone: pixels stay squares.
    case nearest

    package var sentence: String {
      switch self {
      case .smooth: "Interpolated where it is enlarged; the mean of all covered pixels where it is reduced."
      case .nearest: "The nearest pixel: pixels stay squares, as in pixel art."
      }
    }
  }

  /// A picture in a box.
  public init(
    _ file: Clip, center: AnimatedPoint, size: AnimatedPoint, fit: Fit = .contain, scaling: Scaling = .smooth,
    tileSize: AnimatedPoint? = nil
  ) {
    self.file = file
    self.fit = fit
    self.center = center
    self.size = size
    self.scaling = scaling
    self.tileSize = tileSize
  }

  package static let parameters: [Parameter<Self>] = [
    .choice("fit", \.fit, "How the picture lies in the box, as CSS's object-fit."), .boxCenter(\.center),
    .boxSize(\.size),
    .choice("scaling", \.scaling, "How pixels are mixed where the picture is drawn larger or smaller than it is."),
    .animatedPair(
      "tileSize", \.tileSize, .points, in: 1...1e5,
      "With fit tile: width and height of each copy of the picture, or one number for both."
    ).defaults(to: "as many points as the picture has pixels").effective(where: "fit", \.fit, is: .tile),
  ]

  /// The rectangle that the picture, or its first tile, occupies when it is fitted into `box`; all in pixels of the frame.
  package func placed(in box: PlaneRect, pixelsPerPoint: Double, at clock: AnimationClock) -> PlaneRect {
    // The size that the picture has with one point for each of its pixels.
    let (width, height) = (
      Double(file.width) * file.pixelAspect * pixelsPerPoint, Double(file.height) * pixelsPerPoint
    )
    // `Fit` has CSS's names, `Video.Fit` others: CSS's `cover` is `Video.Fit.fill`, and CSS's `fill` is `Video.Fit.stretch`.
    switch fit {
    case .fill: return box
    case .contain: return Video.Fit.fit.placed(pictureWidth: width, pictureHeight: height, in: box)
    case .cover: return Video.Fit.fill.placed(pictureWidth: width, pictureHeight: height, in: box)
    case .none:
      return PlaneRect(
        x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width, height: height)
    case .tile:
      return PlaneRect(
        x: box.x, y: box.y, width: tileSize.map { $0.x.value(at: clock) * pixelsPerPoint } ?? width,
        height: tileSize.map { $0.y.value(at: clock) * pixelsPerPoint } ?? height)
    }
  }
}
