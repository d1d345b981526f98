import CFFmpeg
import Glibc

/// The file beside a sequence's pictures that says how they were drawn, and which of them are whole.
///
/// It is a text file: a title line, a `key=value` line for each fact that decides what the pictures look like, an empty line; then for each
/// picture a line with its frame's number, size in bytes and CRC-32. This line is written just before the picture gets its name: so every
/// picture with a name can be compared with its line. A last line that was cut off is dropped. A line with 0 bytes revokes an earlier line
/// of the same frame. A process that works on the sequence holds the file's lock (flock). One thread at a time may use a record.
final class SequenceRecord: @unchecked Sendable {
  /// The size and the checksum that the file of a picture must have.
  struct Entry: Equatable {
    let bytes: Int
    let checksum: UInt32

    init(_ bytes: [UInt8]) {
      self.bytes = bytes.count
      checksum = bytes.withUnsafeBufferPointer {
        av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), UInt32.max, $0.baseAddress, $0.count) ^ UInt32.max
      }
    }

    fileprivate init?(_ words: [Substring]) {
      guard words.count == 3, let bytes = Int(words[1]), words[2].utf8.count == 8,
        let checksum = UInt32(words[2], radix: 16)
      else { return nil }
      self.bytes = bytes
      self.checksum = checksum
    }

    fileprivate func line(_ frame: Int) -> String {
      let digits = String(checksum, radix: 16)
      return "\(frame) \(bytes) \(String(repeating: "0", count: 8 - digits.count))\(digits)\n"
    }
  }

  let path: String
  /// The lines of the pictures that were written, by their frames' numbers.
  private(set) var entries: [Int: Entry] = [:]
  /// The facts that the file holds; nil for a new file.
  private(set) var facts: [SequenceFact]?
  private let descriptor: Int32
  /// Whether `descriptor` is still open, and the lock held.
  private var isOpen = true
  /// Bytes of the file up to the end of its last whole line.
  private var lengthBytes = 0

  private static let title = "motes sequence 1"
  /// The largest file that is read. It has room for more lines than a sequence may have frames.
  private static let maximumBytes = 1 << 30

  /// Opens or creates the record at `path`, and locks it.
  init(_ path: String) throws(MediaError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, PartialFile.newFileMode)
    guard descriptor >= 0 else {
      throw MediaError(systemFailure("open"), kind: .folder, doing: "open \(path)", path: path)
    }
    do {
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK else { throw systemFailure("flock") }
        throw MediaError(.inUse, "Another process is drawing the sequence of \(path).", path: path)
      }
      try read()
    } catch {
      close()
      throw MediaError(error, doing: "read \(path)", path: path)
    }
  }

  private func read() throws {
    let text = String(decoding: try contents(of: path, maximumBytes: Self.maximumBytes), as: UTF8.self)
    guard !text.isEmpty else { return }
    // A line without an end was cut off.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard lines.first.map({ $0 == Self.title }) ?? Self.title.hasPrefix(text) else {
      throw MediaError(
        .exists, "\(path) is not the record of a sequence. Move it away, or give the pictures another name.", path: path
      )
    }
    // If the empty line is missing, a process was killed while it wrote the facts, and has drawn nothing.
    guard let emptyLine = lines.firstIndex(of: "") else { return }
    facts = lines[1..<emptyLine].map(SequenceFact.init(line:))
    lengthBytes = lines[...emptyLine].reduce(0) { $0 + $1.utf8.count + 1 }
    for line in lines[(emptyLine + 1)...] {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard let entry = Entry(words), let frame = Int(words[0]) else { break }
      entries[frame] = entry.bytes > 0 ? entry : nil
      lengthBytes += line.utf8.count + 1
    }
  }

  /// Empties the file and writes the facts of a new sequence.
  func begin(_ facts: [SequenceFact]) throws {
    (self.facts, entries, lengthBytes) = (facts, [:], 0)
    try append(([Self.title] + facts.map(\.line) + ["", ""]).joined(separator: "\n"))
  }

  /// Records a picture that is about to get its name.
  func addEntry(frame: Int, _ entry: Entry) throws {
    try append(entry.line(frame))
    entries[frame] = entry
  }

  /// Revokes the entry of a picture that did not get its name. If this fails too, the next run finds no file that matches the entry, and
  /// draws the picture again.
  func revokeEntry(frame: Int) {
    entries[frame] = nil
    try? append(Entry([UInt8]()).line(frame))
  }

  /// Writes text after the last whole line. If that fails, the file keeps its length.
  private func append(_ text: String) throws {
    try checkSystem("ftruncate", ftruncate(descriptor, lengthBytes))
    try checkSystem("lseek", Int32(clamping: lseek(descriptor, lengthBytes, SEEK_SET)))
    do {
      try Array(text.utf8).withUnsafeBytes { try writeAll($0, to: descriptor) }
    } catch {
      ftruncate(descriptor, lengthBytes)
      throw error
    }
    lengthBytes += text.utf8.count
  }

  /// Syncs the file, so that it survives a power cut.
  func sync() throws { try checkSystem("fsync", fsync(descriptor)) }

  /// Removes the file if nothing was written to it.
  func removeIfEmpty() { if lengthBytes == 0 { unlink(path) } }

  /// Closes the file, which also ends its lock.
  func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  deinit { close() }
}

/// A fact that decides what a sequence's pictures look like: `seed=7`.
package struct SequenceFact: Sendable, Equatable {
  /// The fact's name in messages: "seed". Two facts may have the same key.
  package let key: String
  /// The fact's value, with line breaks and backslashes escaped as "\n" and "\\".
  package let value: String

  /// Creates a fact from a key and an unescaped value.
  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  fileprivate init(line: Substring) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    key = String(parts[0])
    value = parts.count > 1 ? String(parts[1]) : ""
  }

  fileprivate var line: String { "\(key)=\(value)" }

  /// The differences between the facts of two sequences, as part of a sentence: "seed 7, now 8; size 320x180, now 640x360".
  static func differences(_ old: [SequenceFact], _ new: [SequenceFact]) -> String {
    var keys: [String] = []
    for key in (old + new).map(\.key) where !keys.contains(key) { keys.append(key) }
    return keys.compactMap { key in
      let (before, now) = (old.filter { $0.key == key }.map(\.value), new.filter { $0.key == key }.map(\.value))
      if before == now { return nil }
      func text(_ values: [String]) -> String { values.isEmpty ? "none" : values.joined(separator: ", ") }
      return "\(key) \(text(before)), now \(text(now))"
    }.joined(separator: "; ")
  }
}
