/// Bounds of what a camera does to the area of particles within some distance of the canvas's plane.
struct CameraBound {
  /// Mean of the square of the magnification of particles that are spread evenly in depth, at least 1.
  var areaFactor = 1.0
  /// Radius of the particle farthest out of focus.
  var blurPixels = 0.0

  init() {}

  /// - Parameter reach: points by which particles leave the canvas's plane.
  init(_ canvas: Canvas, reach: Double, _ clocks: ClockRange) {
    guard let camera = canvas.camera else { return }
    let distance = camera.distance.bounds(during: clocks).lowerBound
    let nearest = max(distance - reach, distance * Camera.nearest)
    areaFactor = max(1, distance * distance / (nearest * (distance + reach)))
    guard camera.blurs else { return }
    let focus = camera.focus.bounds(during: clocks)
    let aperture = camera.aperture.bounds(during: clocks).upperBound
    let sharp = max(distance - focus.upperBound, distance * Camera.nearest)
    let blur = aperture / 2 * (reach + max(abs(focus.lowerBound), abs(focus.upperBound))) / nearest * distance / sharp
    let limit = Double(min(canvas.widthPixels, canvas.heightPixels)) * Camera.largestBlur
    blurPixels = min(blur * canvas.pixelsPerPoint, limit)
  }
}
