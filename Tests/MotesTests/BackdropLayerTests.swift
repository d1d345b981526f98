import Motes
import TestSupport
import Testing

/// Layers of the role `backdrop`, and what takes their place behind overlays.
@Suite struct BackdropLayerTests {
  /// A sky, a group with a hill and sparks, and a group of hills alone. No layer has a name, so that random draws follow from
  /// positions in the stack.
  static func json(sky: String = #""role": "backdrop","#, hills: String = #""role": "backdrop","#) -> String {
    """
    { "canvas": { "width": 96, "height": 54, "frameRate": 30, "duration": 1, "seed": 3 },
      "layers": [
        { \(sky) "gradient": { "stops": ["#113", "#421"] } },
        { "group": [
          { \(hills) "shape": { "type": "ellipse", "center": [48, 54], "radius": [40, 16], "fill": "#0a3" } },
          { "blend": "add", "begin": -1, "emitter": { "shape": "rectangle", "position": [48, 27], "size": [80, 40],
            "mode": "surface", "cells": [{ "birthRate": 40, "lifetime": 1, "velocity": 20, "emissionRange": 360,
              "color": "#ffb066", "sprite": { "type": "softDisc", "size": 12 } }] } } ] },
        { "group": [ { \(hills) "shape": { "type": "ellipse", "center": [10, 54], "radius": [20, 9], "fill": "#052" } } ] },
        { "blend": "add", "begin": -1, "emitter": { "shape": "rectangle", "position": [48, 27], "size": [80, 40],
          "mode": "surface", "cells": [{ "birthRate": 20, "lifetime": 1, "velocity": 9, "emissionRange": 360,
            "color": "#4af", "sprite": { "type": "disc", "size": 7 } }] } }
      ] }
    """
  }

  @Test("The role changes no frame by itself") func roleAloneChangesNothing() throws {
    let marked = try Renderer(Preset(json: Self.json()))
    let plain = try Renderer(Preset(json: Self.json(sky: "", hills: "")))
    #expect(marked.frame(number: 9).sha256 == plain.frame(number: 9).sha256)
  }

  @Test("What is left out is drawn as if it were invisible; all else keeps its random draws")
  func leftOutLayers() throws {
    let preset = try Preset(json: Self.json())
    #expect(preset.scene.hasBackdrops)
    let expected = try Renderer(Preset(json: Self.json(sky: #""opacity": 0,"#, hills: #""opacity": 0,"#)))
    let overlay = try Renderer(preset, backdrop: .nothing)
    let picture = try Renderer(preset)
    for frame in [0, 9, 29] {
      #expect(overlay.frame(number: frame).sha256 == expected.frame(number: frame).sha256)
      #expect(overlay.frame(number: frame).sha256 != picture.frame(number: frame).sha256)
    }
    #expect(overlay.scene.layers.count == 2, "A group of backdrops alone is gone.")
  }

  @Test(
    "A preset that extends another may give its layers other roles; an unknown role is answered with those there are")
  func rolesInPresets() throws {
    let own = try Preset(
      json:
        #"{ "extends": "snow", "layers": [{ "name": "sky", "role": "effect" }, { "name": "snow", "role": "backdrop" }] }"#
    )
    let roles = Dictionary(uniqueKeysWithValues: own.scene.layers.map { ($0.name, $0.role) })
    #expect(roles["sky"] == .effect && roles["clearing"] == .backdrop)
    #expect(roles["snow"] == .backdrop && roles["near snow"] == .effect)
    let error = #expect(throws: PresetError.self) { try Preset(json: Self.json(sky: #""role": "background","#)) }
    #expect(error?.description.contains("backdrop") == true, "\(error?.description ?? "")")
  }

  @Test("A scene of backdrops alone leaves nothing, and says so") func backdropsAlone() throws {
    var scene = try Preset(json: Self.json()).scene
    scene.layers.removeLast()
    scene.layers.remove(at: 1)
    let error = #expect(throws: RenderError.self) { try Renderer(scene: scene, backdrop: .nothing) }
    #expect(error?.kind == .backdrop)
  }

  @Test("A colour is exact in every pixel that nothing covers", arguments: ["#00ff00", "black", "white", "#3a7bd5"])
  func exactColor(name: String) throws {
    let color = try #require(LinearColor(css: name))
    let preset = try Preset(json: Self.json())
    let pixelCount = 96 * 54
    // A pixel that nothing covers is 0 in all four planes of floats.
    let light = try Renderer(preset, format: .floatPlanes, backdrop: .nothing).frame(number: 9).packedBytes
    let clear = (0..<pixelCount).filter { pixel in
      (0..<4).allSatisfy { plane in
        let start = 4 * (plane * pixelCount + pixel)
        return light[start..<start + 4].allSatisfy { $0 == 0 }
      }
    }
    #expect(clear.count > 500 && clear.count < pixelCount)
    for format in [PixelFormat.rgb24, .rgba] {
      let over = try Renderer(preset, format: format, backdrop: .color(color)).frame(number: 9)
      let width = format == .rgba ? 4 : 3
      let pixels = over.packedBytes
      let expected = try Renderer(
        scene: Scene(canvas: preset.scene.canvas, layers: []), format: format, backdrop: .color(color)
      ).frame(number: 0).packedBytes.prefix(width)
      for pixel in clear {
        #expect(pixels[(width * pixel)..<(width * pixel + 3)].elementsEqual(expected.prefix(3)))
      }
      if name == "#00ff00" { #expect(expected.prefix(3).elementsEqual([0, 255, 0])) }
      if name == "#3a7bd5" { #expect(expected.prefix(3).elementsEqual([0x3a, 0x7b, 0xd5])) }
      if format == .rgba { #expect((0..<pixelCount).allSatisfy { pixels[4 * $0 + 3] == 255 }) }
    }
  }

  @Test("In a format without alpha, an overlay equals the frame over black") func overBlack() throws {
    for blending in ["linear", "srgb"] {
      let json = Self.json().replacing(#""seed": 3"#, with: #""seed": 3, "blending": "\#(blending)""#)
      let preset = try Preset(json: json)
      for format in [PixelFormat.rgb24, .yuv420p] {
        let black = try Renderer(preset, format: format, backdrop: .color(.black))
        let none = try Renderer(preset, format: format, backdrop: .nothing)
        #expect(black.frame(number: 12).sha256 == none.frame(number: 12).sha256, "\(blending)")
      }
    }
  }

  @Test("Frames of a run have the backdrop that a frame drawn alone has") func runs() throws {
    let preset = try Preset(json: Self.json())
    let renderer = try Renderer(preset, format: .yuv420p, threads: 2, backdrop: .color(.white))
    let run = FrameHashFile(rendering: renderer).lines.map(\.hash)
    #expect(run == (0..<30).map { renderer.frame(number: $0).sha256 })
  }

  /// Presets without layers that are left out: they are backgrounds themselves.
  static let wholePictures: Set = [
    "classic/angular-gradient", "classic/linear-gradient", "classic/mesh-gradient", "classic/radial-gradient", "mesh",
    "nebula", "plasma", "silk",
    // Pictures that filters or formulas draw over the whole canvas.
    "blurred-orbs", "duotone", "glow-card", "inferno/animated-gradient-fill", "inferno/bubble",
    "inferno/checkerboard", "inferno/circle-wave", "inferno/circle-wave-transition", "inferno/circles",
    "inferno/color-planes", "inferno/crosswarp", "inferno/diamond-wave", "inferno/diamonds", "inferno/emboss",
    "inferno/gradient-fill", "inferno/infrared", "inferno/interlace", "inferno/invert-alpha", "inferno/light-grid",
    "inferno/pixellate", "inferno/radial", "inferno/rainbow-noise", "inferno/recolor", "inferno/relative-wave",
    "inferno/shimmer", "inferno/simple-loupe", "inferno/sinebow", "inferno/swirl", "inferno/variable-blur",
    "inferno/warping-loupe", "inferno/water", "inferno/wave", "inferno/white-noise", "inferno/wind", "kaleidoscope",
    "lens", "light-rings", "light-wall", "progressive-blur", "rose-window", "shimmer",
    "shine", "truchet", "tunnel", "voronoi", "warp",
  ]

  @Test(
    "Every shipped preset leaves an overlay that shows something and does not fill the frame, or is known to be a background"
  )
  func shippedOverlays() throws {
    for name in PresetLibrary.shipped.names {
      var settings = PresetSettings()
      settings.size = .percent(20)
      let preset = try Preset(named: name, settings: settings)
      let renderer = try Renderer(preset, format: .rgba, backdrop: .nothing)
      let duration = preset.scene.canvas.duration
      var (seen, clear) = (0, 0)
      for share in [Rational(5, 7)] {
        let bytes = renderer.frame(at: duration * share).packedBytes
        for pixel in 0..<(bytes.count / 4) {
          if bytes[4 * pixel + 3] > 2 { seen += 1 }
          if bytes[4 * pixel + 3] < 250 { clear += 1 }
        }
      }
      #expect(seen > 10, "\(name): the overlay shows nothing.")
      #expect((clear > 200) == !Self.wholePictures.contains(name), "\(name): \(clear) pixels can be seen through.")
    }
  }
}
