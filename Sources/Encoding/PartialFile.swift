import CFFmpeg
import Glibc

/// A file that appears at its target whole or not at all.
///
/// The bytes go to `name.partial` beside the target, which is locked (flock) as long as this object holds it. An unlocked
/// partial is what a killed process left behind; it is replaced, and `notes` says so. `publish` syncs a file and
/// renames it to the target.
final class PartialFile {
  let targetPath: String
  let partialPath: String
  let descriptor: Int32
  let allowsReplacing: Bool
  private(set) var notes: [String] = []
  private var isOpen = true

  init(target: String, allowsReplacing: Bool) throws(MediaError) {
    targetPath = target
    partialPath = target + ".partial"
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
      close(descriptor)
      throw MediaError(error, doing: "empty \(partialPath)", path: target)
    }
  }

  /// Refuses a target that cannot be made, before any work is done for it.
  private static func checkTarget(_ target: String, allowsReplacing: Bool) throws(MediaError) {
    func refuse(_ kind: MediaError.Kind, _ sentence: String) -> MediaError { MediaError(kind, sentence, path: target) }
    guard !target.isEmpty, !target.hasSuffix("/"), !target.utf8.contains(0) else {
      throw refuse(.settings, "\"\(target)\" is not the name of a file.")
    }
    let parent = folder(of: target)
    do {
      switch try PathState(parent) {
      case .folder: break
      case .absent: throw refuse(.folder, "The folder \(parent) does not exist.")
      case .file, .other: throw refuse(.folder, "\(parent) is not a folder.")
      }
      switch try PathState(target) {
      case .absent: break
      case .file where allowsReplacing: break
      case .file: throw refuse(.exists, "\(target) already exists and is not replaced without --force.")
      case .folder: throw refuse(.exists, "\(target) is a folder.")
      case .other: throw refuse(.exists, "\(target) is not an ordinary file and is not replaced.")
      }
    } catch {
      throw MediaError(error, kind: .folder, doing: "look at \(target)", path: target)
    }
  }

  private static func openLocked(_ path: String, target: String) throws(MediaError) -> Int32 {
    // Another process may rename or remove the file between opening and locking it: then start again with the new one.
    for _ in 0..<100 {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
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
      var held = stat()
      var named = stat()
      if fstat(descriptor, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino,
        held.st_dev == named.st_dev
      {
        return descriptor
      }
      close(descriptor)
    }
    throw MediaError(.inUse, "Other processes keep replacing \(path).", path: target)
  }

  /// Syncs the file behind `descriptor`, which lies at `path` beside the target, and gives it the target's name.
  func publish(path: String, descriptor: Int32) throws(MediaError) {
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

  /// renameat2 where kernel and filesystem have it; else a second name and the removal of the first, which never
  /// replaces either; else, where files cannot have two names, a look and a plain rename.
  private static func renameWithoutReplacing(_ from: String, _ to: String) throws {
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

  /// Publishes the partial itself and lets go of it.
  func commit() throws(MediaError) {
    try publish(path: partialPath, descriptor: descriptor)
    letGo()
  }

  /// Leaves the partial where it is, synced and unlocked.
  func keep() throws(MediaError) {
    let result = fsync(descriptor)
    let code = errno
    letGo()
    if result != 0 {
      throw MediaError(systemFailure("fsync", code), doing: "write \(partialPath)", path: targetPath)
    }
  }

  /// Removes the partial. Removing comes before unlocking, so that no other process's file can be hit.
  func discard() {
    guard isOpen else { return }
    unlink(partialPath)
    letGo()
  }

  private func letGo() {
    if isOpen { close(descriptor) }
    isOpen = false
  }

  deinit { discard() }
}

/// Writes bytes to a file that appears whole or not at all.
///
/// - Returns: sentences for a person.
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
