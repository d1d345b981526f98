import Glibc

/// Files whose changes are noticed by asking for their state again and again: it works on every filesystem, and with editors that
/// write in place as well as with those that rename a new file over the old one.
struct WatchedFiles {
  /// What tells one state of a file from another.
  private struct Stamp: Equatable {
    let device: dev_t
    /// The file's number on its device; where it is another, another file has the name now.
    let inode: ino_t
    let bytes: off_t
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int

    /// The state of a file, links followed; nil when there is none.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode, bytes) = (status.st_dev, status.st_ino, status.st_size)
      (modifiedSeconds, modifiedNanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private(set) var paths: [String] = []
  /// The states to compare with: one for each path.
  private var known: [Stamp?] = []
  /// The states when `haveChanged` last asked.
  private var last: [Stamp?] = []

  /// Takes the states of these files as the ones to compare with. It is called before the files are read, so that a change while they
  /// are being read counts.
  mutating func note(_ paths: [String]) {
    self.paths = paths
    known = paths.map(Stamp.init(path:))
    last = known
  }

  /// Whether a file has changed since `note` and none since this was last asked: a file that is just being written, or is away
  /// for a moment because another one takes its name, is left to settle.
  mutating func haveChanged() -> Bool {
    let now = paths.map(Stamp.init(path:))
    defer { last = now }
    return now != known && now == last
  }
}
