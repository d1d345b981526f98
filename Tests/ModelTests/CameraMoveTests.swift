import Model
import Testing

@Suite("The camera's moves and what it focuses on") struct CameraMoveTests {
  private func canvas(loops: Bool) -> Canvas {
    var canvas = Canvas(width: 1200, height: 800, duration: Rational(4))
    canvas.loops = loops
    return canvas
  }

  private func pose(_ change: (inout CameraMoves) -> Void, at seconds: Double, loops: Bool = false) -> CameraPose {
    var camera = Camera(distance: 700, center: AnimatedPoint(500, 300))
    var moves = CameraMoves()
    change(&moves)
    camera.moves = moves
    return CameraPose(camera, on: canvas(loops: loops), at: seconds)
  }

  private func seen(_ place: SIMD3<Double>, _ pose: CameraPose) -> (x: Double, y: Double, w: Double) {
    pose.projection(origin: place, alongX: SIMD3(1, 0, 0), alongY: SIMD3(0, 1, 0))(0, 0)
  }

  private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let d = a - b
    return ((d.x * d.x + d.y * d.y) + d.z * d.z).squareRoot()
  }

  @Test("A push comes nearer by its share, gently at both ends; in a loop it comes back") func push() {
    let aim = SIMD3(500.0, 300, 0)
    func distance(_ seconds: Double, loops: Bool = false) -> Double {
      self.distance(pose({ $0.push = 0.04 }, at: seconds, loops: loops).eye, aim)
    }
    #expect(abs(distance(0) - 700) < 1e-9 && abs(distance(4) - 672) < 1e-9 && abs(distance(2) - 686) < 1e-9)
    #expect(700 - distance(0.04) < 0.01)
    #expect(abs(distance(4, loops: true) - 700) < 1e-9 && abs(distance(2, loops: true) - 672) < 1e-9)
  }

  @Test("An orbit keeps its distance; whole turns go on in a loop, other orbits swing") func orbit() {
    let aim = SIMD3(500.0, 300, 0)
    for seconds in [0.0, 1, 2.5, 4] {
      #expect(abs(distance(pose({ $0.orbit = 90 }, at: seconds).eye, aim) - 700) < 1e-9)
    }
    // Half of it to the left at first, half to the right at the end.
    let (first, last) = (pose({ $0.orbit = 90 }, at: 0).eye, pose({ $0.orbit = 90 }, at: 4).eye)
    #expect(abs(first.x - (500 - 700 * 0.5.squareRoot())) < 1e-9 && abs(last.x - (500 + 700 * 0.5.squareRoot())) < 1e-9)
    let quarter = pose({ $0.orbit = 360 }, at: 1, loops: true).eye
    #expect(abs(quarter.x - 1200) < 1e-9 && abs(quarter.z) < 1e-9)
    let swung = pose({ $0.orbit = 90 }, at: 1, loops: true).eye
    #expect(abs(swung.x - last.x) < 1e-9)
    #expect(
      distance(pose({ $0.orbit = 90 }, at: 0, loops: true).eye, pose({ $0.orbit = 90 }, at: 4, loops: true).eye) < 1e-9)
  }

  @Test("A dolly zoom keeps the size of what it looks at and shrinks what lies behind") func dollyZoom() {
    let (first, last) = (pose({ $0.dollyZoom = 0.5 }, at: 0), pose({ $0.dollyZoom = 0.5 }, at: 4))
    for pose in [first, last] {
      let right = seen(SIMD3(600, 300, 0), pose)
      #expect(abs(right.x - 600) < 1e-9 && abs(right.y - 300) < 1e-9)
    }
    // 700 / 1400 of its size before, 350 / 1050 after.
    #expect(abs(seen(SIMD3(600, 300, -700), first).x - 550) < 1e-9)
    #expect(abs(seen(SIMD3(600, 300, -700), last).x - (500 + 100.0 / 3)) < 1e-9)
  }

  @Test("A drift moves eye and aim together") func drift() {
    let (first, last) = (pose({ $0.drift = PlanePoint(80, 20) }, at: 0), pose({ $0.drift = PlanePoint(80, 20) }, at: 4))
    #expect(distance(last.eye - first.eye, SIMD3(80, 20, 0)) < 1e-9 && distance(first.forward, last.forward) < 1e-12)
  }

  @Test("A layer, or a place, is in focus") func focus() {
    let canvas = canvas(loops: false)
    var near = Layer("near", .group([]), transform: LayerTransform(zPosition: 200))
    near.timing.begin = 1
    let group = Layer("room", .group([Layer("word", .group([]), transform: LayerTransform(zPosition: -300)), near]))
    func focusDepth(_ change: (inout Camera) -> Void, at seconds: Double = 2) -> Double? {
      var camera = Camera(distance: 700, center: AnimatedPoint(500, 300))
      change(&camera)
      var scene = Scene(canvas: canvas)
      scene.canvas.camera = camera
      scene.layers = [group]
      guard scene.findFocusLayer(), let found = scene.canvas.camera else { return nil }
      return CameraPose(found, on: canvas, at: seconds).focusDepth(of: found, at: seconds)
    }
    #expect(focusDepth { $0.focus = 50 } == 650)
    #expect(focusDepth { $0.focusLayer = "room/word" } == 1000)
    #expect(focusDepth { $0.focusLayer = "near" } == 500)
    #expect(focusDepth({ $0.focusLayer = "near" }, at: 0) == 500)
    #expect(focusDepth { $0.focusLayer = "ear" } == nil)
    #expect(focusDepth { $0.focusPoint = AnimatedPosition(900, 900, -100) } == 800)
  }
}
