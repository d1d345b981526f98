import Foundation
import Model
import Motes
import Raster
import Rendering
import Testing

/// Clocks over all that is accepted, on every source of layers: `Scripts/fuzz-clocks` tries many more.
@Suite struct ClockTests {
  private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The keys of a layer's or group's clock.
  private static let clocks = [
    "\"speed\": 1e-30", "\"speed\": 1e-9", "\"speed\": 1000", "\"speed\": 0, \"begin\": -1e5",
    "\"duration\": 1e-9, \"repeat\": \"forever\"", "\"duration\": 1e6, \"repeat\": 1e6, \"speed\": 1e-30",
    "\"duration\": 1e-30, \"repeat\": \"forever\", \"autoreverse\": true, \"speed\": 1000",
    "\"begin\": -1e5, \"speed\": 1000, \"timeOffset\": 1e5", "\"begin\": -1e-30, \"duration\": 0.7, \"repeat\": 2.5",
    "\"begin\": 0.1, \"timeOffset\": -1e5, \"speed\": 1e-300",
  ]

  /// The keys of each layer in Tests/ClockSources.json, which has a line for each.
  private static let sources: [String] = {
    let data = FileManager.default.contents(atPath: repository + "/Tests/ClockSources.json") ?? Data()
    var layers: [String] = []
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      guard let start = line.range(of: "\": { "), let end = line.range(of: " }", options: .backwards) else { continue }
      layers.append(String(line[start.upperBound..<end.lowerBound]))
    }
    return layers
  }()

  /// A scene of one layer; nil if it is refused: by the limits, or because its values jump at the loop's seam.
  private func scene(_ layer: String, loops: Bool) throws(PresetError) -> Scene? {
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 32, \"height\": 18, \"duration\": 2, \"frameRate\": 10, \"loop\": \(loops) }, \"layers\": [\(layer)] }"
    var settings = PresetSettings()
    settings.assetLoader = .files
    let file = Self.repository + "/Tests/Golden/pictures/clock.json"
    do throws(PresetError) {
      return try Preset.load(text: Array(text.utf8), named: file, settings).scene
    } catch {
      guard error.description.contains("are allowed: ") || error.description.contains("loop's seam") else {
        throw error
      }
      return nil
    }
  }

  /// Draws two frames unless the scene is refused. Returns whether it was drawn.
  private func draw(_ layer: String, loops: Bool) throws -> Bool {
    guard let scene = try scene(layer, loops: loops) else { return false }
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene, files: try scene.openedFiles(threads: 1)), format: .rgba, threadCount: 1)
    let pixels = renderer.makeBuffer()
    for frame in [7, 19] { renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels) }
    return true
  }

  @Test("Particles of a loop whose births follow each other without end end, too", .timeLimit(.minutes(1)))
  func endlessShifts() throws {
    let emitter =
      #""emitter": { "cells": [{ "birthRate": 20, "lifetime": 1, "sprite": { "type": "disc", "size": 3 } }] }, "begin": -7e-25, "duration": 3.6e-23, "speed": 1e-300"#
    let inner =
      "{ \"group\": [{ \(emitter) }], \"begin\": -2e-20, \"duration\": 1.5e-18, \"repeat\": \"forever\", \"autoreverse\": true }"
    let outer =
      "{ \"group\": [\(inner)], \"begin\": -2e-15, \"duration\": 1e6, \"speed\": 4.4e-5, \"timeOffset\": 1e5 }"
    _ = try draw(
      "{ \"group\": [\(outer)], \"duration\": 3.4e-11, \"timeOffset\": 2.7, \"repeat\": \"forever\" }", loops: true)
  }

  @Test("Extreme clocks end in a frame or in a refusal", arguments: clocks, [false, true])
  func extremeClocksEnd(clock: String, loops: Bool) throws {
    var drawnCount = 0
    for keys in Self.sources {
      for group in [nil, "\"begin\": 0.1", clock] {
        let layer = group.map { "{ \"group\": [{ \(keys), \(clock) }], \($0) }" } ?? "{ \(keys), \(clock) }"
        let isDrawn = try draw(layer, loops: loops)
        if isDrawn { drawnCount += 1 }
      }
    }
    #expect(Self.sources.count > 25 && drawnCount > Self.sources.count, "\(drawnCount) were drawn")
  }

  @Test("Twenty-five slow groups in each other have a time")
  func slowGroupsInEachOther() throws {
    let emitter = "\"emitter\": { \"cells\": [{ \"birthRate\": 20, \"lifetime\": 1 }] }"
    for clock in ["\"speed\": 1e-300, \"begin\": -0.1", "\"speed\": 1e-30, \"timeOffset\": 3", "\"speed\": 1000"] {
      let layer = (0..<25).reduce("{ \(emitter), \(clock) }") { inner, _ in "{ \"group\": [\(inner)], \(clock) }" }
      for loops in [false, true] { _ = try draw(layer, loops: loops) }
    }
  }
}
