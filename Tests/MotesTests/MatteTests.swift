import Encoding
import Motes
import Raster
import TestSupport
import Testing

/// Mattes that are drawn together with the frames.
@Suite struct MatteTests {
  @Test(
    "A frame's matte is the frame with alpha, and changes no sample of the frame",
    arguments: ["snow", "fireworks", "confetti"], [PixelFormat.rgb24, .yuv420p, .yuv444p10])
  func mattesAreFramesWithAlpha(name: String, format: PixelFormat) throws {
    var settings = PresetSettings()
    settings.size = .pixels(width: 322, height: 182)
    let scene = try Preset(named: name, settings: settings).scene
    func renderer(_ format: PixelFormat, drawsMatte: Bool) throws -> Renderer {
      try Renderer(checkedScene: scene, format: format, threads: 2, backdrop: .nothing, drawsMatte: drawsMatte)
    }
    let frames = 100...109
    var mattes: [String] = []
    var colors: [String] = []
    try renderer(format, drawsMatte: true).render(frames: frames) { frame in
      colors.append(frame.pixels.sha256)
      mattes.append(frame.pixels.matteSource?.sha256 ?? "")
      return true
    }
    func hashes(_ format: PixelFormat) throws -> [String] {
      let renderer = try renderer(format, drawsMatte: false)
      return frames.map { renderer.frame(number: $0).sha256 }
    }
    #expect(try mattes == hashes(PixelBuffer.matteSourceFormat) && Set(mattes).count == frames.count)
    #expect(try colors == hashes(format))
  }

  @Test(
    "Sparse particles over transparency, of whose tiles only parts are drawn, have whole mattes",
    arguments: [PixelFormat.rgb24, .yuv420p])
  func sparseMattes(format: PixelFormat) throws {
    let scene = try Preset(
      json: """
        { "canvas": { "width": 512, "height": 130, "frameRate": 30, "duration": 1, "seed": 5 },
          "layers": [ { "shape": { "type": "ellipse", "center": [250, 60], "radius": [90, 40], "fill": "#20406080" } },
            { "begin": -1, "emitter": { "shape": "rectangle", "position": [256, 65], "size": [512, 130], "mode": "surface",
              "cells": [{ "birthRate": 12, "lifetime": 2, "velocity": 30, "emissionRange": 360,
                "sprite": { "type": "softDisc", "size": 9 } }] } } ] }
        """
    ).scene
    let renderer = try Renderer(checkedScene: scene, format: format, threads: 1, drawsMatte: true)
    let alone = try Renderer(checkedScene: scene, format: PixelBuffer.matteSourceFormat, threads: 1)
    renderer.render(frames: 0...19) { frame in
      #expect(frame.pixels.matteSource?.sha256 == alone.frame(number: frame.number).sha256, "frame \(frame.number)")
      return true
    }
  }
}
