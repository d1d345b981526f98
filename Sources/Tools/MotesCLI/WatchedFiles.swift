import Glibc

/// Notices changes of files by polling, which works on every filesystem, both with editors that write in place and with those that rename
/// a new file over the old one.
struct WatchedFiles {
  /// What tells one state of a file from another.
  private struct Stamp: Equatable {
    let device: dev_t
    /// The file's number on its device. It changes when another file takes the name.
    let inode: ino_t
    let bytes: off_t
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int

    /// The state of a file, with links followed; nil if there is no file.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode, bytes) = (status.st_dev, status.st_ino, status.st_size)
      (modifiedSeconds, modifiedNanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private(set) var paths: [String] = []
  /// The states that `note` took, one for each path.
  private var notedStamps: [Stamp?] = []
  /// The states at the last call of `haveSettledChanges` or `note`.
  private var previousStamps: [Stamp?] = []
  /// Calls of `haveSettledChanges`, one after the other, that found the files as the call before had.
  private var unchangedCount = 0
  /// Calls after which a change counts where a file is empty or missing: a program that saves in place has emptied it, and may be kept
  /// from writing for a while. Other changes count after one call.
  private static let unchangedCountOfEmptyFiles = 10

  /// Notes the present states of the files at these paths, to compare later states with. Call it before the files are read, so
  /// that a change during reading counts.
  mutating func note(_ paths: [String]) {
    self.paths = paths
    notedStamps = paths.map(Stamp.init(path:))
    previousStamps = notedStamps
    unchangedCount = 0
  }

  /// Whether a file has changed since `note`, but no file since the previous call of this method: a change is reported only when it has
  /// settled. So a file that is still being written, or is missing or empty for a moment while it is saved, is not reported yet.
  mutating func haveSettledChanges() -> Bool {
    let now = paths.map(Stamp.init(path:))
    unchangedCount = now == previousStamps ? unchangedCount + 1 : 0
    previousStamps = now
    let isIncomplete = now.contains { ($0?.bytes ?? 0) == 0 }
    return now != notedStamps && unchangedCount >= (isIncomplete ? Self.unchangedCountOfEmptyFiles : 1)
  }
}
