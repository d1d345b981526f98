import JSON
import Model

/// The pictures of a sprite as written, each of which may be a flip-book.
struct FlipBook: Sendable {
  /// The picture, opened as a clip of one frame.
  var file: Clip?
  /// Several pictures, of which each particle shows one.
  var files: [Clip]?
  var columns = 1
  var rows = 1
  /// The number of frames; nil for all that `columns` and `rows` make room for.
  var frameCount: Int?
  /// Nil if not given, which counts as `defaultFramesPerSecond`.
  var framesPerSecond: Double?
  var play = SpritePicture.Play.loop
  var startFrame = StartFrame.number(0)
  var crossfade = false

  static let defaultFramesPerSecond = 12.0

  /// The frame of a flip-book that a particle begins with.
  enum StartFrame: Sendable, Equatable {
    case number(Int)
    case random
  }

  /// The pictures of all files.
  var pictures: [SpritePicture] {
    let firstFrame: Int? = if case .number(let number) = startFrame { number } else { nil }
    return ((file.map { [$0] } ?? []) + (files ?? [])).map { file in
      SpritePicture(
        file, columns: columns, rows: rows, frameCount: frameCount,
        framesPerSecond: framesPerSecond ?? Self.defaultFramesPerSecond, play: play, startFrame: firstFrame,
        blendsFrames: crossfade)
    }
  }
}

extension Declarations {
  private static let startFrames = NumberSchema(whole: 0...Limits.flipBookFrames - 1)

  static let flipBookKeys: [Key<FlipBook>] = [
    .optional(
      "file", \.file, .text,
      "Path of a picture (PNG, JPEG, WebP, …), relative to the preset and within its folder, or within a folder named by --assets. It is multiplied by the particle's colour."
    ) { $0.clip($1) },
    .optional(
      "files", \.files, .list(.text), "Paths of several pictures, of which each particle shows one."
    ) { decoder, node in decoder.list(node, of: "paths of pictures") { decoder.clip($0) } },
    .whole("columns", \.columns, 1...256, "How many frames of a flip-book lie side by side in the picture."),
    .whole("rows", \.rows, 1...256, "How many frames of a flip-book lie one below the other in the picture."),
    .optionalWhole(
      "frames", \.frameCount, 1...Limits.flipBookFrames, "How many frames there are, counted row by row."
    ).defaults(to: "columns × rows"),
    .optionalNumber(
      "framesPerSecond", \.framesPerSecond, .framesPerSecond, 0...1000,
      "How fast a flip-book is; 0 keeps each particle on its first frame. Not with play \"life\"."
    ).defaults(to: plain(FlipBook.defaultFramesPerSecond)),
    .choice("play", \.play, "How the frames follow each other."),
    .value(
      "startFrame", \.startFrame, .anyOf([.number(startFrames), .choice(["random"])]),
      "The frame that a particle begins with, counted from 0, or \"random\" for any."
    ) { decoder, node in
      if decoder.resolved(node)?.string == "random" { return .random }
      return decoder.wholeNumber(node, startFrames).map { .number($0) }
    }.defaults(to: "0"),
    .flag("crossfade", \.crossfade, "Whether a frame turns gradually into the next."),
  ]
}
