/// What lies in the partial file (`NAME.partial`) of a movie that was not finished, and what `MovieRecovery` makes of it.
///
/// A render that is stopped (by a signal, or by the program) completes its partial file; one that is killed leaves what has reached the disk.
enum Leftover: Sendable {
  /// Frames as soon as they are encoded. libavformat's demuxer of this name reads them, and recovery copies the whole ones.
  case frames(demuxer: String)
  /// Nothing until the render ends or is stopped, because the muxer keeps all frames in memory: then the same as `frames`.
  case framesAtEnd(demuxer: String)
  /// Nothing until the render ends or is stopped: then the whole file, which only gets its name. No demuxer reads it.
  case fileAtEnd
  /// A header and then frames of equal size. Recovery cuts the file after the last whole one; libavformat's demuxer of this name counts them.
  case equalFrames(demuxer: String)
  /// Samples without any header, so that nothing can be counted; the file only lacks its name.
  case samples

  /// libavformat's name of the demuxer that reads the file; nil if none does.
  var demuxer: String? {
    switch self {
    case .frames(let name), .framesAtEnd(let name), .equalFrames(let name): name
    case .fileAtEnd, .samples: nil
    }
  }

  /// Whether a killed render leaves nothing.
  var isEmptyUntilEnd: Bool {
    switch self {
    case .framesAtEnd, .fileAtEnd: true
    case .frames, .equalFrames, .samples: false
    }
  }

  /// What a render that was killed leaves, for the documentation.
  var afterKill: String {
    switch self {
    case .frames, .equalFrames: "whole frames; `motes recover` makes a movie of them"
    case .framesAtEnd, .fileAtEnd: "nothing"
    case .samples: "frames; the file only needs another name"
    }
  }
}

extension Container {
  /// Completes a sentence on the partial file that a stopped render left: "which plays".
  var clauseOnPartialFile: String {
    if case .samples = leftover { "which only needs another name" } else { "which can be played" }
  }

  /// A sentence, without its full stop, on the partial file that a stopped render left.
  ///
  /// - Parameter path: path of the partial file.
  package static func sentence(onPartialFile path: String) -> String {
    guard let target = PartialFile.target(ofPartial: path), let container = Container(forFile: target),
      case .samples = container.leftover
    else { return "The frames so far can be played: \(path)" }
    return "The frames so far are complete and only need another name: \(path)"
  }

  /// The container whose files have the extension of this path; nil if there is none.
  init?(forFile path: String) {
    let fileExtension = pathExtension(of: path)
    guard let found = Container.all.first(where: { $0.fileExtensions.contains(fileExtension) }) else { return nil }
    self = found
  }
}
