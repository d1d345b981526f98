import Cost
import Model
import Presets
import Testing

/// What lights, casters of shadows and materials are estimated to take.
@Suite struct LightCostTests {
  private func text(lights: Int, casters: Int, walls: Int, particles: Int = 0, glowing: Int = 0) -> String {
    let lamps = (0..<lights).map {
      "{ \"type\": \"point\", \"position\": [\"= \(50 * $0) + t\", 90], \"zPosition\": 700, \"shadow\": 0.9 }"
    }
    let glows = (0..<glowing).map { "{ \"type\": \"layer\", \"layer\": \"glow\($0)\" }" }
    let surfaces = (0..<walls).map {
      "{ \"name\": \"wall\($0)\", \"material\": {}, \"transform\": { \"zPosition\": \(-10 - $0) }, \"gradient\": { \"stops\": [\"#888\", \"#777\"] } }"
    }
    func shape(_ index: Int, _ name: String, _ material: String) -> String {
      "{ \"name\": \"\(name)\(index)\", \(material) \"transform\": { \"zPosition\": \(40 + index) }, \"shape\": { \"type\": \"circle\", \"center\": [\(5 * index), 500], \"radius\": 40, \"fill\": \"red\" } }"
    }
    let cards = (0..<casters).map {
      shape($0, "card", "\"material\": { \"castsShadows\": true, \"acceptsShadows\": false },")
    }
    let dust =
      "{ \"name\": \"dust\", \"material\": {}, \"transform\": { \"zPosition\": 0 }, \"begin\": -5, \"emitter\": { \"position\": \"center\", \"cells\": [{ \"name\": \"c\", \"birthRate\": \(particles), \"lifetime\": 1, \"velocity\": 90, \"emissionRange\": 360, \"sprite\": { \"type\": \"softDisc\", \"size\": 3 } }] } }"
    let layers = surfaces + cards + (0..<glowing).map { shape($0, "glow", "") } + (particles > 0 ? [dust] : [])
    return
      "{ \"canvas\": { \"width\": 1920, \"height\": 1080, \"duration\": 2 }, \"lights\": [\((lamps + glows).joined(separator: ","))], \"layers\": [\(layers.joined(separator: ","))] }"
  }

  private func estimate(_ text: String) throws -> SceneEstimate {
    let scene = try load(text).scene
    return scene.estimate(scene.particleBudgets())
  }

  @Test("Each layer that shines or casts shadows is a line of its own, and each material is told from its layer")
  func lines() throws {
    let found = try estimate(text(lights: 2, casters: 3, walls: 1, glowing: 2))
    #expect(
      found.lights.map(\.name) == [
        "light of glow0", "light of glow1", "shadow of card0", "shadow of card1", "shadow of card2",
      ])
    #expect(found.lights.allSatisfy { (1e-3..<4e-3).contains($0.seconds) && $0.bytes > 1e7 }, "\(found.lights)")
    #expect(
      abs(found.seconds - found.canvasSeconds - found.lightSeconds - found.layers.reduce(0) { $0 + $1.seconds }) < 1e-9)
    let wall = found.layers[0]
    #expect(wall.materialSeconds > 0.01 && wall.materialSeconds < wall.seconds)
    // No light has shadows: none is counted.
    #expect(try estimate(text(lights: 0, casters: 3, walls: 1, glowing: 1)).lights.map(\.name) == ["light of glow0"])
  }

  @Test("An emitter that shines has its particles once more, in time and in memory") func emitters() throws {
    let layer =
      #"{ "name": "e", "begin": -5, "emitter": { "position": "center", "cells": [{ "birthRate": 100000, "lifetime": 1, "velocity": 90, "emissionRange": 360, "sprite": { "type": "softDisc", "size": 3 } }] } }"#
    func estimate(_ lights: Int) throws -> SceneEstimate {
      let list = Array(repeating: #"{ "type": "layer", "layer": "e" }"#, count: lights).joined(separator: ",")
      return try self.estimate(
        "{ \"canvas\": { \"width\": 1920, \"height\": 1080, \"duration\": 2 }, \"lights\": [\(list)], \"layers\": [{ \"name\": \"wall\", \"material\": {}, \"noise\": {} }, \(layer)] }"
      )
    }
    let found = try estimate(3)
    let emitter = found.layers[1]
    #expect(emitter.materialSeconds == 0 && emitter.bytes > 1e6)
    for light in found.lights {
      #expect(light.seconds > 0.6 * emitter.seconds && light.bytes > emitter.bytes + 1e7, "\(light) \(emitter.bytes)")
    }
  }

  @Test("A surface's time grows with lights times casters, and so does that of lit particles") func products() throws {
    func wall(_ lights: Int, _ casters: Int) throws -> Double {
      try estimate(text(lights: lights, casters: casters, walls: 1)).layers[0].materialSeconds
    }
    // 4 ms for each light and caster at this size.
    let (few, many) = (try wall(2, 4), try wall(8, 16))
    #expect(many - few > 0.4 && many - few < 0.7, "\(few) \(many)")
    func dust(_ lights: Int, _ casters: Int) throws -> Double {
      let found = try estimate(text(lights: lights, casters: casters, walls: 0, particles: 50_000))
      return found.layers.first { $0.name == "dust" }?.seconds ?? 0
    }
    #expect(try dust(8, 16) > dust(2, 4) + 0.5)
  }

  @Test("Lights times casters times surfaces beyond the limit are refused, with what would help") func refused() {
    let walls = issues(text(lights: 32, casters: 200, walls: 8))
    #expect(walls.count == 1)
    #expect(walls.first?.contains("fewer lights with a shadow, or fewer layers that cast shadows") == true, "\(walls)")
    let particles = issues(text(lights: 32, casters: 200, walls: 0, particles: 500_000))
    #expect(particles.first?.contains("or the preset fewer lights or layers that cast shadows") == true, "\(particles)")
    #expect(issues(text(lights: 4, casters: 8, walls: 4)).isEmpty)
  }
}
