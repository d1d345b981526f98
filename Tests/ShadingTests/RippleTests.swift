import Model
import Raster
import Shading
import Testing

@Suite struct RippleTests {
  private let canvas = Canvas(
    widthPoints: 320, heightPoints: 180, widthPixels: 320, heightPixels: 180, duration: Rational(4), seed: 3)

  private func shader(_ ripples: Ripples, _ canvas: Canvas, at time: Double) -> RipplesShader {
    RipplesShader(
      ripples: ripples, path: 9, canvas: canvas, clock: AnimationClock(local: time, canvas: time),
      loopSeconds: canvas.loops ? canvas.duration.double : nil)
  }

  private func frame(_ ripples: Ripples, _ canvas: Canvas, at time: Double) -> TileBuffer {
    let frame = TileBuffer(width: canvas.widthPixels, height: canvas.heightPixels)
    shader(ripples, canvas, at: time).shade(into: frame.tile)
    return frame
  }

  private func bits(_ frame: TileBuffer) -> [UInt32] {
    (0..<frame.tile.width * frame.tile.height * 4).map { frame.tile.base[$0].bitPattern }
  }

  private func oneDrop() -> Ripples {
    Ripples().with {
      ($0.rate, $0.wavelength, $0.packetWidth, $0.speed, $0.lifetime, $0.rebound) = (0, 12, 60, 60, 3, 0)
      $0.drops = [.init(time: 0, at: PlanePoint(160, 90))]
    }
  }

  @Test("Water without drops is flat") func waterWithoutDropsIsFlat() {
    let still = shader(Ripples().with { $0.rate = 0 }, canvas, at: 3)
    #expect(still.isEmpty)
    let frame = TileBuffer(width: 64, height: 8)
    frame.tile.base.update(repeating: 7, count: 64 * 8 * 4)
    #expect(!still.shade(into: frame.tile))
    #expect(bits(frame).allSatisfy { $0 == 0 })
    // A drop does not exist before its birth and after its end.
    for time in [0.0, 3, 10] {
      #expect(shader(oneDrop(), canvas, at: time).isEmpty)
    }
  }

  @Test("Times at which no drop can be told from the next one are flat, and stop nothing")
  func hugeTimesAreFlat() {
    let downpour = Ripples().with { $0.rate = 200 }
    for time in [1e18, -1e18, 1e30, 1e300] { #expect(shader(downpour, canvas, at: time).liveCount < 3_000) }
    let ripples = Ripples().with {
      $0.rate = 2
      $0.drops = [.init(time: 0, at: PlanePoint(9, 9))]
    }
    let looped = RipplesShader(
      ripples: ripples, path: 9, canvas: canvas, clock: AnimationClock(local: 1e30, canvas: 0), loopSeconds: 1)
    #expect(looped.liveCount < 100)
  }

  @Test("A ring touches only its annulus") func aRingTouchesItsAnnulusOnly() {
    let frame = frame(oneDrop(), canvas, at: 1)
    var inside = 0
    for y in 0..<180 {
      for x in 0..<320 {
        let distance = ((Double(x) - 159.5) * (Double(x) - 159.5) + (Double(y) - 89.5) * (Double(y) - 89.5))
          .squareRoot()
        let alpha = frame.tile.row(y, plane: 3)[x]
        #expect(alpha >= 0 && alpha <= 1)
        if distance < 30 || distance > 84 { #expect(alpha == 0, "\(x), \(y)") }
        if alpha > 0.02 { inside += 1 }
      }
    }
    #expect(inside > 2000)
  }

  @Test("The side that faces the lamp is light") func theSideThatFacesTheLampIsLight() {
    // Light from the left: the slopes that face left are bright, those that face right dark.
    var ripples = oneDrop()
    ripples.lightAngle = 180
    ripples.glint = 0
    let frame = frame(ripples, canvas, at: 1)
    var light: Float = 0
    var dark: Float = 0
    for x in 160..<320 {
      light += frame.tile.row(90, plane: 0)[x]
      dark += frame.tile.row(90, plane: 3)[x] - frame.tile.row(90, plane: 0)[x]
    }
    #expect(light > 1 && dark > 1)
    // The other half of the ring is mirrored, with light and shade exchanged.
    var agreements = 0
    for x in 1..<150 {
      let here = frame.tile.row(90, plane: 0)[160 + x] > 0.01
      let there = frame.tile.row(90, plane: 0)[159 - x] > 0.01
      if here, !there { agreements += 1 }
      #expect(!(here && there), "\(x)")
    }
    #expect(agreements > 5)
  }

  @Test(
    "Young, steep rings are nearly as smooth as if each pixel were the mean of many",
    arguments: [0.08, 0.15, 0.3, 0.6], [0.36, 0.7])
  func steepRingsAreSmooth(age: Double, verticalScale: Double) {
    let size = 160
    let ripples = Ripples().with {
      ($0.rate, $0.amplitude, $0.wavelength, $0.packetWidth, $0.speed) = (0, 14, 46, 130, 110)
      ($0.lightAngle, $0.relief, $0.verticalScale, $0.rebound) = (-75, 2.2, verticalScale, 0)
      $0.drops = [.init(time: 0, at: PlanePoint(80.3, 79.8))]
    }
    func canvas(_ scale: Int) -> Canvas {
      Canvas(
        widthPoints: Double(size), heightPoints: Double(size), widthPixels: scale * size, heightPixels: scale * size,
        pixelsPerPoint: Double(scale), duration: Rational(4), seed: 3)
    }
    let coarse = frame(ripples, canvas(1), at: age)
    let scale = 8
    let fine = frame(ripples, canvas(scale), at: age)
    // The squared differences from means of 64 pixels: of the drawn pixels, and of single samples in their middles.
    var (squaredError, singleSampleError): (Float, Float) = (0, 0)
    for plane in 0..<4 {
      for y in 0..<size {
        for x in 0..<size {
          var sum: Float = 0
          for row in 0..<scale {
            let pixels = fine.tile.row(y * scale + row, plane: plane) + x * scale
            for column in 0..<scale { sum += pixels[column] }
          }
          let mean = sum / Float(scale * scale)
          let actual = coarse.tile.row(y, plane: plane)[x]
          let middle = fine.tile.row(y * scale + scale / 2, plane: plane)[x * scale + scale / 2]
          squaredError += (actual - mean) * (actual - mean)
          singleSampleError += (middle - mean) * (middle - mean)
        }
      }
    }
    #expect(singleSampleError > 0.1, "There is something to smooth.")
    #expect(
      squaredError.squareRoot() < 0.65 * singleSampleError.squareRoot(), "\(squaredError) of \(singleSampleError)")
  }

  @Test("Tiles do not show") func tilesDoNotShow() {
    let ripples = Ripples().with { ($0.rate, $0.wavelength, $0.verticalScale) = (4, 14, 0.6) }
    let shader = shader(ripples, canvas, at: 5.3)
    let whole = TileBuffer(width: 320, height: 180)
    shader.shade(into: whole.tile)
    for (width, height) in [(128, 64), (8, 5), (40, 180)] {
      let part = TileBuffer(width: width, height: height)
      for y in stride(from: 0, to: 180, by: height) {
        for x in stride(from: 0, to: 320, by: width) {
          let tile = part.tile(
            at: PixelRect(x: x, y: y, width: min(width, 320 - x), height: min(height, 180 - y)))
          shader.shade(into: tile)
          var isEqual = true
          for row in 0..<tile.height {
            for plane in 0..<4 {
              let (a, b) = (tile.row(row, plane: plane), whole.tile.row(y + row, plane: plane) + x)
              for column in 0..<tile.width where a[column].bitPattern != b[column].bitPattern { isEqual = false }
            }
          }
          #expect(isEqual, "\(width) × \(height) at \(x), \(y)")
        }
      }
    }
  }

  @Test("Loops close exactly") func loopsCloseExactly() {
    var looping = canvas
    looping.loops = true
    let ripples = Ripples().with {
      ($0.rate, $0.lifetime, $0.drops) = (1.7, 6, [.init(time: 3.5, at: PlanePoint(60, 60))])
    }
    // The canvas wraps its time, so that only the seam remains to be tested.
    let start = frame(ripples, looping, at: 0)
    #expect(bits(start).contains { $0 != 0 })
    let (before, after) = (frame(ripples, looping, at: 4 - 0x1p-17), frame(ripples, looping, at: 0x1p-17))
    var worst: Float = 0
    for index in 0..<320 * 180 * 4 {
      worst = max(worst, (before.tile.base[index] - after.tile.base[index]).magnitude)
    }
    #expect(worst < 0.01, "\(worst)")
    #expect(shader(ripples, looping, at: 0.5).liveCount == shader(ripples, looping, at: 4.5).liveCount)
  }

  @Test("On a canvas that loops, a layer that does not loop repeats nothing") func aLayerMayLeaveTheLoop() {
    var looping = canvas
    looping.loops = true
    let late = Ripples().with {
      ($0.rate, $0.lifetime, $0.drops) = (0, 3, [.init(time: 3.5, at: PlanePoint(60, 60))])
    }
    #expect(!shader(late, looping, at: 0.5).isEmpty)
    let shader = RipplesShader(
      ripples: late, path: 9, canvas: looping, clock: AnimationClock(local: 0.5, canvas: 0.5), loopSeconds: nil)
    #expect(shader.isEmpty)
  }

  @Test("Drops come from seed and path") func dropsComeFromSeedAndPath() {
    let ripples = Ripples().with { $0.rate = 3 }
    let first = bits(frame(ripples, canvas, at: 2.5))
    #expect(first == bits(frame(ripples, canvas, at: 2.5)))
    var other = canvas
    other.seed = 4
    #expect(first != bits(frame(ripples, other, at: 2.5)))
  }

  /// Slopes add, and far from saturation light is proportional to them.
  @Test("Heights add up") func heightsAddUp() {
    var leftDrop = oneDrop()
    leftDrop.amplitude = 0.2
    leftDrop.glint = 0
    leftDrop.drops = [.init(time: 0, at: PlanePoint(100, 90))]
    var rightDrop = leftDrop
    rightDrop.drops = [.init(time: 0.2, at: PlanePoint(200, 90))]
    var bothDrops = leftDrop
    bothDrops.drops = leftDrop.drops + rightDrop.drops
    let frames = [leftDrop, rightDrop, bothDrops].map { frame($0, canvas, at: 1.2) }
    // Light minus half of the shade grows with the slope.
    func brightness(_ frame: TileBuffer, _ x: Int, _ y: Int) -> Float {
      let light = frame.tile.row(y, plane: 0)[x]
      let dark = frame.tile.row(y, plane: 3)[x] - light
      return light / (1 - light) - dark / (1 - dark) / 2
    }
    var compared = 0
    for y in 20..<160 {
      for x in 20..<300 {
        let sum = brightness(frames[0], x, y) + brightness(frames[1], x, y)
        if brightness(frames[0], x, y).magnitude > 0.002, brightness(frames[1], x, y).magnitude > 0.002 {
          compared += 1
        }
        #expect((brightness(frames[2], x, y) - sum).magnitude < 0.006, "\(x), \(y)")
      }
    }
    #expect(compared > 20)
  }
}
