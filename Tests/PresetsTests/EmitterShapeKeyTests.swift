import Lanes
import Model
import Presets
import Testing

/// Emitters' shapes, directions relative to them, and gathers in the preset language.
@Suite struct EmitterShapeKeyTests {
  private static let cell = "{ \"burst\": 5, \"lifetime\": 2 }"

  /// Returns a preset with an emitter whose keys other than `cells` begin line 2.
  private func preset(_ emitter: String, cell: String = cell) -> String {
    """
    { "layers": [ { "name": "near", "emitter": { "cells": [ \(cell) ],
    \(emitter)
    } } ] }
    """
  }

  private func emitter(_ text: String, _ settings: PresetSettings = PresetSettings()) throws -> Emitter {
    guard case .emitter(let emitter) = try load(text, settings).scene.layers[0].source else {
      Issue.record("The layer has no emitter.")
      return Emitter()
    }
    return emitter
  }

  @Test("A single number is both width and height, and a size may be animated or given by a knob")
  func sizesOfOneNumber() throws {
    #expect(try emitter(preset("\"size\": 80")).size.point(at: 0) == SIMD2(80, 80))
    #expect(try emitter(preset("\"size\": \"50%\"")).size.point(at: 0) == SIMD2(540, 540))
    #expect(try emitter(preset("\"size\": [80, 20]")).size.point(at: 0) == SIMD2(80, 20))
    let grown = try emitter(preset("\"size\": { \"from\": 0, \"to\": 40, \"duration\": 1 }")).size
    #expect(grown.point(at: 0.5) == SIMD2(20, 20))
    let presetWithKnobs = { (size: String) in
      self.preset("\"size\": \(size)").replacing(
        "{ \"layers\"", with: "{ \"knobs\": { \"box\": { \"default\": [8, 2] } }, \"layers\"")
    }
    #expect(try emitter(presetWithKnobs("\"= box\"")).size.point(at: 0) == SIMD2(8, 2))
    let animated = try emitter(presetWithKnobs("{ \"from\": \"= box\", \"to\": [10, 4], \"duration\": 1 }")).size
    #expect(animated.point(at: 0.5) == SIMD2(9, 3))
  }

  @Test("A density is a grid over the canvas, whose alpha is the formula's value between 0 and 1") func densities()
    throws
  {
    let shape = try emitter(
      preset(
        "\"shape\": { \"type\": \"density\", \"let\": { \"k\": 2 }, \"density\": \"= k * x / width - 0.5\", \"detail\": 8 }"
      )
    ).shape
    guard case .picture(let picture) = shape else {
      Issue.record("A density is a picture.")
      return
    }
    #expect(picture.columns == 8 && picture.rows == 5)
    #expect(picture.width == 1920 && picture.height == 1080)
    // 2·(c + ½)/8 − ½, cut at both ends.
    for column in 0..<8 {
      let expected = min(max(Float(2 * column + 1) / 8 - 0.5, 0), 1)
      #expect(abs(picture.samples[2 * 8 + column].w - expected) < 1e-6)
    }
    #expect(
      issues(preset("\"shape\": { \"type\": \"density\", \"density\": \"= sin(t)\" }")) == [
        "x.json:2:42: layers.near.emitter.shape.density: births keep their density: the formula must not read the time, or numbers that change with it"
      ])
    #expect(
      issues(preset("\"shape\": { \"type\": \"density\", \"density\": \"= -u\" }")) == [
        "x.json:2:42: layers.near.emitter.shape.density: is 0 or less everywhere, so nothing could be born"
      ])
  }

  @Test("A shape is a name or an object") func shapes() throws {
    #expect(try emitter(preset("\"shape\": \"heart\"")).shape == .heart)
    #expect(try emitter(preset("\"shape\": \"star\"")).shape == .star(points: 5, ratio: 0.4))
    #expect(try emitter(preset("\"shape\": \"polygon\"")).shape == .regularPolygon(sides: 6))
    #expect(
      try emitter(preset("\"shape\": { \"type\": \"star\", \"points\": 7, \"ratio\": 0.25 }")).shape
        == .star(points: 7, ratio: 0.25))
    #expect(
      try emitter(preset("\"shape\": { \"type\": \"polygon\", \"sides\": 3 }")).shape == .regularPolygon(sides: 3))
    #expect(
      try emitter(preset("\"shape\": { \"type\": \"polygon\", \"points\": [[0, 0], [9, 0], [0, 9]] }")).shape
        == .polygon([PlanePoint(0, 0), PlanePoint(9, 0), PlanePoint(0, 9)]))
    var path = VectorPath(fillRule: .evenOdd)
    path.move(to: PlanePoint(0, 0))
    path.line(to: PlanePoint(8, 0))
    path.line(to: PlanePoint(0, 8))
    path.close()
    #expect(
      try emitter(
        preset("\"shape\": { \"type\": \"path\", \"path\": \"M0 0H8L0 8Z\", \"fillRule\": \"evenodd\" }")
      ).shape == .path(path))
  }

  @Test("The keys of directions and gathers are read") func cellKeys() throws {
    let text = preset(
      "\"shape\": \"heart\"",
      cell: """
        { "burst": 5, "lifetime": 2, "emissionFrom": "tangent", "gather": { "from": "canvas", "seconds": 1.5, "stagger": 0.25, "ease": "linear", "swirl": 90, "hold": 0.5 } }
        """)
    let cell = try emitter(text).cells[0]
    #expect(cell.emissionFrom == .tangent)
    #expect(
      cell.gather
        == Gather(from: .canvas, radius: 100, seconds: 1.5, stagger: 0.25, ease: .linear, swirl: 90, hold: 0.5))
    let plain = try emitter(preset("\"shape\": \"heart\"", cell: "{ \"burst\": 5, \"lifetime\": 2, \"gather\": {} }"))
      .cells[0]
    #expect(plain.emissionFrom == .canvas)
    #expect(plain.gather == Gather())
  }

  @Test("A preset that extends another may change single keys of a shape and a gather") func merging() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "base.json",
      """
      { "layers": [ { "name": "near", "emitter": { "shape": { "type": "star", "points": 7, "ratio": 0.25 },
        "cells": [ { "name": "dot", "burst": 5, "lifetime": 2, "gather": { "seconds": 3, "hold": 1 } } ] } } ] }
      """)
    let file = try folder.write(
      "own.json",
      """
      { "extends": "base.json", "layers": [ { "name": "near", "emitter": { "shape": { "ratio": 0.5 },
        "cells": [ { "name": "dot", "gather": { "seconds": 2 } } ] } } ] }
      """)
    guard case .emitter(let emitter) = try Preset.load(file).scene.layers[0].source else { return }
    #expect(emitter.shape == .star(points: 7, ratio: 0.5))
    #expect(emitter.cells[0].gather == Gather(seconds: 2, hold: 1))
    let heart = try folder.write(
      "heart.json",
      """
      { "extends": "base.json", "layers": [ { "name": "near", "emitter": { "shape": { "type": "heart" } } } ] }
      """)
    guard case .emitter(let other) = try Preset.load(heart).scene.layers[0].source else { return }
    #expect(other.shape == .heart)
  }

  @Test(
    "Mistakes in an emitter's shape are reported at their positions",
    arguments: [
      (
        "\"shape\": { \"type\": \"polygon\" }",
        "2:10: layers.near.emitter.shape: a polygon needs points, [[x, y], …], or a number of sides"
      ),
      (
        "\"shape\": { \"type\": \"polygon\", \"sides\": 5, \"points\": [[0, 0], [9, 0], [0, 9]] }",
        "2:40: layers.near.emitter.shape: points and sides cannot be combined"
      ),
      (
        "\"shape\": { \"type\": \"polygon\", \"points\": [[0, 0], [9, 0]] }",
        "2:41: layers.near.emitter.shape: a polygon needs at least three points, not 2"
      ),
      (
        "\"shape\": { \"type\": \"polygon\", \"points\": 5 }",
        "2:41: layers.near.emitter.shape.points: a polygon's points are its corners, [[x, y], …]; sides says"
      ),
      (
        "\"shape\": { \"type\": \"star\", \"points\": [[0, 0], [9, 0], [0, 9]] }",
        "2:38: layers.near.emitter.shape.points: should be a number"
      ),
      (
        "\"shape\": { \"type\": \"star\", \"sides\": 5 }",
        ".shape.sides: does not apply to \"type\": \"star\", only to \"polygon\""
      ),
      ("\"shape\": { \"type\": \"path\" }", "2:10: layers.near.emitter.shape: \"type\": \"path\" needs the key path"),
      (
        "\"shape\": { \"type\": \"path\", \"path\": \"M0 0Q\" }",
        "layers.near.emitter.shape.path: "
      ),
      (
        "\"shape\": { \"type\": \"path\", \"path\": \"M0 0L9 9\" }",
        "2:10: layers.near.emitter.shape: this path encloses no area that particles could fill: mode \"outline\" has them"
      ),
      (
        "\"mode\": \"outline\", \"shape\": { \"type\": \"path\", \"path\": \"M0 0\" }",
        "2:29: layers.near.emitter.shape: this path has no length"
      ),
      ("\"shape\": \"hart\"", "2:10: layers.near.emitter.shape: \"hart\" is not one of point, line"),
    ]) func badShapes(_ emitter: String, _ expected: String)
  {
    let found = issues(preset(emitter))
    #expect(found.count == 1)
    #expect(found.first?.contains(expected) == true, "\(found)")
  }

  @Test(
    "Mistakes in directions and gathers are reported at their positions",
    arguments: [
      (
        "{ \"burst\": 5, \"lifetime\": 2, \"emissionFrom\": \"norml\" }",
        ".emissionFrom: \"norml\" is not one of canvas, normal or tangent. Did you mean normal?"
      ),
      ("{ \"burst\": 5, \"lifetime\": 2, \"gather\": { \"seconds\": 0 } }", ".gather.seconds: 0 is out of range"),
      ("{ \"burst\": 5, \"lifetime\": 2, \"gather\": { \"stagger\": 1 } }", ".gather.stagger: 1 is out of range"),
      (
        "{ \"burst\": 5, \"lifetime\": 2, \"gather\": { \"easing\": \"linear\" } }",
        ".gather.easing: no such key. Did you mean ease?"
      ),
      ("{ \"burst\": 5, \"lifetime\": 2, \"travel\": 9, \"gather\": {} }", "gather and travel cannot be combined"),
      (
        "{ \"burst\": 5, \"lifetime\": 2, \"velocityOverLife\": [1, 0], \"gather\": {} }",
        "gather and velocityOverLife cannot be combined"
      ),
      (
        "{ \"burst\": 5, \"lifetime\": 2, \"cells\": [{ \"burst\": 1, \"lifetime\": 1, \"gather\": {} }] }",
        "gather is for cells of an emitter"
      ),
      (
        "{ \"burst\": 5, \"lifetime\": 2, \"cells\": [{ \"burst\": 1, \"lifetime\": 1, \"emissionFrom\": \"normal\" }] }",
        "emissionFrom is for cells of an emitter"
      ),
    ]) func badCells(_ cell: String, _ expected: String)
  {
    let found = cellIssues(cell)
    #expect(found.count == 1)
    #expect(found.first?.contains("x.json:2:") == true && found.first?.contains(expected) == true, "\(found)")
  }

  @Test("A scene built in code reports a path on which no particle can be born") func sceneInCode() {
    var path = VectorPath()
    path.move(to: PlanePoint(0, 0))
    path.line(to: PlanePoint(10, 0))
    var cell = Cell("dot")
    cell.burst = 5
    cell.lifetime = 1
    let layer = Layer("near", .emitter(Emitter(shape: .path(path), mode: .volume, cells: [cell])))
    let scene = Scene(name: "In code", canvas: Canvas(width: 100, height: 100, duration: 1), layers: [layer])
    #expect(scene.problems.contains { $0.contains("no area") })
  }
}

extension AnimatedPoint {
  fileprivate func point(at seconds: Double) -> SIMD2<Double> {
    let clock = AnimationClock(seconds)
    return SIMD2(x.value(at: clock), y.value(at: clock))
  }
}
