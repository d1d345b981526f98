import Model

/// Where the water's plane is seen, in pixels. Along the plane u runs to the right, and v towards the viewer.
///
/// Seen from straight above, (u, v) are the picture's own pixels. In perspective the eye looks towards the horizon, at the height h above the water, with
/// the focal length f: the row d below the horizon shows what lies at the distance Z = h·f/d, v = −Z. h is chosen so that lengths are those of the
/// picture at its lower edge.
struct WaterPlane: Equatable {
  /// Whether the water is seen in perspective.
  let isPerspective: Bool
  let width: Double
  let height: Double
  /// y of the line at which the water begins, and of the horizon.
  let line: Double
  let horizon: Double
  let eyeHeight: Double
  let focalLength: Double
  /// 1 ÷ the distance of what stands at the line; 0 where that is the horizon.
  let inverseShore: Double

  init(_ water: Water, on canvas: Canvas, focalLengthPoints: Double) {
    let scale = canvas.pixelsPerPoint
    (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
    isPerspective = water.line != nil
    line = (water.line ?? 0) * scale
    horizon = min((water.horizon ?? water.line ?? 0) * scale, line)
    eyeHeight = max(height - horizon, 1)
    focalLength = max(focalLengthPoints * scale, 1)
    inverseShore = (line - horizon) / (eyeHeight * focalLength)
  }

  /// Pixels below the horizon; at least a little, so that distances stay finite.
  func drop(y: Double) -> Double { max(y - horizon, 0.5) }

  func distance(y: Double) -> Double { eyeHeight * focalLength / drop(y: y) }

  /// The place of the plane that is seen at a pixel.
  func place(x: Double, y: Double) -> (u: Double, v: Double) {
    guard isPerspective else { return (x, y) }
    let distance = distance(y: y)
    return ((x - width / 2) * distance / focalLength, -distance)
  }

  /// A place of the plane chosen by two numbers in 0...1: anywhere in the picture and a little around it. In perspective, up to six times as far as the
  /// lower edge: places lie as densely far away as near by.
  func place(random x: Double, _ y: Double) -> (u: Double, v: Double) {
    guard isPerspective else {
      let margin = 0.12 * min(width, height)
      return (x * (width + 2 * margin) - margin, y * (height + 2 * margin) - margin)
    }
    let distance = focalLength * (0.85 + 5.15 * y)
    return ((x - 0.5) * 1.1 * width * distance / focalLength, -distance)
  }
}
