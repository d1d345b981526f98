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

  /// Notes the present states of the files at these paths, to compare later states with. Call it before the files are read, so
  /// that a change during reading counts.
  mutating func note(_ paths: [String]) {
    self.paths = paths
    notedStamps = paths.map(Stamp.init(path:))
    previousStamps = notedStamps
  }

  /// Whether a file has changed since `note`, but no file since the previous call of this method: a change is reported only when it has
  /// settled. So a file that is still being written, or is missing for a moment while another takes its name, is not reported yet.
  mutating func haveSettledChanges() -> Bool {
    let now = paths.map(Stamp.init(path:))
    defer { previousStamps = now }
    return now != notedStamps && now == previousStamps
  }
}
