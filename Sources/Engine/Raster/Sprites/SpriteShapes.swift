import Lanes
import Model

// The rasterizer of every shape that a sprite can have, and the outlines of the shapes whose coverage is an exact area. A new
// shape needs a case here, and either an outline below or a kernel in a file of its own.
//
// `minHalfAxis` is a pair of lengths in pixels, `whenSmall` and `whenThin`. A half axis shorter than `whenSmall` is drawn with
// that length. But if the longer half axis exceeds `whenSmall` by 4 px or more, `whenThin` is the minimum of the shorter one
// (`PrincipalAxes`). At these sizes the light of the shape, its coverage summed over all pixels, hardly depends on the sprite's
// position between the pixels. `light` is this sum divided by the product of the half axes (`DefocusProfile.Light`).

extension PreparedShape {
  /// - Parameters:
  ///   - isSwept: whether the shutter sweeps discs and soft discs along their +x axis. Their half x axis is then r + ℓ/2 pixels
  ///     long for a radius of r and a path of ℓ pixels.
  ///   - texture: returns the texture of a picture, or of words with emoji.
  init(_ shape: Sprite.Shape, isSwept: Bool = false, texture: ((Sprite.Shape) -> SpriteTexture)? = nil) {
    switch shape {
    case .disc where isSwept:
      self.init(SweptDisc.self, minHalfAxis: (1.5, 1.5), light: .swept(.pi), defocusClosedForm: .disc)
    case .disc:
      self.init(
        EllipseRing.self, round: RoundDisc.self, minHalfAxis: (1.5, 0.8), isInsideEllipse: true, light: .fixed(.pi),
        defocusClosedForm: .disc)
    case .softDisc where isSwept:
      self.init(SweptSoftDisc.self, minHalfAxis: (2.1, 2.1), light: .swept(.pi / 3), defocusClosedForm: .softDisc)
    case .softDisc:
      self.init(
        EllipseSoftDisc.self, round: RoundSoftDisc.self, minHalfAxis: (2, 1.5), isInsideEllipse: true,
        light: .fixed(.pi / 3), defocusClosedForm: .softDisc)
    case .hotDisc(let core):
      let core = clamp(Float(core), 0.01, 1)
      self.init(
        EllipseHotDisc.self, round: RoundHotDisc.self, minHalfAxis: (2, 1.5), isInsideEllipse: true,
        light: .fixed(hotDiscLight(coreSquare: core * core)))
      radiusRatio = core
    case .square:
      self.init(BoxKernel.self, minHalfAxis: (1.5, 0.75), light: .fixed(4))
    case .capsule:
      self.init(CapsuleKernel.self, minHalfAxis: (1.5, 0.75), light: .capsule)
    case .streak(let taper):
      self.init(StreakKernel.self, minHalfAxis: (1.5, 0.92), light: .streak)
      radiusRatio = clamp(Float(taper), 0, 1)
    case .star(let points, let ratio):
      self.init(star: points, ratio: ratio)
    case .polygon(let sides):
      self.init(polygon: sides)
    case .ring(let thickness):
      // `thickness` is a share of the radius.
      let inner = 1 - clamp(Float(thickness), 0, 1)
      self.init(
        EllipseRing.self, round: RoundRing.self, minHalfAxis: (1.5, 1.5), isInsideEllipse: true,
        light: .fixed(.pi * (1 - inner * inner)), defocusClosedForm: .ring)
      radiusRatio = inner
      hasHole = true
    case .heart: self.init(outline: .heart)
    case .spark: self.init(outline: .spark, tipFade: TipFade(.spark))
    case .flake(let seed): self.init(outline: .flake(seed: seed), isSimple: false)
    case .petal: self.init(outline: .petal)
    case .leaf: self.init(outline: .leaf)
    case .paper: self.init(outline: .paper)
    case .ribbon: self.init(outline: .ribbon)
    case .triangle: self.init(outline: .triangle)
    case .sector(let start, let end, let thickness):
      self.init(outline: .sector(from: start, to: end, thickness: thickness))
    case .path(let path): self.init(outline: path.fitted(), isSimple: false)
    case .sheet(let sheet):
      self.init(SheetRasterizer.self, minHalfAxis: (0.5, 0.5), light: .fixed(4))
      self.sheet = SheetStyle(sheet)
    case .picture, .words, .puff:
      guard let texture else {
        preconditionFailure("Sprites with textures are made by a renderer, which has their textures.")
      }
      self.init(PictureKernel.self, minHalfAxis: (1.5, 0.75), light: .fixed(4))
      self.texture = texture(shape)
    }
  }
}

// MARK: Outlines

// Outlines lie in the square −1...1 of local coordinates, +y down. Shapes with a direction point along +x, which is the direction
// of motion of a sprite that is aligned to its motion; hearts and triangles stand upright. No outline below crosses or touches
// itself, and holes run in the opposite direction (`isSimple`). Flakes and paths may cross themselves.

extension VectorPath {
  /// A star whose four points lie on the axes, with hollow sides between them.
  package static var spark: VectorPath {
    var spark = VectorPath()
    // Coordinates of the control points: a curve leaves a point of the star nearly along its axis.
    let (along, across) = (0.13, 0.032)
    spark.move(to: Point(1, 0))
    spark.curve(Point(along, across), Point(across, along), to: Point(0, 1))
    spark.curve(Point(-across, along), Point(-along, across), to: Point(-1, 0))
    spark.curve(Point(-along, -across), Point(-across, -along), to: Point(0, -1))
    spark.curve(Point(across, -along), Point(along, -across), to: Point(1, 0))
    spark.close()
    return spark
  }

  /// A cherry's petal, from a narrow base at −x to two rounded tips with a notch between them.
  package static var petal: VectorPath {
    var petal = VectorPath()
    petal.move(to: Point(-1, 0))
    petal.addMirroredCurves([
      (Point(-0.82, 0.2), Point(-0.52, 0.64), Point(0.12, 0.66)),
      (Point(0.58, 0.67), Point(0.86, 0.46), Point(0.98, 0.22)),
      (Point(1.0, 0.17), Point(0.93, 0.14), Point(0.72, 0)),
    ])
    petal.close()
    return petal
  }

  /// A pointed blade with a stem at −x, and a slit for the midrib.
  package static var leaf: VectorPath {
    var leaf = VectorPath()
    leaf.move(to: Point(-1, 0.03))
    leaf.addMirroredCurves([
      (Point(-0.9, 0.024), Point(-0.82, 0.022), Point(-0.73, 0.022)),
      (Point(-0.7, 0.28), Point(-0.46, 0.47), Point(-0.1, 0.46)),
      (Point(0.34, 0.45), Point(0.56, 0.12), Point(1, 0)),
    ])
    leaf.close()
    // The slit runs in the opposite direction.
    leaf.move(to: Point(-0.6, 0))
    leaf.curve(Point(-0.44, -0.034), Point(0.06, -0.024), to: Point(0.66, 0))
    leaf.curve(Point(0.06, 0.024), Point(-0.44, 0.034), to: Point(-0.6, 0))
    leaf.close()
    return leaf
  }

  /// A slightly bent sheet of paper: its long sides are curved alike, and one corner is folded up.
  package static var paper: VectorPath {
    var paper = VectorPath()
    paper.move(to: Point(-1, -0.56))
    paper.curve(Point(-0.4, -0.74), Point(0.16, -0.74), to: Point(0.62, -0.61))
    paper.line(to: Point(0.97, -0.28))
    paper.line(to: Point(1, 0.6))
    paper.curve(Point(0.4, 0.44), Point(-0.36, 0.44), to: Point(-0.96, 0.66))
    paper.close()
    return paper
  }

  /// A streamer (not a trail's ribbon) of one and a half waves, of even width, with a notch in its tail.
  package static var ribbon: VectorPath {
    var ribbon = VectorPath()
    ribbon.move(to: Point(-1, -0.12))
    ribbon.curve(Point(-0.84, -0.5), Point(-0.58, -0.5), to: Point(-0.37, -0.16))
    ribbon.curve(Point(-0.2, 0.1), Point(-0.08, 0.1), to: Point(0.08, -0.14))
    ribbon.curve(Point(0.28, -0.46), Point(0.58, -0.52), to: Point(1, -0.2))
    ribbon.line(to: Point(0.9, 0.16))
    ribbon.curve(Point(0.62, -0.14), Point(0.46, -0.1), to: Point(0.33, 0.12))
    ribbon.curve(Point(0.1, 0.5), Point(-0.32, 0.5), to: Point(-0.58, 0.1))
    ribbon.curve(Point(-0.63, 0), Point(-0.68, -0.04), to: Point(-0.72, 0.02))
    ribbon.line(to: Point(-0.83, -0.15))
    ribbon.close()
    return ribbon
  }

  /// A triangle as wide and high as the square, its point up.
  package static var triangle: VectorPath {
    var triangle = VectorPath()
    triangle.move(to: Point(0, -1))
    triangle.line(to: Point(-1, 1))
    triangle.line(to: Point(1, 1))
    triangle.close()
    return triangle
  }

  /// A sector of a ring between two angles, in degrees clockwise from +x. `thickness` is a share of the radius, measured from
  /// the rim inwards. Angles that differ by 360° or more make the whole ring.
  package static func sector(from start: Double, to end: Double, thickness: Double) -> VectorPath {
    let sweepTurns = min(abs(end - start) / 360, 1)
    let startTurns = min(start, end) / 360
    let inner = 1 - min(max(thickness, 0), 1)
    var sector = VectorPath()
    func point(_ angleTurns: Double, _ radius: Double) -> Point {
      let (sine, cosine) = Lanes.sincosTurns(angleTurns)
      return Point(cosine, sine) * radius
    }
    // Appends an arc of `sweep` turns that begins at the angle `from`, in turns, in pieces of at most 1/18 turn. A piece of
    // angle θ is approximated by a cubic whose control points lie 4/3·tan(θ/4) radii from its ends. Its error is at most 3·10⁻⁸ of
    // the radius. θ is `step` turns, so θ/4 is π/2·step in radians.
    func arc(_ from: Double, _ sweep: Double, _ radius: Double) {
      let count = max(Int((abs(sweep) * 18).rounded(.up)), 1)
      let step = sweep / Double(count)
      let handle = 4.0 / 3 * Lanes.tan(Double.pi / 2 * step)
      for piece in 0..<count {
        let (a, b) = (point(from + Double(piece) * step, radius), point(from + Double(piece + 1) * step, radius))
        sector.curve(a + Point(-a.y, a.x) * handle, b - Point(-b.y, b.x) * handle, to: b)
      }
    }
    sector.move(to: point(startTurns, 1))
    arc(startTurns, sweepTurns, 1)
    if sweepTurns == 1 {
      sector.close()
      if inner == 0 { return sector }
      sector.move(to: point(startTurns, inner))
    } else {
      sector.line(to: point(startTurns + sweepTurns, inner))
    }
    if inner > 0 { arc(startTurns + sweepTurns, -sweepTurns, inner) }
    sector.close()
    return sector
  }

  /// Appends curves, given by their two control points and their end, then their mirror images across the line y = 0 in reverse order,
  /// back to the point that the contour's `move` set. The last of `curves` must end on the line.
  private mutating func addMirroredCurves(_ curves: [(Point, Point, Point)]) {
    func mirror(_ point: Point) -> Point { Point(point.x, -point.y) }
    guard let last = elements.last, case .move(let point) = last else {
      preconditionFailure("A mirrored outline begins with a move.")
    }
    let start = Point(point)
    for (a, b, end) in curves { curve(a, b, to: end) }
    for (index, segment) in curves.enumerated().reversed() {
      curve(mirror(segment.1), mirror(segment.0), to: mirror(index > 0 ? curves[index - 1].2 : start))
    }
  }
}
