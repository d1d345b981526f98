import Model
import Testing

@Suite("The camera: where places and planes are seen") struct CameraPoseTests {
  private let canvas = Canvas(width: 1200, height: 800)

  private func camera(position: (Double, Double, Double)? = nil, roll: Double = 0, distance: Double = 700) -> Camera {
    Camera(
      distance: AnimatedNumber(distance), center: AnimatedPoint(500, 300),
      position: position.map { AnimatedPosition(AnimatedNumber($0.0), AnimatedNumber($0.1), AnimatedNumber($0.2)) },
      roll: AnimatedNumber(roll))
  }

  /// Where a place is seen, by a plane through it.
  private func seen(_ place: SIMD3<Double>, _ camera: Camera) -> (x: Double, y: Double, w: Double) {
    CameraPose(camera, on: canvas, at: 0).projection(origin: place, alongX: SIMD3(1, 0, 0), alongY: SIMD3(0, 1, 0))(
      0, 0)
  }

  @Test("Without a position the canvas keeps its size, and lines into the depth meet at the centre")
  func straight() {
    let camera = camera()
    let onCanvas = seen(SIMD3(123, 45, 0), camera)
    #expect(abs(onCanvas.x - 123) < 1e-9 && abs(onCanvas.y - 45) < 1e-9)
    // By similar triangles: (place − centre) · distance ÷ (distance − z).
    let near = seen(SIMD3(900, 500, 350), camera)
    #expect(abs(near.x - (500 + 400 * 2)) < 1e-9 && abs(near.y - (300 + 200 * 2)) < 1e-9)
    let far = seen(SIMD3(900, 500, -7e9), camera)
    #expect(abs(far.x - 500) < 1e-4 && abs(far.y - 300) < 1e-4)
    #expect(seen(SIMD3(500, 300, 701), camera).w < 0)
  }

  @Test("A layer in space with the camera straight before it looks as with CSS's perspective")
  func perspective() {
    var css = LayerTransform(position: AnimatedPoint(30, -20), rotation: 20, rotationX: 35, rotationY: -50)
    css.perspective = 700
    css.perspectiveOrigin = AnimatedPoint(500, 300)
    var space = css
    (space.perspective, space.perspectiveOrigin) = (0, nil)
    space.zPosition = 0
    space.camera = camera()
    let (a, b) = (
      css.projection(at: AnimationClock(0), on: canvas), space.projection(at: AnimationClock(0), on: canvas)
    )
    for (x, y) in [(0.0, 0.0), (1200, 0), (0, 800), (333, 444)] {
      #expect(abs(a(x, y).x - b(x, y).x) < 1e-8 && abs(a(x, y).y - b(x, y).y) < 1e-8)
    }
  }

  @Test("With a position the camera turns to the centre, which is seen in the middle")
  func turned() {
    let eye = (1100.0, 100.0, 900.0)
    let camera = camera(position: eye)
    let center = seen(SIMD3(500, 300, 0), camera)
    #expect(abs(center.x - 600) < 1e-9 && abs(center.y - 400) < 1e-9)
    // What is as far along the line of sight as the focal length has its own size: w is 1.
    let pose = CameraPose(camera, on: canvas, at: 0)
    #expect(abs(pose.depth(of: pose.eye + pose.forward * 700) - 700) < 1e-9)
    // By a matrix of another kind: rotations about y and x (yaw and pitch) that bring the line of sight to −z.
    let toCenter = SIMD3(500 - eye.0, 300 - eye.1, -eye.2)
    let level = (toCenter.x * toCenter.x + toCenter.z * toCenter.z).squareRoot()
    let (cosYaw, sinYaw) = (-toCenter.z / level, toCenter.x / level)
    let length = (level * level + toCenter.y * toCenter.y).squareRoot()
    let (cosPitch, sinPitch) = (level / length, toCenter.y / length)
    for place in [SIMD3(0.0, 0, 0), SIMD3(300, 700, -500), SIMD3(1000, 200, 250), SIMD3(640, -90, -3000)] {
      let p = place - SIMD3(eye.0, eye.1, eye.2)
      let (x, depthLevel) = (p.x * cosYaw + p.z * sinYaw, p.x * sinYaw - p.z * cosYaw)
      let (y, depth) = (p.y * cosPitch - depthLevel * sinPitch, p.y * sinPitch + depthLevel * cosPitch)
      let found = seen(place, camera)
      #expect(abs(found.x - (600 + 700 * x / depth)) < 1e-7 && abs(found.y - (400 + 700 * y / depth)) < 1e-7)
      #expect(abs(pose.depth(of: place) - depth) < 1e-9)
    }
  }

  @Test("A clockwise roll turns the picture counterclockwise; straight up and down there is a picture, too")
  func rollAndPoles() {
    let place = seen(SIMD3(600, 300, 0), camera(roll: 90))
    // To the right of the centre before, above it now.
    #expect(abs(place.x - 500) < 1e-9 && abs(place.y - 200) < 1e-9)
    let above = seen(SIMD3(500, 300, 100), camera(position: (500, -900, 0)))
    #expect(above.x.isFinite && above.y.isFinite && above.w > 0)
    let within = seen(SIMD3(1, 2, 3), camera(position: (500, 300, 0)))
    #expect(within.x.isFinite && within.y.isFinite)
  }

  @Test("The lens spreads a point as a thin lens does") func lens() {
    let pose = CameraPose(camera(), on: canvas, at: 0)
    // Rays through the two rims of the lens, which is focused at F: they meet at the depth F, and are 2r apart in the plane of the canvas
    // image at the focal length f, scaled from the plane in focus by f/F.
    for (depth, focus) in [(700.0, 700.0), (1400, 700), (300, 900), (5000, 600)] {
      let rim = 20.0
      func atFocus(from side: Double) -> Double { side + (0 - side) * focus / depth }
      let spread = abs(atFocus(from: rim) - atFocus(from: -rim)) * 700 / focus
      let expected = min(spread / 2, 100)
      let found = pose.blurRadius(depth: depth, focusDepth: focus, aperture: 2 * rim, on: canvas)
      #expect(abs(found - expected) < 1e-9)
    }
  }

  @Test("A hand-held camera sways about its place, not in step along its axes, and closes a loop") func shake() {
    var camera = camera()
    camera.shake = CameraShake(amount: 10, frequency: 0.6, roll: 1)
    var canvas = canvas
    (canvas.loops, canvas.duration) = (true, Rational(5))
    func pose(_ seconds: Double) -> CameraPose { CameraPose(camera, on: canvas, at: seconds) }
    let (start, end) = (pose(0), pose(5))
    #expect(abs(start.eye.x - end.eye.x) < 1e-9 && abs(start.forward.y - end.forward.y) < 1e-12)
    let offsets = (0..<200).map { pose(Double($0) / 40).eye - SIMD3(500, 300, 700) }
    for axis in 0..<2 {
      let largest = offsets.map { abs($0[axis]) }.max()!
      #expect(largest > 3 && largest < 14)
      let steps = zip(offsets, offsets.dropFirst()).map { abs($0[axis] - $1[axis]) }
      #expect(steps.max()! < 2.5)
    }
    #expect(zip(offsets, offsets.dropFirst()).contains { ($0.x - $1.x) * ($0.y - $1.y) < 0 })
    #expect(!camera.standsStill && !camera.facesCanvas)
  }
}
