import CFFmpeg
import Glibc

/// Says why a movie, a picture or a raw stream could not be written or read.
///
/// `sentence` explains the error to a person. The other properties say which call failed and how much had been written.
public struct MediaError: Error, Sendable, CustomStringConvertible {
  /// Kinds of errors, which callers may treat differently.
  public enum Kind: Sendable, Equatable {
    /// A setting that cannot be encoded: the caller's mistake, found before any file is touched.
    case settings
    /// The target exists and may not be replaced.
    case exists
    /// Another process is writing the same target.
    case inUse
    /// The target's folder is missing, read-only or not a folder.
    case folder
    /// The disk, or the user's share of it, is full.
    case diskFull
    /// The codec library lacks something or failed.
    case codec
    /// The reader of a pipe has gone: no more is wanted.
    case brokenPipe
    /// Any other failure of a file.
    case file
  }

  /// The kind of error, by which callers can tell errors apart.
  public internal(set) var kind: Kind
  /// The mistake in plain words, ending in a full stop.
  public internal(set) var sentence: String
  /// The function that failed, such as "avcodec_open2".
  package internal(set) var call: String?
  /// FFmpeg's code (negative; of a system call AVERROR(errno)), or nil when no call failed.
  package internal(set) var code: Int32?
  /// FFmpeg's text for `code`.
  package internal(set) var text: String?
  /// Path of the file; nil if the error is not about a file.
  public internal(set) var path: String?
  /// The frame that was being written, counted from 0 within the file.
  package internal(set) var frame: Int?
  /// Bytes that had been written.
  package internal(set) var bytesWritten: Int?
  /// An estimate of the bytes that a full disk lacks, where the number of frames is known.
  package internal(set) var bytesStillNeeded: Int?

  package init(_ kind: Kind, _ sentence: String, path: String? = nil) {
    self.kind = kind
    self.sentence = sentence
    self.path = path
  }

  /// The sentence, then the failed call with FFmpeg's text.
  public var description: String {
    guard let call, let code else { return sentence }
    let position = frame.map { " at frame \($0)" } ?? ""
    return "\(sentence) (\(call)\(position): \(text ?? "error"), \(code))"
  }
}

/// A library call that returned an error. It becomes a `MediaError` once path and frame are known.
struct LibraryError: Error {
  let call: String
  let code: Int32

  var text: String { libraryText(code) }
  var isBrokenPipe: Bool { code == motes_averror(EPIPE) }
  var isDiskFull: Bool { [ENOSPC, EDQUOT].contains { code == motes_averror($0) } }
}

/// FFmpeg's text for an error code, or the system's text for a system error, cut after 255 bytes.
func libraryText(_ code: Int32) -> String {
  var text = [CChar](repeating: 0, count: 256)
  motes_error_text(code, &text, text.count)
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Returns the result of a library call, or throws an error that names the call if the result is negative.
@discardableResult
func check(_ call: String, _ result: Int32) throws -> Int32 {
  if result < 0 { throw LibraryError(call: call, code: result) }
  return result
}

/// Returns the result of a library call, or throws an error that names the call if the result is nil, which means out of memory.
func check<Value>(_ call: String, _ result: Value?) throws -> Value {
  guard let result else { throw LibraryError(call: call, code: motes_averror(ENOMEM)) }
  return result
}

/// Returns the result of a system call, or throws an error with `errno` that names the call if the result is −1.
@discardableResult
func checkSystem(_ call: String, _ result: Int32) throws -> Int32 {
  if result < 0 { throw systemFailure(call) }
  return result
}

/// The error of a system call that has just failed.
func systemFailure(_ call: String, _ code: Int32 = errno) -> LibraryError {
  LibraryError(call: call, code: motes_averror(code))
}

extension MediaError {
  /// Converts any error of an action on a file. A `MediaError` stays as it is.
  ///
  /// - Parameters:
  ///   - kind: the kind that is given to errors without one.
  ///   - action: completes the sentence "Cannot …": "write a.mp4".
  init(_ error: any Error, kind: Kind = .file, doing action: String, path: String?) {
    switch error {
    case let error as MediaError: self = error
    case let failure as LibraryError: self.init(failure, kind: kind, doing: action, path: path)
    case let option as UnknownOption:
      self.init(.codec, "This FFmpeg has no option \"\(option.name)\".", path: path)
    default: self.init(kind, "Cannot \(action): \(error).", path: path)
    }
  }

  /// The error of a failed call on a file. A full disk and a broken pipe get kinds of their own; any other sentence reads
  /// "Cannot …: text".
  init(_ failure: LibraryError, kind: Kind = .file, doing action: String, path: String?) {
    if failure.isDiskFull {
      self.init(.diskFull, "The disk is full: cannot \(action).", path: path)
    } else if failure.isBrokenPipe {
      self.init(.brokenPipe, "The program that read the output has ended: cannot \(action).", path: path)
    } else {
      self.init(kind, "Cannot \(action): \(failure.text).", path: path)
    }
    call = failure.call
    code = failure.code
    text = failure.text
  }
}

/// A number of bytes in words: "14.2 MB". Units are decimal, with one digit after the point from megabytes on. The unit is chosen
/// after rounding.
func byteText(_ bytes: Int) -> String {
  /// The quotient of `bytes` and `unit`, rounded to a whole number.
  func rounded(_ unit: Int) -> Int { bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0) }
  if bytes < 1_000 { return "\(bytes) bytes" }
  let kilobytes = rounded(1_000)
  if kilobytes < 1_000 { return "\(kilobytes) kB" }
  let megabyteTenths = rounded(100_000)
  if megabyteTenths < 10_000 { return "\(megabyteTenths / 10).\(megabyteTenths % 10) MB" }
  let gigabyteTenths = rounded(100_000_000)
  return "\(gigabyteTenths / 10).\(gigabyteTenths % 10) GB"
}
