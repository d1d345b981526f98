import Model

/// Upper estimates of what a camera does to the area of particles within some distance of the canvas's plane.
struct CameraEstimate {
  /// Factor of the particles' total area: the mean of the squared magnification of particles that are spread evenly from
  /// `planeDistance` behind the canvas's plane to `planeDistance` in front of it; at least 1.
  var areaFactor = 1.0
  /// Largest radius in pixels over which the lens spreads a particle.
  var blurPixels = 0.0

  /// The estimate without a camera, which changes nothing.
  init() {}

  /// - Parameters:
  ///   - planeDistance: greatest distance of particles from the canvas's plane, in points.
  ///   - clocks: the times whose largest and smallest values of the camera count.
  init(_ canvas: Canvas, planeDistance: Double, _ clocks: ClockRange) {
    guard let camera = canvas.camera else { return }
    let distance = camera.distance.valueRange(during: clocks).lowerBound
    let clipDistance = distance * Camera.clipDistanceShare
    // A particle D points from the camera is magnified by distance ÷ D. The mean of its square over D in nearest...farthest is
    // distance² ÷ (nearest · farthest).
    let nearest = max(distance - planeDistance, clipDistance)
    let farthest = distance + planeDistance
    areaFactor = max(1, distance * distance / (nearest * farthest))
    guard camera.mayDefocus else { return }
    // The radius of the circle of confusion (`CameraView` in Simulation) in the worst case: the particle as far out of focus as
    // it can be, and particle and plane in focus both as near to the camera as they can be.
    let focus = camera.focus.valueRange(during: clocks)
    let aperture = camera.aperture.valueRange(during: clocks).upperBound
    let nearestFocus = max(distance - focus.upperBound, clipDistance)
    let maximumDefocus = planeDistance + max(abs(focus.lowerBound), abs(focus.upperBound))
    let blurPoints = aperture / 2 * maximumDefocus / nearest * distance / nearestFocus
    let maximumPixels = Double(min(canvas.widthPixels, canvas.heightPixels)) * Camera.maximumBlurShare
    blurPixels = min(blurPoints * canvas.pixelsPerPoint, maximumPixels)
  }
}
