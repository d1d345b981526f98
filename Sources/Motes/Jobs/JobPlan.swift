import Encoding
import Model
import Presets
import Raster

/// What is drawn by a job of many parts, and how: all that decides the movie's bytes, whichever machine draws which part.
///
/// It is kept in `plan.json` of the job's folder, beside the files that it names.
package struct JobPlan: Sendable, Equatable {
  /// The movie's name, from the preset's: "fireworks".
  package var name: String
  /// SHA-256, in hexadecimal digits, of each file that belongs to the job, by its name in the job's folder.
  package var files: [String: String]
  /// Size, rate, codec and all that the encoder is told. The number of its threads is part of it: some encoders' bytes depend on that.
  package var movie: MovieSettings
  /// Seconds of the canvas.
  package var duration: Rational
  /// Seed of all random numbers.
  package var seed: UInt64
  /// Whether the last frame leads into the first.
  package var loops: Bool
  /// Whether particles may exceed the limits of time and memory.
  package var ignoresLimits: Bool
  /// What lies behind the effect.
  package var backdrop: BackdropChoice
  /// Numbers of the movie's frames, both ends included.
  package var frames: ClosedRange<Int>
  /// Frames of every part but the last, which may have fewer.
  package var framesPerPart: Int
  /// Name of the file with the movie's sound; nil for none.
  package var sound: String?
  /// Names of the files, in the job's folder, of the clips that layers show, by the names that the preset has for them.
  package var clips: [String: String]
  /// The programs and libraries that made the plan, by name: parts are drawn by the same ones.
  package var versions: [String: String]

  /// Names of the files of a job.
  package static let planFile = "plan.json"
  package static let presetFile = "preset.json"

  /// What lies behind the effect, as a plan can keep it.
  package enum BackdropChoice: Sendable, Equatable {
    /// The preset's own layers.
    case layers
    /// Nothing, or a colour, by `--backdrop`'s word: "none", "#00ff00".
    case word(String)
    /// A picture, by its file's name in the job's folder.
    case picture(String)
  }

  /// A plan. What is not given is filled in when the job is made.
  package init(
    name: String, files: [String: String] = [:], movie: MovieSettings, duration: Rational, seed: UInt64, loops: Bool,
    ignoresLimits: Bool, backdrop: BackdropChoice = .layers, frames: ClosedRange<Int>, framesPerPart: Int,
    sound: String? = nil, clips: [String: String] = [:], versions: [String: String] = [:]
  ) {
    self.name = name
    self.files = files
    self.movie = movie
    self.duration = duration
    self.seed = seed
    self.loops = loops
    self.ignoresLimits = ignoresLimits
    self.backdrop = backdrop
    self.frames = frames
    self.framesPerPart = framesPerPart
    self.sound = sound
    self.clips = clips
    self.versions = versions
  }

  // MARK: Parts

  /// The most parts of a job.
  package static let maximumParts = 10_000

  /// How many parts there are.
  package var partCount: Int { (frames.count + framesPerPart - 1) / framesPerPart }

  /// Numbers of a part's frames.
  package func frames(ofPart index: Int) -> ClosedRange<Int> {
    let first = frames.lowerBound + index * framesPerPart
    return first...min(first + framesPerPart - 1, frames.upperBound)
  }

  /// Frames of a part where there should be so many parts of equal length. Parts longer than `gopLength`, the frames from one key
  /// frame to the next, are a multiple of it, so that the movie's key frames lie as evenly as without parts; there may then be fewer of them.
  package static func framesPerPart(parts: Int, of frameCount: Int, gopLength: Int?) -> Int {
    let length = (frameCount + parts - 1) / parts
    guard let gopLength, length > gopLength else { return length }
    return min(frameCount, (length + gopLength - 1) / gopLength * gopLength)
  }

  /// What every part is encoded with: the movie's codec, or FFV1 where the movie's packets cannot be joined.
  package var partSettings: MovieSettings {
    var settings = movie
    settings.expectedFrames = framesPerPart
    guard !movie.codec.joinsPackets else { return settings }
    settings.codec = .ffv1
    (settings.quality, settings.bitrate, settings.profile, settings.encoderPreset) = (nil, nil, nil, nil)
    settings.encoderOptions = [:]
    return settings
  }

  /// The extension of the parts' files, without the full stop.
  package var partExtension: String { partSettings.codec.fileExtensions[0] }
}
