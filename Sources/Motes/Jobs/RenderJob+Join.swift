import Encoding
import Glibc
import Hashing
import Raster

extension RenderJob {
  /// Joins all parts into the movie.
  ///
  /// - Parameters:
  ///   - path: path of the movie.
  ///   - allowsReplacing: whether an existing file may be replaced.
  ///   - repeatCount: how many times the parts are shown one after the other; 1 shows them once.
  ///   - verifies: whether each part's SHA-256 is first compared with its record, which reads every part once more.
  ///   - note: gets a sentence for a person about sound that is encoded anew, because the movie's container cannot hold it.
  ///   - progress: gets the share, 0 ... 1, that is done; returns whether to go on.
  /// - Returns: how many frames the movie has; nil if `progress` stopped the work, in which case there is no movie.
  /// - Throws: `MediaError` if parts are missing, belong to another plan or were changed, or if the movie cannot be written.
  package func join(
    to path: String, allowsReplacing: Bool, repeatCount: Int = 1, verifies: Bool = true,
    note: (String) -> Void = { _ in }, progress: (Double) -> Bool = { _ in true }
  ) throws(MediaError) -> Int? {
    let missing = try missingParts()
    guard missing.isEmpty else {
      throw MediaError(
        .file,
        "\(missing.count) of \(plan.partCount) parts are missing: \(PartList.text(missing)). Draw them with "
          + "`motes part \(folder.path) --index \(PartList.text(missing))`.", path: folder.path)
    }
    var parts: [MoviePartFile] = []
    var light: ContentLight?
    for index in 0..<plan.partCount {
      let file = partPath(index)
      guard let record = try record(ofPart: index) else {
        throw MediaError(.file, "Part \(index) (\(file)) was removed while the parts were joined.", path: file)
      }
      if verifies, try JobFolder.sha256(ofFile: file) != record.sha256 {
        throw MediaError(
          .file, "Part \(index) (\(file)) was changed after it was drawn. Remove it and draw it again.", path: file)
      }
      parts.append(MoviePartFile(path: file, facts: record.facts))
      light = record.contentLight.map { $0.maximum(with: light) } ?? light
      guard progress(0) else { return nil }
    }
    let repeated = Array(repeatElement(parts, count: repeatCount).joined())
    var settings = plan.movie
    settings.allowsReplacing = allowsReplacing
    settings.contentLight = light
    guard plan.sound == nil || plan.movie.codec.joinsPackets else {
      throw MediaError(
        .settings, "\(plan.movie.codec.title) that is drawn in parts is written without sound.", path: path)
    }
    let frameCount = repeated.reduce(0) { $0 + $1.facts.frameCount }
    let sound = try plan.sound.map { file throws(MediaError) in
      try StreamCopy(
        path: folder.file(file), copiesAllStreams: false, start: plan.soundStart ?? .zero, cutsAtVideoEnd: true
      ).fitted(to: settings, path: path, seconds: Double(frameCount) / settings.frameRate.double, note: note)
    }
    let isWritten: Bool
    if plan.movie.codec.joinsPackets {
      let join = MovieJoin(parts: repeated, settings: settings, sound: sound, contentLight: light)
      isWritten = try join.write(to: path, progress: progress)
    } else {
      isWritten = try MovieReencoding(parts: repeated, settings: settings)
        .write(to: path, progress: progress)
    }
    guard isWritten else { return nil }
    // All parts are there, so that the files of killed attempts are not needed any more.
    removeWork()
    for name in folder.names(in: folder.attemptsFolder) { unlink(folder.attemptsFolder + "/" + name) }
    return frameCount
  }

  /// Removes all files of the job, and its folder if nothing else lies in it.
  package func remove() {
    for inner in [folder.partsFolder, folder.attemptsFolder, folder.workFolder, folder.logsFolder] {
      for name in folder.names(in: inner) { unlink(inner + "/" + name) }
      rmdir(inner)
    }
    for name in plan.files.keys { unlink(folder.file(name)) }
    unlink(folder.planPath)
    rmdir(folder.path)
  }
}

extension ContentLight {
  /// The larger brightest pixel and the larger brightest frame of two measurements.
  fileprivate func maximum(with other: ContentLight?) -> ContentLight {
    guard let other else { return self }
    return ContentLight(
      brightestPixelNits: max(brightestPixelNits, other.brightestPixelNits),
      brightestFrameNits: max(brightestFrameNits, other.brightestFrameNits))
  }
}
