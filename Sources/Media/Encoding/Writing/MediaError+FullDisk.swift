import Glibc

extension MediaError {
  /// Sets the sentence for a disk that became full before all frames were in the partial file. It says how much was written, and
  /// about how much the rest needs: as many bytes per frame as the packets so far, and during the first frames at least the
  /// estimate from the settings.
  ///
  /// - Parameters:
  ///   - packets: number and total size of the packets so far.
  ///   - filesAtOnce: how many files of the movie's size lie on the disk before the partial file is removed: 2 if the index is
  ///     put in front, otherwise 1.
  mutating func describeFullDisk(
    _ settings: MovieSettings, packets: (count: Int, bytes: Int), filesAtOnce: Int, path: String
  ) {
    let written = bytesWritten ?? 0
    sentence = "The disk is full: \(byteText(written)) of \(path) were written, up to frame \(packets.count)"
    if let expected = settings.expectedFrames {
      let byPackets = packets.count > 0 ? Int(Double(packets.bytes) / Double(packets.count) * Double(expected)) : 0
      // The first packets say little about the rest.
      let isEarly = packets.count < min(30, expected)
      let wholeMovie = isEarly ? max(byPackets, settings.estimatedBytes ?? 0) : byPackets
      let remaining = max(wholeMovie - written, 0) + (filesAtOnce - 1) * max(wholeMovie, written)
      bytesStillNeeded = remaining
      sentence += " of \(expected); the rest needs about \(byteText(remaining))"
      if filesAtOnce > 1 { sentence += ", including the copy with its index in front" }
    }
    sentence += "."
  }

  /// Sets the sentence for a disk that has no room for the copy of a whole partial file with its index in front.
  ///
  /// - Parameters:
  ///   - partialBytes: size of the partial file, which is about that of the finished copy.
  ///   - copyPath: path of the unfinished copy. Its blocks are free again once it is removed.
  ///   - path: path of the movie.
  mutating func describeFullDisk(partialBytes: Int, copyPath: String, path: String) {
    var status = stat()
    // `st_blocks` counts units of 512 bytes on every filesystem.
    let copied = stat(copyPath, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    // The finished copy may be a little larger than the partial file, so that at least one block of 4096 bytes is missing.
    let missing = max(partialBytes - copied, 4096)
    bytesStillNeeded = missing
    sentence = "The disk is full: the copy of \(path) with its index in front needs about \(byteText(missing)) more."
  }
}
