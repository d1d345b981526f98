import Glibc

/// The progress of a run that draws frames: one live line on a terminal, plain lines every few seconds elsewhere, JSON lines on request.
struct ProgressLine {
  enum Style {
    case silent
    /// One line on a terminal, which is overwritten.
    case live
    /// A new line each time.
    case plain
    /// JSON lines on this descriptor.
    case json(Int32)
    /// Lines on standard output that sessions of Open Job Description read: `openjd_progress: 50`.
    case openJobDescription

    /// The least time between two lines.
    var intervalSeconds: Double {
      switch self {
      case .silent: .infinity
      case .live: 0.1
      case .plain: 5
      case .json: 0.5
      case .openJobDescription: 1
      }
    }
  }

  private let style: Style
  /// Number of frames to be finished, those of `doneBefore` included.
  private let total: Int
  /// How many of them were finished before this run began; they do not count in its speed.
  private let doneBefore: Int
  /// When this run began, as `Terminal.now` has it.
  private let startTime = Terminal.now
  /// When a line was last printed, as `Terminal.now` has it; 0 before the first.
  private var lastShownTime = 0.0
  /// Whether a live line is on the terminal.
  private var isLiveLineShown = false

  /// Moves to the start of a terminal's line and clears it (ANSI's "erase in line").
  static let clearLine = "\r\u{1B}[K"

  /// - Parameters:
  ///   - total: number of frames to be finished, those of `doneBefore` included.
  ///   - doneBefore: how many of them an earlier run finished.
  init(style: Style, total: Int, doneBefore: Int = 0) {
    self.style = style
    self.total = total
    self.doneBefore = doneBefore
  }

  /// Seconds since this run began.
  var elapsedSeconds: Double { Terminal.now - startTime }

  /// Shows how far the run has come, unless it was shown less than the style's interval ago.
  ///
  /// - Parameters:
  ///   - done: number of finished frames, those of `doneBefore` included.
  ///   - particles: number of particles alive and in view in the last frame.
  ///   - bytes: bytes written so far.
  ///   - shareBefore: where `total` is only one of several parts that are drawn one after another: the share of them all, 0 ... 1,
  ///     that was done before this part. Only `openJobDescription` shows it.
  ///   - share: the share of them all that this part is.
  mutating func update(done: Int, particles: Int, bytes: Int, shareBefore: Double = 0, share: Double = 1) {
    let now = Terminal.now
    guard now - lastShownTime >= style.intervalSeconds else { return }
    let isFirst = lastShownTime == 0
    lastShownTime = now
    // The first plain line comes one interval after the start, so that a short job prints only its summary.
    if isFirst, case .plain = style { return }
    let seconds = max(now - startTime, 1e-9)  // never divided by 0
    let rate = Double(done - doneBefore) / seconds
    let secondsLeft = rate > 0 ? Double(total - done) / rate : 0
    switch style {
    case .silent: break
    case .live:
      let line =
        "\(Self.bar(done: done, total: total)) \(done)/\(total) frames · \(NumberText.fixed(rate, 1)) frames/s · "
        + "\(NumberText.duration(secondsLeft)) left · \(NumberText.size(bytes)) · \(particles) particles"
      Terminal.write(Self.clearLine + Self.fit(line, columns: Terminal.width - 1), to: STDERR_FILENO)
      isLiveLineShown = true
    case .plain:
      Terminal.printError(
        "\(done)/\(total) frames, \(NumberText.fixed(rate, 1)) frames/s, \(NumberText.duration(secondsLeft)) left, "
          + "\(NumberText.size(bytes)), \(particles) particles")
    case .openJobDescription:
      let percent = 100 * (shareBefore + share * Double(done) / Double(max(total, 1)))
      Terminal.printOutput("openjd_progress: \(NumberText.fixed(percent, 1))")
    case .json(let descriptor):
      Terminal.printJSON(
        ProgressEvent(
          frames: done, total: total, framesPerSecond: rate.rounded(digits: 2),
          secondsLeft: secondsLeft.rounded(digits: 1), bytes: bytes, particles: particles),
        to: descriptor)
    }
  }

  /// Clears the live line, so that what follows takes its place.
  mutating func close() {
    if isLiveLineShown { Terminal.write(Self.clearLine, to: STDERR_FILENO) }
    isLiveLineShown = false
  }

  /// A bar that shows which share of `total` is done: "█████░░░░░".
  static func bar(done: Int, total: Int, columns: Int = 20) -> String {
    let filled = total > 0 ? min(columns, done * columns / total) : columns
    return String(repeating: "█", count: filled) + String(repeating: "░", count: columns - filled)
  }

  /// The text, cut to `columns` characters.
  private static func fit(_ text: String, columns: Int) -> String {
    text.count <= columns ? text : String(text.prefix(max(columns, 0)))
  }
}
