import Model
import Presets
import Testing

/// Forces in the preset language.
@Suite struct ForceKeyTests {
  private func cell(_ keys: String) throws -> Cell {
    let loaded = try load(
      "{ \"canvas\": { \"width\": 400, \"height\": 200 }, \"layers\": [ { \"emitter\": { \"cells\": [ { \"birthRate\": 1, \"lifetime\": 1, \(keys) } ] } } ] }"
    )
    guard case .emitter(let emitter) = loaded.scene.layers[0].source else { return Cell(name: "", cellPath: 0) }
    return emitter.cells[0]
  }

  @Test("Missing keys have their defaults; the default position is the middle of the canvas")
  func defaults() throws {
    let types = ["attractor", "vortex", "turbulence", "gust", "wave", "drag", "speedLimit"]
    let forces = try cell("\"forces\": [\(types.map { "{ \"type\": \"\($0)\" }" }.joined(separator: ", "))]").forces
    let middle = AnimatedPoint(200, 100)
    #expect(
      forces == [
        .attractor(Force.Attractor().with { $0.position = middle }),
        .vortex(Force.Vortex().with { $0.position = middle }), .turbulence(.init()), .gust(.init()),
        .wave(.init()), .drag(coefficient: 0.001), .speedLimit(maximum: 100),
      ])
  }

  @Test("Positions, strengths, angles and limits may be animated")
  func moving() throws {
    let keys = "{ \"keys\": [[0, 1], [2, 3]] }"
    let forces = try cell(
      """
      "forces": [
        { "type": "attractor", "position": [\(keys), "= 50 + t"], "stiffness": \(keys), "radius": \(keys),
          "falloffDistance": \(keys), "angle": "= 90 * t" },
        { "type": "wave", "force": [\(keys), 9] }, { "type": "drag", "coefficient": \(keys) },
        { "type": "speedLimit", "maximum": \(keys) }
      ]
      """
    ).forces
    let clock = AnimationClock(1)
    guard case .attractor(let attractor) = forces[0], case .wave(let wave) = forces[1],
      case .drag(let coefficient) = forces[2], case .speedLimit(let maximum) = forces[3]
    else {
      Issue.record("other forces: \(forces)")
      return
    }
    for number in [attractor.position.x, attractor.stiffness, attractor.radius, attractor.falloffDistance] {
      #expect(number.value(at: clock) == 2)
    }
    for number in [wave.force.x, coefficient, maximum] { #expect(number.value(at: clock) == 2) }
    #expect(attractor.position.y.value(at: clock) == 51 && attractor.angle.value(at: clock) == 90)
    #expect(wave.force.y.constant == 9)
  }

  @Test("Depths and latitudes may be animated, and make their cell three-dimensional")
  func depths() throws {
    let forces = try cell(
      """
      "forces": [
        { "type": "attractor", "kind": "axial", "zPosition": "= 50 + t", "latitude": 20 },
        { "type": "vortex", "angle": -90, "latitude": { "keys": [[0, 0], [2, 30]] }, "zPosition": 7 },
        { "type": "wave", "zForce": { "from": 0, "to": 8, "duration": 2 } }
      ]
      """
    ).forces
    let clock = AnimationClock(1)
    guard case .attractor(let attractor) = forces[0], case .vortex(let vortex) = forces[1],
      case .wave(let wave) = forces[2]
    else {
      Issue.record("other forces: \(forces)")
      return
    }
    #expect(attractor.zPosition.value(at: clock) == 51 && attractor.latitude.constant == 20)
    #expect(vortex.angle.constant == -90 && vortex.latitude.value(at: clock) == 15 && vortex.zPosition.constant == 7)
    #expect(wave.zForce.value(at: clock) == 4)
    #expect(Emitter().isThreeDimensional(try cell("\"forces\": [{ \"type\": \"wave\", \"zForce\": 5 }]")))
    #expect(!Emitter().isThreeDimensional(try cell("\"forces\": [{ \"type\": \"vortex\", \"latitude\": 90 }]")))
  }

  @Test("A key that does not apply to a force's type is reported")
  func meaningless() {
    #expect(
      cellIssues("{ \"birthRate\": 1, \"lifetime\": 1, \"forces\": [{ \"type\": \"drag\", \"strength\": 3 }] }") == [
        "x.json:2:63: layers.near.emitter.cells[0].forces[0].strength: does not apply to \"type\": \"drag\", only to \"vortex\", \"turbulence\" or \"gust\""
      ])
  }

  @Test("Steps are short enough for the drag")
  func steps() throws {
    let force = "\"forces\": [{ \"type\": \"wave\" }]"
    #expect(try cell(force).step == 1.0 / 120)
    #expect(try cell("\"drag\": 200, \(force)").step == 1.0 / 120)
    #expect(try cell("\"drag\": 900, \"dragRange\": 200, \(force)").step == 0.002)
    #expect(try cell("\"drag\": { \"keys\": [[0, 0], [1, 1000]] }, \(force)").step == 0.002)
  }
}
