/// The size, frame rate, length and blending of a scene.
///
/// A preset is read for one output size, so that every length in a scene is in canvas points, percentages included. One point is
/// `pixelsPerPoint` pixels.
public struct Canvas: Sendable, Equatable {
  /// Width and height in points, extended to the aspect ratio of the output.
  public var widthPoints: Double
  /// Height in points.
  public var heightPoints: Double
  /// Width and height of the frame in pixels.
  public var widthPixels: Int
  /// Height of the frame in pixels.
  public var heightPixels: Int
  /// Pixels of a point.
  public var pixelsPerPoint: Double
  /// Frames per second of the output.
  public var frameRate: Rational
  /// The preset's own frame rate, to which shutter angles refer whatever the output's rate.
  public var presetFrameRate: Rational
  /// Seconds.
  public var duration: Rational
  /// Root of all random draws: another seed is another picture of the same kind.
  public var seed: UInt64
  /// Whether time wraps after `duration`, so that frame N is frame 0.
  public var loops: Bool
  /// What is added up where layers overlap: light, or encoded values.
  public var blending: Blending
  /// The shutter angle in degrees of a frame at the preset's own rate. The frame's time is in the middle of the exposure.
  public var shutter: Double
  /// The camera for particles in space; nil: an orthographic projection without blur.
  public var camera: Camera?

  /// A canvas of a size in pixels.
  ///
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - pixelsPerPoint: pixels of a point; all lengths of a scene are points.
  ///   - frameRate: frames a second.
  ///   - duration: seconds.
  ///   - seed: root of all random draws.
  ///   - loops: whether the end meets the start, bit for bit. The duration must be a whole number of frames.
  ///   - blending: what is added up where layers overlap: light, or encoded values as in browsers.
  ///   - shutter: degrees of a frame for which the shutter is open; 0 for no motion blur.
  ///   - camera: the eye that sees particles in space; nil for a view from infinitely far.
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

  /// The exact time of a frame, reduced to the duration of a loop.
  public func time(ofFrame frame: Int) -> Rational { reduced(Rational(Int64(frame)) / frameRate) }

  /// `time` modulo the duration if the canvas loops.
  package func reduced(_ time: Rational) -> Rational {
    loops && duration > .zero ? time.modulo(duration) : time
  }
}
