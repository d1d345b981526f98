import Foundation
import Lanes
import Model
import Raster
import Shading
import Testing

/// Water against closed forms and sums in Double.
@Suite("Water") struct WaterTests {
  private static let gravity = 9.81
  private static let tension = 7.28e-5

  @Test("The phase speed of each wave is that of its length on deep water", arguments: [30.0, 400, 3_000])
  func phaseSpeeds(pointsToMetre: Double) {
    let water = Water().with { $0.scale = pointsToMetre }
    let stream = StreamKey(seed: 3, path: 9)
    let waves =
      WaterWave.swell(water.swell, water, stream: stream, pixelsPerPoint: 2)
      + WaterWave.chop(water.chop, water, stream: stream, pixelsPerPoint: 2)
    #expect(waves.count == 26)
    for wave in waves {
      let metres = 1 / hypot(wave.turnsU, wave.turnsV) / 2 / pointsToMetre
      let k = 2 * Double.pi / metres
      let speed = (Self.gravity / k + Self.tension * k).squareRoot()
      #expect(abs(wave.frequency * metres / speed - 1) < 1e-9)
    }
  }

  @Test("Four root mean squares of the waves are their height") func heights() {
    let water = Water()
    let waves = WaterWave.swell(water.swell, water, stream: StreamKey(seed: 1, path: 2), pixelsPerPoint: 1)
    let square = waves.reduce(0) { $0 + $1.amplitude * $1.amplitude / 2 }
    #expect(abs(4 * square.squareRoot() / water.swell.height - 1) < 1e-9)
  }

  @Test("J1 is right to 2e-7") func bessel() {
    for x in [0.0, 0.3, 1.8, 2.99, 3.01, 5, 17.3, 80, 500] {
      // (1/π) ∫ cos(τ − x sin τ) dτ over 0...π, by the midpoint rule, which converges very fast here.
      let steps = 4_000
      let sum = (0..<steps).reduce(0.0) { sum, index in
        let tau = (Double(index) + 0.5) * Double.pi / Double(steps)
        return sum + cos(tau - x * sin(tau))
      }
      #expect(abs(RingTable.besselJ1(x) - sum / Double(steps)) < 2e-7, "\(x)")
    }
  }

  @Test("A drop's rings are the sum over all wave numbers, each at its own speed", arguments: [0.05, 0.4, 1.2])
  func rings(age: Double) {
    let table = RingTable(reach: 60)
    let radius = 0.012
    let slopes = AlignedBuffer<Float>(count: table.radiusCount)
    let count = table.writeSlopes(
      to: slopes.base, radiusMetres: radius, age: age, steepness: 0.5, highestWave: 1e9)
    var greatest = 0.0
    var worst = 0.0
    for index in stride(from: 3, to: Int(Double(count) * 0.8), by: 5) {
      let rho = Double(index) / RingTable.samplesPerRadius
      var sum = 0.0
      let step = 0.004
      for wave in 0..<2_000 {
        let kappa = (Double(wave) + 0.5) * step
        let k = kappa / radius
        let frequency = (Self.gravity * k + Self.tension * k * k * k).squareRoot()
        sum +=
          pow(kappa, 4) / 8 * exp(-kappa * kappa / 4 - 2e-6 * k * k * age) * cos(frequency * age) * j1(kappa * rho)
          * step
      }
      greatest = max(greatest, abs(sum * 0.5))
      worst = max(worst, abs(sum * 0.5 - Double(slopes.base[index])))
    }
    #expect(greatest > 0.01)
    #expect(worst < 0.01 * greatest, "\(worst) of \(greatest)")
  }

  @Test("Reflectance is that of Fresnel's formulas", arguments: [1.0, 1.333, 1.5, 2.4])
  func fresnel(index: Float) {
    for degrees in stride(from: 0.0, to: 90, by: 3) {
      let angle = degrees * Double.pi / 180
      let refracted = asin(sin(angle) / Double(index))
      let n = Double(index)
      let s = (cos(angle) - n * cos(refracted)) / (cos(angle) + n * cos(refracted))
      let p = (n * cos(angle) - cos(refracted)) / (n * cos(angle) + cos(refracted))
      let found = Optics.reflectance(cosine: Float8(repeating: Float(cos(angle))), index: index)[0]
      #expect(abs(Double(found) - (s * s + p * p) / 2) < 2e-6, "\(degrees)")
    }
  }

  @Test("Light is taken away by Beer and Lambert's law") func absorption() {
    let left = WaterOptics.transmission(SIMD3(0.5, 0.8, 0), way: 450, clarity: 150)
    #expect(abs(Double(left.x) - 0.125) < 1e-6)
    #expect(abs(Double(left.y) - 0.512) < 1e-6)
    #expect(left.z == 0)
    #expect(WaterOptics.transmission(SIMD3(0.5, 0.8, 0.1), way: 0, clarity: 150) == SIMD3(1, 1, 1))
  }

  @Test("Caustics only move light: what is gathered is what came, in all and in the middle")
  func causticsKeepLight() {
    let grid = WaterGrid(PixelRect(x: 0, y: 0, width: 512, height: 512), step: 4, margin: 16, planes: 3)
    let planes = WaterCaustics.Planes(x: 0, y: 1, gathered: 2)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        // Beyond focus: rays of neighbouring places cross.
        let (x, y) = (Double(column), Double(row))
        grid.row(row, plane: planes.x)[column] = Float(x + 4 * sin(x * 0.5 + y * 0.1))
        grid.row(row, plane: planes.y)[column] = Float(y + 3 * sin(y * 0.4 - x * 0.2))
      }
    }
    for task in 0..<WaterCaustics.taskCount(rows: grid.rows) { WaterCaustics.gather(task: task, of: grid, planes) }
    var middle = 0.0
    var brightest = 0.0
    for row in 20..<grid.rows - 20 {
      for column in 20..<grid.columns - 20 {
        let light = Double(grid.row(row, plane: planes.gathered)[column])
        middle += light
        brightest = max(brightest, light)
      }
    }
    middle /= Double((grid.rows - 40) * (grid.columns - 40))
    #expect(abs(middle - 1) < 0.01, "\(middle)")
    #expect(brightest > 3)
  }
}
