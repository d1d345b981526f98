/// The size, frame rate, length and blending of a scene.
///
/// A preset is read for one output size, so every length in a scene is in canvas points, even if the preset gives it as a
/// percentage. One point is `pixelsPerPoint` pixels.
public struct Canvas: Sendable, Equatable {
  /// Width in points. Width and height have the output's aspect ratio: the canvas of a preset with another ratio is extended.
  public var widthPoints: Double
  /// Height in points.
  public var heightPoints: Double
  /// Width of the frame in pixels.
  public var widthPixels: Int
  /// Height of the frame in pixels.
  public var heightPixels: Int
  /// Pixels along the side of one point.
  public var pixelsPerPoint: Double
  /// Frames per second of the output.
  public var frameRate: Rational
  /// The frame rate that the preset states. Shutter angles refer to this rate, even if the output has another one.
  public var presetFrameRate: Rational
  /// Length of the movie in seconds.
  public var duration: Rational
  /// The number from which all random numbers follow: another seed gives another picture of the same kind.
  public var seed: UInt64
  /// Whether time wraps after `duration`, so that the frame numbered `frameCount` is frame 0.
  public var loops: Bool
  /// The encoding in which layers are blended: linear light, or sRGB-encoded values.
  public var blending: Blending
  /// The shutter angle in degrees: 360 keeps the shutter open for one frame at `presetFrameRate`, 0 gives no motion blur. The
  /// frame's time is in the middle of the exposure.
  public var shutter: Double
  /// The camera for three-dimensional particles; nil for an orthographic projection without blur.
  public var camera: Camera?
  /// The lights of the scene, by which layers and particles with a material are lit.
  public var lights: [Light] = []
  /// Whether any layer of the scene casts shadows (`Scene.findShadowCasters`).
  package var hasShadowCasters: Bool { casterCount > 0 }
  /// How many layers cast shadows.
  package var casterCount = 0

  /// A canvas of a size in pixels.
  ///
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - pixelsPerPoint: pixels along the side of a point; all lengths of a scene are in points.
  ///   - frameRate: frames a second.
  ///   - duration: seconds.
  ///   - seed: root of all random numbers.
  ///   - loops: whether the movie repeats without a seam: the frame after the last one would equal the first, bit for bit. The
  ///     duration must be a whole number of frames.
  ///   - blending: what is added up where layers overlap: light, or encoded values as in browsers.
  ///   - shutter: the shutter angle in degrees: 360 for a whole frame, 0 for no motion blur.
  ///   - camera: the camera for three-dimensional particles; nil for a view from infinitely far.
  public init(
    width: Int, height: Int, pixelsPerPoint: Double = 1, frameRate: Rational = 60, duration: Rational = 5,
    seed: UInt64 = 0, loops: Bool = false, blending: Blending = .linear, shutter: Double = 0, camera: Camera? = nil
  ) {
    self.init(
      widthPoints: Double(width) / pixelsPerPoint, heightPoints: Double(height) / pixelsPerPoint, widthPixels: width,
      heightPixels: height, pixelsPerPoint: pixelsPerPoint, frameRate: frameRate, presetFrameRate: frameRate,
      duration: duration, seed: seed, loops: loops, blending: blending, shutter: shutter)
    self.camera = camera
  }

  package init(
    widthPoints: Double = 1920, heightPoints: Double = 1080, widthPixels: Int = 1920, heightPixels: Int = 1080,
    pixelsPerPoint: Double = 1, frameRate: Rational = Rational(60), presetFrameRate: Rational = Rational(60),
    duration: Rational = Rational(5), seed: UInt64 = 0, loops: Bool = false, blending: Blending = .linear,
    shutter: Double = 0
  ) {
    self.widthPoints = widthPoints
    self.heightPoints = heightPoints
    self.widthPixels = widthPixels
    self.heightPixels = heightPixels
    self.pixelsPerPoint = pixelsPerPoint
    self.frameRate = frameRate
    self.presetFrameRate = presetFrameRate
    self.duration = duration
    self.seed = seed
    self.loops = loops
    self.blending = blending
    self.shutter = shutter
  }

  /// The encoding of colours in the frame buffer, in which layers are blended.
  public enum Blending: String, Sendable, CaseIterable {
    /// Linear light; values may exceed 1.
    case linear
    /// sRGB-encoded values clamped to 0...1 after each layer, as browsers and UIKit do.
    case srgb
  }

  /// Frames in the whole duration: ⌈duration × rate⌉.
  public var frameCount: Int { Int((duration * frameRate).ceiling) }

  /// The canvas time of a frame in seconds, without rounding; in 0 ..< `duration` if the canvas loops.
  public func time(ofFrame frame: Int) -> Rational { timeInLoop(Rational(Int64(frame)) / frameRate) }

  /// Canvas seconds `time` modulo `duration` if the canvas loops, else `time` itself.
  package func timeInLoop(_ time: Rational) -> Rational {
    loops && duration > .zero ? time.modulo(duration) : time
  }
}

extension Canvas {
  /// The canvas with other pixels: `scale` times as many along both axes, for the same points.
  package func rasterized(scale: Double) -> Canvas {
    if scale == 1 { return self }
    var canvas = self
    canvas.pixelsPerPoint *= scale
    canvas.widthPixels = Int((Double(widthPixels) * scale).rounded(.up))
    canvas.heightPixels = Int((Double(heightPixels) * scale).rounded(.up))
    return canvas
  }
}
