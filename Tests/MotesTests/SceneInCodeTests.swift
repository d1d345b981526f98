import Motes
import TestSupport
import Testing

/// Scenes that are built in code, without a preset.
@Suite struct SceneInCodeTests {
  /// Sparks over a gradient, and a star that turns.
  static func scene(loops: Bool = false) -> Scene {
    var spark = Cell("spark", sprites: [Sprite(.softDisc, width: 10, height: 10)])
    spark.birthRate = 60
    spark.lifetime = 1
    spark.velocity = 20
    spark.emissionRange = 360
    spark.color = .constant(LinearColor(css: "#ffb066") ?? .white)
    spark.alphaOverLife = [NumberStop(0, 1), NumberStop(1, 0, .easeOut)]
    let emitter = Emitter(
      shape: .rectangle, mode: .surface, position: AnimatedPoint(32, 24), size: AnimatedPoint(64, 48), cells: [spark])
    let ground = Gradient(
      shape: .angle(180),
      stops: [
        Gradient.Stop(color: .constant(.black), location: 0),
        Gradient.Stop(color: .constant(LinearColor(srgbRed: 0.2, green: 0.1, blue: 0.3)), location: 1),
      ])
    let turn = AnimatedNumber(
      .tween(NumberTween(from: 0, to: 90, duration: 1, motion: .spring(Spring(duration: 1, bounce: 0.2)))))
    let star = VectorShape(
      .star(center: AnimatedPoint(32, 24), radius: AnimatedPoint(12, 12), points: 5, ratio: 0.4, rounding: 0),
      fill: .color(.constant(.white)),
      transform: ShapeTransform(rotation: turn, anchor: AnimatedPoint(32, 24)))
    return Scene(
      name: "In code", canvas: Canvas(width: 64, height: 48, frameRate: 30, duration: 1, seed: 3, loops: loops),
      layers: [
        Layer("ground", .gradient(ground)),
        Layer("sparks", .emitter(emitter), blend: .add, timing: LayerTiming(begin: -1)),
        Layer("star", .shape(star), opacity: 0.5),
      ])
  }

  @Test("A scene in code is drawn, moves, and repeats as a loop") func sceneIsDrawn() throws {
    let hashes = FrameHashFile(rendering: try Renderer(scene: Self.scene())).lines.map(\.hash)
    #expect(hashes.count == 30 && Set(hashes).count == 30)
    // The star's spring does not come back to where it began.
    var looping = Self.scene(loops: true)
    #expect(throws: RenderError.self) { try Renderer(scene: looping) }
    looping.layers.removeLast()
    let loop = try Renderer(scene: looping)
    #expect(loop.frame(number: 30).sha256 == loop.frame(number: 0).sha256)
  }

  @Test("Random draws follow from names, as in a preset") func drawsFollowFromNames() throws {
    let json = """
      { "canvas": { "width": 64, "height": 48, "frameRate": 30, "duration": 1, "seed": 3 },
        "layers": [ { "name": "sparks", "blend": "add", "begin": -1,
          "emitter": { "shape": "rectangle", "position": [32, 24], "size": [64, 48], "mode": "surface",
            "cells": [{ "name": "spark", "birthRate": 60, "lifetime": 1, "velocity": 20, "emissionRange": 360,
              "color": "#ffb066", "alphaOverLife": [[0, 1], [1, 0]],
              "sprite": { "type": "softDisc", "size": 10 } }] } } ] }
      """
    var scene = Self.scene()
    scene.layers = [scene.layers[1]]
    let read = try Renderer(Preset(json: json))
    #expect(try Renderer(scene: scene).frame(number: 9).sha256 == read.frame(number: 9).sha256)
    scene.layers[0].name = "embers"
    #expect(try Renderer(scene: scene).frame(number: 9).sha256 != read.frame(number: 9).sha256)
  }

  @Test("Particles gather into a heart, rest there and fly off along its normal") func particlesGather() throws {
    var spark = Cell("spark", sprites: [Sprite(.softDisc, width: 4, height: 4)])
    spark.burst = 40
    spark.lifetime = 3
    spark.velocity = 30
    spark.emissionFrom = .normal
    spark.gather = Gather(from: .canvas, seconds: 0.5, stagger: 0.5, hold: 0.3)
    var scene = Self.scene()
    scene.canvas.duration = 2
    let emitter = Emitter(
      shape: .heart, mode: .outline, position: AnimatedPoint(32, 24), size: AnimatedPoint(30, 30), cells: [spark])
    scene.layers = [Layer("sparks", .emitter(emitter), blend: .add)]
    let renderer = try Renderer(scene: scene)
    let hashes = [0, 7, 15, 20, 23, 30].map { renderer.frame(number: $0).sha256 }
    // From 0.5 to 0.8 s all is at rest.
    #expect(hashes[2] == hashes[3] && hashes[3] == hashes[4])
    #expect(Set(hashes).count == 4)
    // Counts that no preset may have are clamped to their range.
    for shape in [Emitter.Shape.star(points: -3, ratio: 0.5), .regularPolygon(sides: 0)] {
      var odd = emitter
      odd.shape = shape
      scene.layers = [Layer("sparks", .emitter(odd), blend: .add)]
      #expect(try Renderer(scene: scene).frame(number: 15).sha256 != hashes[2])
    }
  }

  /// The error with which a changed scene is refused.
  private func refusal(_ format: PixelFormat = .rgb24, _ change: (inout Scene) -> Void) -> RenderError? {
    var scene = Self.scene()
    change(&scene)
    return #expect(throws: RenderError.self) { try Renderer(scene: scene, format: format) }
  }

  @Test("What cannot be drawn is refused in a sentence") func impossibleScenesAreRefused() {
    #expect(refusal { $0.canvas = Canvas(width: 0, height: 48) }?.kind == .size)
    #expect(refusal { $0.canvas = Canvas(width: 100_000, height: 48) }?.sentence.contains("16384") == true)
    #expect(
      refusal(.yuv420p) { $0.canvas = Canvas(width: 63, height: 48) }?.sentence
        == "yuv420p needs even sides, not 63 x 48.")
    #expect(refusal { $0.canvas.frameRate = 0 }?.kind == .timing)
    #expect(
      refusal { $0.canvas.frameRate = Rational(30_000_001, 1_000_000) }?.sentence
        == "A frame rate of 30000001/1000000 is not possible; it must be from 0.1 to 1000, with a numerator up to 1000000 and a "
        + "denominator up to 10000.")
    #expect(refusal { $0.canvas.duration = 0 }?.kind == .timing)
    // The product with the frame rate would not fit 64 bits.
    let tooFine = refusal { scene in
      scene.canvas.loops = true
      scene.canvas.frameRate = Rational(30_000, 1_001)
      scene.canvas.duration = Rational(1, 9_223_372_036_854_775_783)
    }
    #expect(tooFine?.sentence.contains("with a denominator up to 1000000.") == true, "\(tooFine?.sentence ?? "")")
    #expect(
      refusal {
        $0.canvas.loops = true
        $0.canvas.duration = Rational(1, 7)
      }?.kind == .timing)
    let notFinite = refusal { scene in
      guard case .emitter(var emitter) = scene.layers[1].source else { return }
      emitter.cells[0].velocity = AnimatedNumber(.nan)
      scene.layers[1].source = .emitter(emitter)
    }
    #expect(notFinite?.kind == .number)
    #expect(
      notFinite?.sentence.contains("layers[1].source.emitter.cells[0].velocity") == true, "\(notFinite?.sentence ?? "")"
    )
    let tooMany = refusal { scene in
      guard case .emitter(var emitter) = scene.layers[1].source else { return }
      emitter.cells[0].birthRate = 100_000_000
      scene.layers[1].source = .emitter(emitter)
    }
    #expect(tooMany?.kind == .limit)
    #expect(tooMany?.sentence.contains("particles") == true)
  }
}
