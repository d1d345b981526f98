import Glibc

extension MediaError {
  /// Sets the sentence of a disk that is full before all frames are in the partial file: what was written, and what the remaining
  /// frames need. Their need is estimated from the mean size of the packets so far, or, before the first packet, from the settings.
  ///
  /// - Parameter fileCount: files of the movie's size that lie on the disk together before the partial one is removed: 2 where the index is
  ///   put in front, else 1.
  mutating func describeFullDisk(
    _ settings: MovieSettings, packets: (count: Int, bytes: Int), fileCount: Int, path: String
  ) {
    let written = bytesWritten ?? 0
    sentence = "The disk is full: \(byteText(written)) of \(path) were written, up to frame \(packets.count)"
    if let expected = settings.expectedFrames {
      let byPackets = packets.count > 0 ? Int(Double(packets.bytes) / Double(packets.count) * Double(expected)) : 0
      // The first packets say little of the rest.
      let isEarly = packets.count < min(30, expected)
      let wholeMovie = isEarly ? max(byPackets, settings.estimatedBytes ?? 0) : byPackets
      let remaining = max(wholeMovie - written, 0) + (fileCount - 1) * max(wholeMovie, written)
      bytesStillNeeded = remaining
      sentence += " of \(expected); the rest needs about \(byteText(remaining))"
      if fileCount > 1 { sentence += ", with the copy whose index lies in front" }
    }
    sentence += "."
  }

  /// Sets the sentence of a disk without room for the copy of a whole partial file, with its index in front.
  ///
  /// - Parameters:
  ///   - partialBytes: size of the partial file, and about that of the finished copy.
  ///   - copyPath: the copy so far, whose room on the disk is free again once it is removed.
  mutating func describeFullDisk(partialBytes: Int, copyPath: String, path: String) {
    var status = stat()
    let copied = stat(copyPath, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    // The copy may be a little larger: at least a block is missing.
    let missing = max(partialBytes - copied, 4096)
    bytesStillNeeded = missing
    sentence = "The disk is full: the copy of \(path) with its index in front needs about \(byteText(missing)) more."
  }
}
