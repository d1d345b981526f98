import Colorimetry
import Lanes
import Model
import Presets
import Testing

/// Several shapes of a gather, and colours by place, in the preset language.
@Suite struct GatherKeyTests {
  private func cell(_ keys: String, shape: String = "\"heart\"") throws -> Cell {
    let text = """
      { "layers": [ { "name": "near", "emitter": { "shape": \(shape), "size": 100, "cells": [
      { "burst": 5, "lifetime": 9, \(keys) }
      ] } } ] }
      """
    guard case .emitter(let emitter) = try load(text).scene.layers[0].source else { return Cell("") }
    return emitter.cells[0]
  }

  @Test("The shapes after the first are read with their journeys") func shapes() throws {
    let gather = try cell(
      """
      "gather": { "seconds": 2, "hold": 1, "then": [
        { "shape": "circle", "size": 50, "position": "center", "mode": "outline", "seconds": 1.5, "stagger": 0.4,
          "ease": "linear", "swirl": 90, "hold": 0.5 },
        { "shape": { "type": "star", "points": 6, "ratio": 0.5 }, "size": ["50%", 20] } ] }
      """
    ).gather
    let circle = GatherTarget(
      shape: .circle, mode: .outline, position: PlanePoint(960, 540), size: PlanePoint(50, 50), seconds: 1.5,
      stagger: 0.4, ease: .linear, swirl: 90, hold: 0.5)
    let star = GatherTarget(shape: .star(points: 6, ratio: 0.5), size: PlanePoint(960, 20))
    #expect(gather == Gather(seconds: 2, hold: 1, next: [circle, star]))
    #expect(gather?.arrivals.map(\.age) == [2, 4.5, 6])
  }

  @Test("A gradient by place is read") func colors() throws {
    let colors = try cell(
      "\"colorByPlace\": { \"along\": \"radius\", \"stops\": [\"red\", [0.5, \"lime\"], \"blue\"], \"from\": 10, \"interpolation\": \"oklab\" }"
    ).colorByPlace
    #expect(colors?.along == .radius && colors?.from == 10 && colors?.to == nil && colors?.interpolation == .oklab)
    #expect(colors?.stops.map(\.location) == [0, 0.5, 1])
    #expect(try cell("\"colorByPlace\": { \"stops\": [\"red\", \"blue\"] }").colorByPlace?.along == .y)
    let formula = try cell(
      "\"colorByPlace\": { \"formula\": \"= k * f(x) + z / 50\", \"let\": { \"k\": 2 }, \"functions\": { \"f(a)\": \"= a / 100\" }, \"stops\": [\"red\", \"blue\"] }"
    ).colorByPlace?.formula
    let reader = try PlaceFormulaReader(#require(formula), canvas: load("{ \"layers\": [] }").scene.canvas)
    let locations = reader.locations(x: Float8(repeating: 30), y: Float8(), z: Float8(0, 1, 2, 3, 4, 5, 6, 7))
    for lane in 0..<8 { #expect(abs(locations[lane] - (0.6 + Float(lane) / 50)) < 1e-6) }
  }

  @Test(
    "Mistakes in further shapes and in colours by place are reported at their positions",
    arguments: [
      (
        "\"gather\": { \"then\": [{ \"seconds\": 1 }] }",
        "x.json:2:51: layers.near.emitter.cells[0].gather.then[0]: needs the key shape"
      ),
      (
        "\"gather\": { \"then\": [{ \"shape\": \"hart\" }] }",
        "gather.then[0].shape: \"hart\" is not one of point, line, rectangle, circle, ellipse, ring, cuboid, sphere, heart, star or polygon. Did you mean heart?"
      ),
      (
        "\"gather\": { \"then\": [{ \"shape\": \"heart\", \"from\": \"canvas\" }] }",
        "gather.then[0].from: no such key. There are shape, mode, position, size, seconds"
      ),
      (
        "\"gather\": { \"then\": [{ \"shape\": \"heart\", \"stagger\": 1 }] }",
        ".gather.then[0].stagger: 1 is out of range"
      ),
      (
        "\"gather\": { \"then\": [\(String(repeating: "{ \"shape\": \"star\" }, ", count: 7)){ \"shape\": \"star\" }] }",
        ".gather.then: a list of 8 shapes after the first; at most 7 fit"
      ),
      (
        "\"gather\": { \"then\": [{ \"shape\": { \"type\": \"path\", \"path\": \"M0 0H9\" } }] }",
        ".gather.then[0].shape: this path encloses no area that particles could fill: mode \"outline\" has them born on its lines"
      ),
      ("\"colorByPlace\": { \"along\": \"x\" }", ".colorByPlace: needs the key stops"),
      (
        "\"colorByPlace\": { \"along\": \"up\", \"stops\": [\"red\"] }",
        ".colorByPlace.along: \"up\" is not one of x, y, z, radius or angle"
      ),
      (
        "\"colorByPlace\": { \"formula\": \"= sin(t) + x\", \"stops\": [\"red\"] }",
        ".colorByPlace.formula: a place keeps its colour: the formula must not read the time"
      ),
      (
        "\"colorByPlace\": { \"formula\": \"= q / 2\", \"stops\": [\"red\"] }",
        ".colorByPlace.formula: q is unknown."
      ),
      (
        "\"colorByPlace\": { \"along\": \"x\", \"formula\": \"= u\", \"stops\": [\"red\"] }",
        ".colorByPlace: formula and along cannot be combined: the formula says itself"
      ),
      (
        "\"colorByPlace\": { \"let\": { \"k\": 2 }, \"stops\": [\"red\"] }",
        ".colorByPlace: functions and let are for a formula, which is missing"
      ),
      (
        "\"colorByPlace\": { \"along\": \"angle\", \"to\": 90, \"stops\": [\"red\"] }",
        "from and to are lengths; along an angle the colours go once around, from the top clockwise"
      ),
      (
        "\"cells\": [{ \"burst\": 1, \"lifetime\": 1, \"colorByPlace\": { \"stops\": [\"red\"] } }]",
        "colorByPlace is for cells of an emitter: a child has its parent's colour with inherit [\"color\"]"
      ),
    ]) func mistakes(_ keys: String, _ expected: String)
  {
    let found = cellIssues("{ \"burst\": 5, \"lifetime\": 9, \(keys) }")
    #expect(found.count == 1)
    #expect(found.first?.contains(expected) == true, "\(found)")
  }

  @Test("colorFrom needs a picture somewhere among the shapes") func pictures() throws {
    let density = "{ \"type\": \"density\", \"density\": \"= u\", \"detail\": 4 }"
    #expect(
      try cell("\"colorFrom\": \"picture\", \"gather\": { \"then\": [{ \"shape\": \(density) }] }").colorFrom
        == .picture)
    #expect(throws: (any Error).self) {
      try cell("\"colorFrom\": \"picture\", \"gather\": { \"then\": [{ \"shape\": \"heart\" }] }")
    }
  }

  @Test("Particles that die before they come together are warned of") func warnings() throws {
    func warnings(_ keys: String) throws -> [String] {
      try load(
        """
        { "canvas": { "duration": 3 }, "layers": [ { "name": "near", "emitter": { "position": "center", "cells": [
          { "burst": 9, \(keys) } ] } } ] }
        """
      ).warnings.map(\.description).filter { $0.contains("live for") }
    }
    let then = "\"then\": [{ \"shape\": \"heart\", \"size\": 90, \"seconds\": 1.5 }]"
    let short = try warnings(
      "\"lifetime\": 3, \"lifetimeRange\": 1, \"gather\": { \"seconds\": 2, \"hold\": 0.5, \(then) }")
    #expect(short.count == 1)
    #expect(
      short[0].hasSuffix(
        "layers.near.emitter.cells[0].gather: these particles live for at most 3.5 s, and are on shape 2 of 2 after 4 s: a lifetime of more than 4 s lets them come together"
      ))
    #expect(try warnings("\"lifetime\": 4, \"gather\": { \"seconds\": 2, \"hold\": 0.5, \(then) }").isEmpty)
    let alone = try warnings("\"lifetime\": 1, \"gather\": { \"seconds\": 2 }")
    #expect(alone.first?.contains("are at their places after 2 s: a lifetime of more than 2 s") == true)
  }
}
