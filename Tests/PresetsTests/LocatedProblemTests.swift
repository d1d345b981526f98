import Model
import Presets
import Testing

/// Problems of a scene are reported at the positions in the preset's text that they come from.
@Suite struct LocatedProblemTests {
  /// Returns line, column and key path of each issue.
  private func positions(_ text: String) -> [String] {
    issues(text).map { issue in issue.split(separator: ":", maxSplits: 4)[1...3].joined(separator: ":") }
  }

  @Test("Problems of a scene are located in its text") func problemsOfASceneAreLocated() {
    let text = """
      { "canvas": { "duration": 2, "loop": true }, "post": { "exposure": "= t" },
        "layers": [
          { "shape": { "type": "rectangle", "center": [50, "= t"], "size": [9, 9], "fill": { "angle": "= 20 * t", "stops": ["red", "blue"] } } },
          { "name": "a", "group": [{ "name": "b", "blob": { "center": [50, 50], "radius": "= 20 + t" } }] },
          { "emitter": { "position": [3, 4], "cells": [{ "birthRate": 1e7, "lifetime": 1 }] } } ] }
      """
    #expect(
      positions(text) == [
        "1:68: post.exposure", "3:49: layers[0].shape.center", "3:97: layers[0].shape.fill.angle",
        "4:85: layers.a.group.b.blob.radius", "5:50: layers[2].emitter.cells[0]",
      ])
  }

  @Test("A problem with a filter's value is located at its key") func problemsOfFiltersAreLocated() {
    let text = """
      { "canvas": { "duration": 2, "loop": true }, "layers": [],
        "post": { "bloom": { "strength": 1, "threshold": "= 1 + t" } } }
      """
    #expect(positions(text) == ["2:52: post.bloom.threshold"])
  }

  @Test("Problems in layers with ambiguous names and in lists are located too")
  func ambiguousNamesAndListsAreLocated() {
    let text = """
      { "canvas": { "duration": 2, "loop": true }, "layers": [
        { "name": "background.far", "group": [{ "name": "foreground", "shape": { "type": "circle", "radius": 9, "fill": { "angle": "= t", "stops": ["red"] } } }] },
        { "name": "near", "emitter": { "cells": [
          { "name": "opacity", "birthRate": 1, "lifetime": 1, "forces": [{ "type": "vortex", "position": [3, 4], "strength": 90 }], "cells": [
            { "birthRate": 9e6, "lifetime": 2, "sprite": { "size": 1 } }] }] } },
        { "name": "opacity", "gradient": { "angle": 0, "stops": ["red", 0.3, { "color": "blue", "at": "= t / 4" }] } },
        { "name": "m", "metaballs": { "balls": [{ "center": [3, 3], "radius": 4 }, { "center": [3, 3], "radius": "= 1 + t" }] } } ] }
      """
    #expect(
      positions(text) == [
        "2:126: layers.background.far.group.foreground.shape.fill.angle",
        "5:7: layers.near.emitter.cells.opacity.cells[0]", "6:59: layers.opacity.gradient.stops",
        "7:108: layers.m.metaballs.balls[1].radius",
      ])
    // A problem of several copies is reported once, at the layer that is copied.
    for (name, place) in [("", "layers[1]"), (#""name": "dots","#, "layers.dots")] {
      let copied = """
        { "canvas": { "duration": 2, "loop": true }, "layers": [ { "stars": {} },
          { \(name) "copies": { "count": 5 }, "shape": { "type": "circle", "radius": 9, "fill": "red",
            "center": ["= 9 * i", "= i * t"] } } ] }
        """
      #expect(
        issues(copied) == [
          "x.json:3:15: \(place).shape.center: jumps at the loop's seam: it is 0 at the start and 2 after 2 s"
        ])
    }
    // Copies without names shift the indices, so a layer of the scene cannot be traced to one in the text: the position is
    // that of the list.
    let copies = """
      { "canvas": { "duration": 2, "loop": true }, "layers": [
        { "copies": { "count": 3 }, "ripples": {} }, { "opacity": "= t / 4", "ripples": {} } ] }
      """
    #expect(
      issues(copies) == [
        "x.json:1:56: layers: [3].opacity: jumps at the loop's seam: it is 0 at the start and 0.5 after 2 s"
      ])
  }

  @Test("A loop must not jump") func aLoopMustNotJump() {
    let text = """
      { "canvas": { "duration": 4, "loop": true }, "layers": [ { "name": "a", "opacity": "= t / 8", "ripples": {} } ] }
      """
    #expect(
      issues(text) == [
        "x.json:1:84: layers.a.opacity: jumps at the loop's seam: it is 0 at the start and 0.5 after 4 s"
      ])
    #expect(issues(text.replacing("t / 8", with: "0.5 + 0.5 * sin(tau * t / duration)")).isEmpty)
    let turning = """
      { "canvas": { "duration": 4, "loop": true },
        "layers": [ { "gradient": { "angle": "= 360 * t / duration", "stops": ["red", "blue"] } } ] }
      """
    #expect(issues(turning).isEmpty)
  }

  @Test("A layer that is hidden at the loop's seam may jump there") func hiddenLayersMayJump() {
    func found(_ keys: String) -> [String] {
      issues(
        """
        { "canvas": { "duration": 4, "loop": true },
          "layers": [ { "gradient": { "angle": "= 10 * t", "stops": ["red", "blue"] }, \(keys) } ] }
        """)
    }
    #expect(found("\"opacity\": 1").count == 1)
    #expect(found("\"duration\": 4").count == 1)
    #expect(found("\"begin\": 1").isEmpty)
    #expect(found("\"duration\": 3").isEmpty)
    #expect(found("\"opacity\": \"= sin(pi * t / duration) * (t > 0) * (t < duration)\"").isEmpty)
  }

  @Test("A loop lasts for a whole number of a layer's cycles") func cyclesOfALayerFitIntoALoop() {
    func found(_ keys: String) -> [String] {
      issues(
        """
        { "canvas": { "duration": 4, "loop": true },
          "layers": [ { "name": "a", "opacity": "= t / 2", "repeat": "forever", \(keys), "ripples": {} } ] }
        """)
    }
    #expect(found("\"duration\": 1").isEmpty)
    #expect(found("\"duration\": 2, \"autoreverse\": true").isEmpty)
    #expect(
      found("\"duration\": 1.5, \"speed\": 1").first
        == "x.json:2:15: layers.a: repeats every 1.5 s, which does not divide the loop's 4 s evenly")
    #expect(found("\"duration\": 4, \"autoreverse\": true").count == 2)
    let inFastGroup = issues(
      """
      { "canvas": { "duration": 4, "loop": true },
        "layers": [ { "name": "g", "speed": 2, "group": [
          { "name": "a", "opacity": "= t / 2", "repeat": "forever", "duration": 3, "ripples": {} } ] } ] }
      """)
    #expect(
      inFastGroup.first?.hasSuffix(
        "repeats every 3 s, which does not divide the loop's 8 s of its group's clock evenly") == true)
  }
}
