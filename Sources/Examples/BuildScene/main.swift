// Builds a scene without a preset, and writes a picture of it and a movie.
//
//   swift run -c release BuildScene FOLDER

import Motes

func color(_ css: String) -> AnimatedColor { .constant(LinearColor(css: css) ?? .white) }

// A night sky: a gradient from top to bottom.
let sky = Gradient(
  shape: .angle(180),
  stops: [
    Gradient.Stop(color: color("#070a1c"), location: 0), Gradient.Stop(color: color("#2a1533"), location: 1),
  ])

// Sparks that rise from below the lower edge and fade.
var spark = Cell("spark", sprites: [Sprite(.softDisc, width: 12, height: 12)])
spark.birthRate = 60
spark.lifetime = 4
spark.lifetimeRange = 2
spark.velocity = 130
spark.velocityRange = 90
spark.emissionLongitude = -90
spark.emissionRange = 30
spark.color = color("#ffb066")
spark.alphaOverLife = [NumberStop(0, 0), NumberStop(0.1, 1), NumberStop(1, 0)]
let sparks = Emitter(
  shape: .line, mode: .surface, position: AnimatedPoint(320, 368), size: AnimatedPoint(640, 0), cells: [spark])

// A star that a spring turns from 0 to 72 degrees in two seconds, and back in the next two, forever. A five-pointed star looks the same at
// both ends. The spring is described as in SwiftUI: by its perceptual duration and its bounce.
let swing = NumberTween(
  from: 0, to: 72, duration: 2, motion: .spring(Spring(duration: 1, bounce: 0.4)), repeatCount: .infinity,
  autoreverses: true)
let star = VectorShape(
  .star(center: AnimatedPoint(320, 150), radius: AnimatedPoint(70, 70), points: 5, ratio: 0.5, rounding: 6),
  fill: .color(color("gold")),
  transform: ShapeTransform(rotation: AnimatedNumber(.tween(swing)), anchor: AnimatedPoint(320, 150)))

var scene = Scene(
  name: "Star", canvas: Canvas(width: 640, height: 360, frameRate: 30, duration: 4, seed: 1),
  layers: [
    Layer("sky", .gradient(sky)),
    // Sparks are born from four seconds before the first frame on, so that this frame already shows some.
    Layer("sparks", .emitter(sparks), blend: .add, timing: LayerTiming(begin: -4)),
    Layer("star", .shape(star)),
  ])
scene.post.bloom = Filter.Bloom(threshold: 0.6, radius: 20, strength: 0.6)
scene.post.toneMap = .filmic

let folder = CommandLine.arguments.dropFirst().first ?? "."
try PictureWriter.write(try Renderer(scene: scene).frame(at: 3 / 2), to: "\(folder)/star.png", allowsReplacing: true)
print("\(folder)/star.png: the frame at one and a half seconds")
let outcome = try await Renderer(scene: scene, format: .yuv420p).writeMovie(to: "\(folder)/star.mp4")
print(outcome)
