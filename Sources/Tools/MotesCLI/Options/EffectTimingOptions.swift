import ArgumentParser
import Motes

/// `--begin` and `--fade`, of the commands that draw an effect over a clip.
struct EffectTimingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Second of the clip at which the effect begins.", valueName: "seconds"))
  var begin: String?

  @Option(
    help: ArgumentHelp("Fade the effect in at its start and out at its end, over the clip.", valueName: "seconds"))
  var fade: String?

  /// Refuses the options where there is no clip.
  func checkThatNoneIsGiven() throws {
    if begin != nil { throw ValidationError("--begin: there is no clip. Name one with --over.") }
    if fade != nil { throw ValidationError("--fade: there is no clip to fade over. Name one with --over.") }
  }

  /// The second of the clip at which the effect begins.
  var beginSeconds: Rational { get throws { try Self.seconds(begin, "--begin") } }
  /// Seconds for which the effect fades in, and out.
  var fadeSeconds: Rational { get throws { try Self.seconds(fade, "--fade") } }

  /// The seconds that an option's text names; 0 without the option.
  private static func seconds(_ text: String?, _ option: String) throws -> Rational {
    guard let text else { return .zero }
    guard let seconds = ExactNumbers.decimal(text, maximumDecimals: Limits.durationDecimals), seconds >= .zero,
      seconds <= Rational(Int64(Limits.durationSeconds))
    else {
      throw UsageError(
        "\(option) \(text): expected seconds from 0 to \(Limits.durationSeconds), with at most \(Limits.durationDecimals) decimals, such as 3.5."
      )
    }
    return seconds
  }
}
