import JSON
import Motes

/// The report of `motes render --stats`: where the time went.
struct ProfileReport {
  let profile: RenderProfile
  /// Bytes of the file, or of what went to standard output.
  let bytes: Int

  // MARK: Text

  /// A table with a line for each stage, then the times by the clock, then frames a second and particles.
  var text: String {
    let threads = "\(profile.threads) " + (profile.threads == 1 ? "thread" : "threads")
    var rows: [(title: String, seconds: Double)] = profile.stages.map { stage in
      (stage.layer.map { "draw \($0)" } ?? stage.name, stage.seconds)
    }
    rows.append(("idle and other", profile.idleSeconds))
    // The rows above are seconds of all threads together, those below seconds by the clock.
    let clocked = [
      ("drawing, by the clock", profile.drawingSeconds), ("wait for encoder", profile.encoderWaitSeconds),
      ("encode and write", profile.encodingSeconds),
    ]
    let width = (rows + clocked).reduce(0) { max($0, $1.title.count) } + 2

    var lines = ["stage".padded(to: width) + "      ms   ms a frame   share of drawing (\(threads))"]
    let allThreadsSeconds = max(profile.drawingSeconds * Double(profile.threads), 1e-9)  // never divided by 0
    lines += rows.map { row in
      let percent = NumberText.fixed(100 * row.seconds / allThreadsSeconds, 1) + " %"
      return line(row.title, row.seconds, width) + percent.leftPadded(to: 10)
    }
    lines += clocked.map { title, seconds in line(title, seconds, width) }
    let rates = profile.framesPerSecond
    lines.append(
      "\(NumberText.frames(profile.frames)) in \(NumberText.fixed(profile.seconds, 2)) s, \(NumberText.size(bytes)) written; "
        + "frames/s: \(NumberText.fixed(rates.average, 1)) average, \(NumberText.fixed(rates.slowest, 1)) slowest, "
        + "\(NumberText.fixed(rates.averageOfSlowestHundredth, 1)) slowest 1 %")
    lines.append(
      "particles a frame: \(NumberText.fixed(profile.meanParticles, 0)) mean, \(profile.maximumParticles) most; "
        + "overdraw about \(NumberText.fixed(profile.overdrawEstimate, 2)) (from the particles' areas)")
    return lines.joined(separator: "\n")
  }

  /// The columns title (`width` characters), milliseconds and milliseconds a frame.
  private func line(_ title: String, _ seconds: Double, _ width: Int) -> String {
    title.padded(to: width) + NumberText.fixed(seconds * 1e3, 1).leftPadded(to: 8)
      + NumberText.fixed(millisecondsPerFrame(seconds), 3).leftPadded(to: 13)
  }

  private func millisecondsPerFrame(_ seconds: Double) -> Double { seconds * 1e3 / Double(max(profile.frames, 1)) }

  // MARK: JSON

  /// One object on one line. Times are milliseconds; those of stages are of all threads together.
  var json: String {
    let rates = profile.framesPerSecond
    return JSONWriter.line(
      Event(
        frames: profile.frames, threads: profile.threads, seconds: profile.seconds.rounded(digits: 4),
        stages: profile.stages.map { time($0.seconds, stage: $0.name, layer: $0.layer) },
        idle: time(profile.idleSeconds), drawing: time(profile.drawingSeconds),
        waitForEncoder: time(profile.encoderWaitSeconds), encode: time(profile.encodingSeconds),
        particles: .init(mean: profile.meanParticles.rounded(digits: 2), maximum: profile.maximumParticles),
        overdrawEstimate: profile.overdrawEstimate.rounded(digits: 4), bytes: bytes,
        framesPerSecond: .init(
          average: rates.average.rounded(digits: 2), slowest: rates.slowest.rounded(digits: 2),
          lowestHundredth: rates.averageOfSlowestHundredth.rounded(digits: 2))))
  }

  private func time(_ seconds: Double, stage: String? = nil, layer: String? = nil) -> Event.Time {
    Event.Time(
      stage: stage, layer: layer, milliseconds: (seconds * 1e3).rounded(digits: 3),
      perFrame: millisecondsPerFrame(seconds).rounded(digits: 4))
  }

  /// The JSON object's keys.
  private struct Event: Encodable {
    let event = "stats"
    let frames, threads: Int
    let seconds: Double
    let stages: [Time]
    let idle, drawing, waitForEncoder, encode: Time
    let particles: Particles
    let overdrawEstimate: Double
    let bytes: Int
    let framesPerSecond: Rates

    /// Milliseconds in all, and for each frame.
    struct Time: Encodable {
      let stage, layer: String?
      let milliseconds, perFrame: Double
    }

    struct Particles: Encodable {
      let mean: Double
      let maximum: Int
    }

    struct Rates: Encodable {
      let average, slowest, lowestHundredth: Double
    }
  }
}
