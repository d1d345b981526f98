import CFFmpeg
import Glibc

/// A file that appears at its target whole or not at all.
///
/// The bytes go to `name.partial` beside the target. This object keeps that file locked (flock). An unlocked partial file was left by a
/// process that was killed: it is overwritten, and `notes` says so. `publish` syncs a file and renames it to the target.
final class PartialFile {
  let targetPath: String
  let partialPath: String
  /// Descriptor of the partial file, which is locked and open for reading and writing.
  let descriptor: Int32
  let allowsReplacing: Bool
  /// Sentences for the user, such as that a leftover was replaced.
  private(set) var notes: [String] = []
  /// Whether `descriptor` is still open, so that the lock is held.
  private var isOpen = true

  private static let suffix = ".partial"
  /// The longest name of a file in bytes, on all usual filesystems.
  private static let maximumNameBytes = 255
  /// Permissions of new files: reading and writing for everybody, less what the user's umask takes away.
  static let newFileMode: mode_t = 0o666
  /// How often opening is tried while other processes rename or remove the partial file.
  private static let maximumOpenAttempts = 100

  init(target: String, allowsReplacing: Bool) throws(MediaError) {
    targetPath = target
    partialPath = PartialFile.partialPath(for: target)
    self.allowsReplacing = allowsReplacing
    try PartialFile.checkTarget(target, allowsReplacing: allowsReplacing)
    descriptor = try PartialFile.openLocked(partialPath, target: target)
    do {
      let length = lseek(descriptor, 0, SEEK_END)
      if length > 0 {
        try checkSystem("ftruncate", ftruncate(descriptor, 0))
        notes.append("Replaced \(partialPath) (\(byteText(length))), which an interrupted run had left.")
      }
      try checkSystem("lseek", Int32(clamping: lseek(descriptor, 0, SEEK_SET)))
    } catch {
      // All properties are set, so `deinit` runs when this throws. If the file were still open, `deinit` would remove it.
      closeAndUnlock()
      throw MediaError(error, doing: "empty \(partialPath)", path: target)
    }
  }

  /// Opens and locks the partial file that an interrupted run left, and keeps its contents.
  init(leftBeside target: String, allowsReplacing: Bool) throws(MediaError) {
    targetPath = target
    partialPath = PartialFile.partialPath(for: target)
    self.allowsReplacing = allowsReplacing
    try PartialFile.checkExists(partialPath, target: target)
    try PartialFile.checkTarget(target, allowsReplacing: allowsReplacing)
    descriptor = try PartialFile.openLocked(partialPath, target: target)
  }

  /// Refuses a partial file that does not exist.
  static func checkExists(_ partialPath: String, target: String) throws(MediaError) {
    guard isFile(partialPath) else { throw MediaError(.file, "There is no file \(partialPath).", path: target) }
  }

  /// Whether a regular file has this path.
  static func isFile(_ path: String) -> Bool {
    if case .file? = try? PathState(path) { return true }
    return false
  }

  /// Path of the copy of a movie's partial file that has its index in front. Once it is whole, the copy gets the target's name.
  var finishingCopyPath: String { PartialFile.finishingCopyPath(for: targetPath) }

  /// Creates the file at `finishingCopyPath`, or empties it, and returns its descriptor. A link is not followed.
  func createFinishingFile() throws -> Int32 {
    try checkSystem(
      "open", open(finishingCopyPath, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, Self.newFileMode))
  }

  /// The path of a target's partial file.
  static func partialPath(for target: String) -> String { target + suffix }

  /// The path of a target's `finishingCopyPath`.
  static func finishingCopyPath(for target: String) -> String { target + ".finishing" }

  /// The target whose partial file has this path; nil for any other path.
  static func target(ofPartial path: String) -> String? {
    path.hasSuffix(suffix) && path.count > suffix.count ? String(path.dropLast(suffix.count)) : nil
  }

  /// Refuses a target that cannot be written, before any work is done for it.
  fileprivate static func checkTarget(_ target: String, allowsReplacing: Bool) throws(MediaError) {
    func refusal(_ kind: MediaError.Kind, _ sentence: String) -> MediaError { MediaError(kind, sentence, path: target) }
    guard !target.isEmpty, !target.hasSuffix("/"), !target.utf8.contains(0) else {
      throw refusal(.settings, "\"\(target)\" is not the name of a file.")
    }
    let nameBytes = target.utf8.split(separator: UInt8(ascii: "/")).last?.count ?? 0
    guard nameBytes + suffix.utf8.count <= maximumNameBytes else {
      throw refusal(
        .settings,
        "The file's name has \(nameBytes) bytes; at most \(maximumNameBytes - suffix.utf8.count) leave room for \(suffix) behind it."
      )
    }
    let parent = folder(of: target)
    do {
      switch try PathState(parent) {
      case .folder: break
      case .absent: throw refusal(.folder, "The folder \(parent) does not exist.")
      case .file, .other: throw refusal(.folder, "\(parent) is not a folder.")
      }
      switch try PathState(target) {
      case .absent: break
      case .file where allowsReplacing: break
      case .file: throw refusal(.exists, "\(target) already exists and is not replaced without --force.")
      case .folder: throw refusal(.exists, "\(target) is a folder.")
      case .other: throw refusal(.exists, "\(target) is not a regular file and is not replaced.")
      }
    } catch {
      throw MediaError(error, kind: .folder, doing: "look at \(target)", path: target)
    }
  }

  /// Opens or creates the partial file at `path` and locks it. Returns its descriptor.
  private static func openLocked(_ path: String, target: String) throws(MediaError) -> Int32 {
    // Another process may rename or remove the file between opening and locking it: then the path is opened again.
    for _ in 0..<maximumOpenAttempts {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, newFileMode)
      guard descriptor >= 0 else {
        let failure = systemFailure("open")
        throw MediaError(failure, kind: .folder, doing: "create \(path)", path: target)
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK {
          throw MediaError(.inUse, "Another process is writing \(path).", path: target)
        }
        throw MediaError(systemFailure("flock", code), doing: "lock \(path)", path: target)
      }
      // The locked file must still be the one that `path` names.
      var locked = stat()
      var named = stat()
      if fstat(descriptor, &locked) == 0, stat(path, &named) == 0, locked.st_ino == named.st_ino,
        locked.st_dev == named.st_dev
      {
        // A file with a second hard link would be emptied under its other name too. A pipe or a device must not be replaced.
        guard locked.st_mode & S_IFMT == S_IFREG, locked.st_nlink == 1 else {
          close(descriptor)
          throw MediaError(
            .exists,
            "\(path) is in the way and is not replaced, because it is not a regular file or has other hard links. Move it away.",
            path: target)
        }
        return descriptor
      }
      close(descriptor)
    }
    throw MediaError(.inUse, "Other processes keep replacing \(path).", path: target)
  }

  /// Syncs a file and gives it the target's name. The file is the partial file itself, or its copy with the index in front.
  ///
  /// - Parameters:
  ///   - path: where the file is, in the target's folder.
  ///   - descriptor: the open file.
  func publish(fileAt path: String, descriptor: Int32) throws(MediaError) {
    do {
      try checkSystem("fsync", fsync(descriptor))
      if allowsReplacing {
        try checkSystem("rename", rename(path, targetPath))
      } else {
        try PartialFile.renameWithoutReplacing(path, targetPath)
      }
      try syncFolder(folder(of: targetPath))
    } catch {
      if (error as? LibraryError)?.code == motes_averror(EEXIST) {
        throw MediaError(
          .exists, "\(targetPath) appeared while it was being made and is not replaced without --force.",
          path: targetPath)
      }
      throw MediaError(error, doing: "move \(path) to \(targetPath)", path: targetPath)
    }
  }

  /// Renames `from` to `to`, or throws EEXIST if `to` exists. Uses the first of three ways that the system supports:
  ///
  /// 1. renameat2 with RENAME_NOREPLACE, which kernel and filesystem must both support.
  /// 2. A hard link: `to` becomes a second name of the file, which fails where `to` exists; then the name `from` is removed.
  /// 3. On filesystems without hard links: a check whether `to` exists, then a rename. Only in this case a file that another process
  ///    creates between these two steps is replaced.
  static func renameWithoutReplacing(_ from: String, _ to: String) throws {
    if motes_rename_new(from, to) == 0 { return }
    guard [ENOSYS, EINVAL, ENOTSUP].contains(errno) else { throw systemFailure("renameat2") }
    if link(from, to) == 0 {
      try checkSystem("unlink", unlink(from))
      return
    }
    guard [EPERM, ENOSYS, ENOTSUP].contains(errno) else { throw systemFailure("link") }
    guard case .absent = try PathState(to) else { throw systemFailure("stat", EEXIST) }
    try checkSystem("rename", rename(from, to))
  }

  /// Gives the partial file itself the target's name, and closes it.
  func commit() throws(MediaError) {
    try publish(fileAt: partialPath, descriptor: descriptor)
    closeAndUnlock()
  }

  /// Syncs and unlocks the partial file, and leaves it where it is.
  func keep() throws(MediaError) {
    let result = fsync(descriptor)
    let code = errno
    closeAndUnlock()
    if result != 0 {
      throw MediaError(systemFailure("fsync", code), doing: "write \(partialPath)", path: targetPath)
    }
  }

  /// Removes the partial file while it is still locked: after unlocking, the name could belong to another process's file.
  func discard() {
    guard isOpen else { return }
    unlink(partialPath)
    closeAndUnlock()
  }

  /// Closes the partial file, which also ends flock's lock.
  private func closeAndUnlock() {
    if isOpen { close(descriptor) }
    isOpen = false
  }

  deinit { discard() }
}

/// Refuses a target that `writeWholeFile` would refuse, before the work for it is done.
package func checkTarget(_ path: String, allowsReplacing: Bool) throws(MediaError) {
  try PartialFile.checkTarget(path, allowsReplacing: allowsReplacing)
}

/// Writes bytes to a file that appears whole or not at all.
///
/// - Returns: sentences for the user, such as that an interrupted run's leftover was replaced; usually none.
@discardableResult
package func writeWholeFile(_ bytes: [UInt8], to path: String, allowsReplacing: Bool) throws(MediaError) -> [String] {
  let file = try PartialFile(target: path, allowsReplacing: allowsReplacing)
  do {
    try bytes.withUnsafeBytes { try writeAll($0, to: file.descriptor) }
  } catch {
    var error = MediaError(error, doing: "write \(path)", path: path)
    error.bytesWritten = Int(lseek(file.descriptor, 0, SEEK_CUR))
    throw error
  }
  try file.commit()
  return file.notes
}
