import Lanes
import Model

/// The light on eight sheets, which are lit point by point: ambient light, four lamps one by one, and all other light as a vector for each
/// colour, as long as the light from its direction is strong.
struct SheetLight {
  /// A lamp: unit vectors to it, and its light that arrives.
  struct Lamp {
    var direction = LaneVector()
    var light = LaneVector()
  }

  var ambient: LaneVector
  var lamps: (Lamp, Lamp, Lamp, Lamp)
  var red = LaneVector()
  var green = LaneVector()
  var blue = LaneVector()

  /// Light without lights in the scene: from a lamp 30° above the eye, as on other flat sprites (`CellEvaluator.flatSprite`), and a little from
  /// everywhere.
  init() {
    self.init(ambient: SIMD3(repeating: 0.35))
    lamps.0 = Lamp(
      direction: LaneVector(repeating: SIMD3(0, -0.5, 0.866_025_4)),
      light: LaneVector(repeating: SIMD3(repeating: 0.75)))
  }

  init(ambient: SIMD3<Float>) {
    self.ambient = LaneVector(repeating: ambient)
    lamps = (Lamp(), Lamp(), Lamp(), Lamp())
  }

  /// Adds a lamp: the first four one by one, further ones to the rest of the light.
  @inline(__always)
  mutating func add(_ light: SIMD3<Float>, _ index: Int, from direction: LaneVector, share: Float8) {
    let lamp = Lamp(direction: direction, light: LaneVector(light.x * share, light.y * share, light.z * share))
    switch index {
    case 0: lamps.0 = lamp
    case 1: lamps.1 = lamp
    case 2: lamps.2 = lamp
    case 3: lamps.3 = lamp
    default:
      red.add(direction, times: lamp.light.x)
      green.add(direction, times: lamp.light.y)
      blue.add(direction, times: lamp.light.z)
    }
  }

  /// Multiplies all light but the ambient.
  @inline(__always)
  mutating func scale(by factor: Float) {
    @inline(__always) func scale(_ vector: inout LaneVector) {
      vector = LaneVector(vector.x * factor, vector.y * factor, vector.z * factor)
    }
    scale(&lamps.0.light)
    scale(&lamps.1.light)
    scale(&lamps.2.light)
    scale(&lamps.3.light)
    scale(&red)
    scale(&green)
    scale(&blue)
  }

  /// Calls `body` with three numbers at a time, in the order of the columns.
  @inline(__always)
  func forEachColumn(_ body: (LaneVector) -> Void) {
    body(ambient)
    @inline(__always) func call(_ lamp: Lamp) {
      body(lamp.direction)
      body(lamp.light)
    }
    call(lamps.0)
    call(lamps.1)
    call(lamps.2)
    call(lamps.3)
    body(red)
    body(green)
    body(blue)
  }
}
