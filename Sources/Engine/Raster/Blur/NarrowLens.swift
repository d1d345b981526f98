import Lanes
import Model

/// A lens blur over a few pixels, whose result is computed from the whole picture when a tile is finished: each pixel is a weighted mean of
/// the pixels around it.
final class NarrowLens {
  /// The widest kernel reaches so many pixels from its middle.
  static let reach = 3
  private static let diameter = 2 * reach + 1
  /// Kernels of a radius that varies are made for radii in steps of this, in pixels.
  private static let radiusStep: Float = 1 / 16

  let picture: LensPicture
  private let mirrorsAtEdges: Bool
  /// Whether the picture was gathered when the passes were last done: then it is transparent wherever it was transparent before.
  var isCurrent = false
  private var radius = LensRadius(0)
  private var discRadius: Float = 1
  /// The kernels, row after row, `diameter` squared floats for each.
  private let kernels = AlignedBuffer<Float>(count: 0)
  /// For each kernel, how far it reaches.
  private let reaches = AlignedBuffer<Int32>(count: 0)

  init(width: Int, height: Int, mirrorsAtEdges: Bool) {
    picture = LensPicture(width: width, height: height)
    self.mirrorsAtEdges = mirrorsAtEdges
  }

  /// Makes room for what is gathered. The picture of an earlier frame is removed, if the blur was not in use since.
  func reserve() {
    picture.reserve(margin: 16)
    if !isCurrent { picture.clear() }
  }

  /// - Parameter greatest: the greatest radius that is seen.
  func configure(_ aperture: LensAperture, _ radius: LensRadius, greatest: Float) {
    self.radius = radius
    discRadius = Float(aperture.discRadius)
    let count = radius.isUniform ? 1 : 2 * Lanes.wholeInRange(greatest / Self.radiusStep + 1) + 1
    kernels.resize(to: count * Self.diameter * Self.diameter)
    reaches.resize(to: count)
    for index in 0..<count {
      let signed = radius.isUniform ? radius.value(0, 0) : Float(index - count / 2) * Self.radiusStep
      makeKernel(index, radius: max(min(signed, greatest), -greatest), aperture)
    }
  }

  private func makeKernel(_ index: Int, radius: Float, _ aperture: LensAperture) {
    let disc = radius * discRadius
    let cells = min(LensVariance.radius(variance: 0.25 * disc * disc) / discRadius, Float(Self.reach) + 0.49)
    let values = AlignedBuffer<Float>(count: LensSpans.count(radius: cells))
    var spans = LensSpans(values: values.base)
    aperture.sides.withUnsafeBufferPointer { sides in
      spans.set(radius: radius < 0 ? -cells : cells, sides: sides, rim: nil)
    }
    let kernel = kernels.base + index * Self.diameter * Self.diameter
    kernel.update(repeating: 0, count: Self.diameter * Self.diameter)
    reaches[index] = Int32(spans.reach)
    for row in -spans.reach...spans.reach {
      let span = values.base + LensSpans.floatCount * (row + spans.reach)
      let (start, end) = (span[0] + span[1] - 0.5, span[2] + span[3] - 0.5)
      for column in -spans.reach...spans.reach {
        let covered = min(end, Float(column) + 0.5) - max(start, Float(column) - 0.5)
        kernel[(row + Self.reach) * Self.diameter + column + Self.reach] = max(covered, 0) * (span[4] / spans.area)
      }
    }
  }

  // MARK: Passes

  var taskCount: Int { mirrorsAtEdges ? (picture.height + LensLevel.taskRows - 1) / LensLevel.taskRows : 0 }

  /// Fills the margins of a picture that is mirrored at its edges.
  func mirror(task: Int) {
    let first = task * LensLevel.taskRows
    for y in first..<min(first + LensLevel.taskRows, picture.height) { picture.mirror(row: y) }
  }

  // MARK: Result

  /// Writes `count` pixels of the result, a multiple of 8, from column `x` of row `y` on. Planes are `stride` floats apart.
  func row(_ y: Int, x: Int, count: Int, into output: UnsafeMutablePointer<Float>, stride: Int) {
    let area = Self.diameter * Self.diameter
    var column = 0
    while column < count {
      var index = 0
      if !radius.isUniform {
        // Eight neighbouring pixels share a kernel.
        let radius = radius.value(Float(x &+ column) + 4, Float(y) + 0.5) / Self.radiusStep
        let middle = reaches.count / 2
        index = Int(min(max(radius.rounded(), Float(-middle)), Float(middle))) &+ middle
      }
      let kernel = kernels.base + index &* area
      let reach = Int(reaches.base[index])
      var (red, green, blue, alpha) = (Float8(), Float8(), Float8(), Float8())
      var row = -reach
      while row <= reach {
        let weights = kernel + ((row &+ Self.reach) &* Self.diameter &+ Self.reach)
        var inside = y &+ row
        row &+= 1
        if inside < 0 || inside >= picture.height {
          if !mirrorsAtEdges { continue }
          inside = BloomLevel.mirrored(inside, picture.height)
        }
        let pixels = picture.row(inside) + (x &+ column)
        var offset = -reach
        while offset <= reach {
          let weight = weights[offset]
          let pixel = pixels + offset
          red += Lanes.load(pixel) * weight
          green += Lanes.load(pixel + picture.planeStride) * weight
          blue += Lanes.load(pixel + 2 &* picture.planeStride) * weight
          alpha += Lanes.load(pixel + 3 &* picture.planeStride) * weight
          offset &+= 1
        }
      }
      let onto = output + column
      Lanes.store(red, to: onto)
      Lanes.store(green, to: onto + stride)
      Lanes.store(blue, to: onto + 2 &* stride)
      Lanes.store(Lanes.clamp(alpha, 0, 1), to: onto + 3 &* stride)
      column &+= 8
    }
  }
}
