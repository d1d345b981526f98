import Glibc

/// Progress of a long job: one live line on a terminal, plain lines each few seconds elsewhere, JSON lines on request.
struct ProgressLine {
  enum Style {
    case silent, live, plain
    /// JSON lines on this descriptor.
    case json(Int32)
  }

  private let style: Style
  private let total: Int
  private let start = Terminal.now
  private var lastShown = 0.0
  private var isLineOpen = false

  init(style: Style, total: Int) {
    self.style = style
    self.total = total
  }

  /// Seconds since the job began.
  var elapsed: Double { Terminal.now - start }

  mutating func update(done: Int, particles: Int, bytes: Int, force: Bool = false) {
    let now = Terminal.now
    let interval: Double
    switch style {
    case .silent: return
    case .live: interval = 0.1
    case .plain: interval = 5
    case .json: interval = 0.5
    }
    guard force || now - lastShown >= interval else { return }
    if !force && lastShown == 0, case .plain = style {
      // The first plain line comes after an interval, so that a short job prints its summary only.
      lastShown = now
      return
    }
    lastShown = now
    let seconds = max(now - start, 1e-9)
    let rate = Double(done) / seconds
    let left = rate > 0 ? Double(total - done) / rate : 0
    switch style {
    case .silent: break
    case .live:
      let line =
        "\(Self.bar(done: done, total: total)) \(done)/\(total) frames · \(Self.fixed(rate, 1)) frames/s · "
        + "\(Self.duration(left)) left · \(Self.size(bytes)) · \(particles) particles"
      Terminal.write("\r\u{1B}[K" + Self.fit(line, columns: Terminal.width - 1), to: STDERR_FILENO)
      isLineOpen = true
    case .plain:
      Terminal.printError(
        "\(done)/\(total) frames, \(Self.fixed(rate, 1)) frames/s, \(Self.duration(left)) left, "
          + "\(Self.size(bytes)), \(particles) particles")
    case .json(let descriptor):
      Terminal.write(
        "{\"event\":\"progress\",\"frames\":\(done),\"total\":\(total),\"framesPerSecond\":\(Self.fixed(rate, 2)),"
          + "\"secondsLeft\":\(Self.fixed(left, 1)),\"bytes\":\(bytes),\"particles\":\(particles)}\n",
        to: descriptor)
    }
  }

  /// Ends the live line, so that what follows starts on a fresh one.
  mutating func close() {
    if isLineOpen { Terminal.write("\r\u{1B}[K", to: STDERR_FILENO) }
    isLineOpen = false
  }

  static func bar(done: Int, total: Int, columns: Int = 20) -> String {
    let filled = total > 0 ? min(columns, done * columns / total) : columns
    return String(repeating: "█", count: filled) + String(repeating: "░", count: columns - filled)
  }

  /// Decimal text without a locale.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int(scaled)
    let sign = value < 0 && whole > 0 ? "-" : ""
    if digits == 0 { return sign + "\(whole)" }
    let fraction = String(whole % Int(scale))
    return sign + "\(whole / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(fixed(Double(bytes) / 1e3, 1)) kB" }
    if bytes < 1_000_000_000 { return "\(fixed(Double(bytes) / 1e6, 1)) MB" }
    return "\(fixed(Double(bytes) / 1e9, 2)) GB"
  }

  private static func fit(_ text: String, columns: Int) -> String {
    text.count <= columns ? text : String(text.prefix(max(columns, 0)))
  }
}
