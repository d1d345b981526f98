import Encoding
import Model

/// What a job of many parts draws, and how: everything that decides the movie's bytes, no matter which machine draws which part.
///
/// It is stored as `plan.json` in the job's folder, beside the files that it names.
package struct JobPlan: Sendable, Equatable, Codable {
  /// The movie's name, from the preset's: "fireworks".
  package var name: String
  /// SHA-256, in hexadecimal digits, of each file that belongs to the job, by its name in the job's folder.
  package var files: [String: String] = [:]
  /// Size, rate, codec and settings of the encoder, including its number of threads, on which the bytes of some encoders depend.
  package var movie: MovieSettings
  /// Duration of the canvas in seconds.
  package var duration: Rational
  /// Seed of all random numbers.
  package var seed: UInt64
  /// Whether the last frame leads into the first.
  package var loops: Bool
  /// Whether the preset may exceed all limits of time and memory: those of particles, layers and buffers.
  package var ignoresLimits: Bool
  /// What lies behind the effect.
  package var backdrop = BackdropChoice.layers
  /// Numbers of the movie's frames, both ends included.
  package var frames: ClosedRange<Int>
  /// Frames of every part but the last, which may have fewer.
  package var framesPerPart: Int
  /// Name of the file with the movie's sound; nil for none.
  package var sound: String?
  /// Seconds of the sound at which the movie begins; nil for its beginning.
  package var soundStart: Rational?
  /// Names, in the job's folder, of the clips that layers show, by the names that the preset uses for them.
  package var clips: [String: String] = [:]
  /// Versions of the programs and libraries that made the plan, by name. All parts must be drawn with the same versions.
  package var versions: [String: String] = [:]

  /// Name of the plan's file.
  package static let planFile = "plan.json"
  /// Name of the preset's file.
  package static let presetFile = "preset.json"

  /// What lies behind the effect, in a form that a plan can store.
  package enum BackdropChoice: Sendable, Equatable, Codable {
    /// The preset's own layers.
    case layers
    /// Nothing or a colour, as a word that `--backdrop` takes: "none", "#00ff00".
    case word(name: String)
    /// A picture, as the name of its file in the job's folder.
    case picture(file: String)
  }

  /// A plan without files; `RenderJob.make` fills in `files`.
  package init(
    name: String, movie: MovieSettings, duration: Rational, seed: UInt64, loops: Bool, ignoresLimits: Bool,
    frames: ClosedRange<Int>, framesPerPart: Int
  ) {
    self.name = name
    self.movie = movie
    self.duration = duration
    self.seed = seed
    self.loops = loops
    self.ignoresLimits = ignoresLimits
    self.frames = frames
    self.framesPerPart = framesPerPart
  }

  // MARK: Parts

  /// The most parts of a job.
  package static let maximumParts = 10_000

  /// The number of parts.
  package var partCount: Int { (frames.count + framesPerPart - 1) / framesPerPart }

  /// The most tasks of a scheduler's array. Slurm refuses numbers from its setting `MaxArraySize` on, which is 1001 unless it is set.
  private static let maximumArrayTasks = 1_000

  /// Parts that one task of an array draws: task n draws those from n × this number on.
  package var partsPerArrayTask: Int { (partCount + Self.maximumArrayTasks - 1) / Self.maximumArrayTasks }

  /// Numbers of a part's frames.
  package func frames(ofPart index: Int) -> ClosedRange<Int> {
    let first = frames.lowerBound + index * framesPerPart
    return first...min(first + framesPerPart - 1, frames.upperBound)
  }

  /// How many frames a part has if `frameCount` frames are divided into `parts` parts of equal length. `gopLength` is the number
  /// of frames from one key frame to the next; parts longer than `gopLength` are extended to a multiple of it, so that the
  /// movie's key frames stay evenly spaced. There may then be fewer parts.
  package static func framesPerPart(parts: Int, of frameCount: Int, gopLength: Int?) -> Int {
    let length = (frameCount + parts - 1) / parts
    guard let gopLength, length > gopLength else { return length }
    return min(frameCount, (length + gopLength - 1) / gopLength * gopLength)
  }

  /// The settings with which every part is encoded: those of the movie, or FFV1 if the movie's packets cannot be joined.
  package var partSettings: MovieSettings {
    var settings = movie.codec.joinsPackets ? movie : movie.replacingCodec(with: .ffv1, movie.pixelFormat)
    settings.expectedFrames = framesPerPart
    return settings
  }

  /// The extension of the parts' files, without the full stop.
  package var partExtension: String { partSettings.codec.fileExtensions[0] }
}
