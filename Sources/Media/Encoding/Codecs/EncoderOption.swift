/// An option of the command in which codecs differ. The command's help, `motes formats`, the page of formats, the refusals of settings and
/// the encoder's options read it.
package struct EncoderOption: Sendable {
  /// The name in the command, without dashes: "crf".
  package let name: String
  /// What a codec takes, in words: "0 to 51, 18 if not given"; nil for a codec without the option.
  package let values: @Sendable (Codec) -> String?
  /// `values` as Markdown.
  let markdown: @Sendable (Codec) -> String?
  /// What a codec takes, for programs, by the keys of `motes formats --json`.
  package var facts: @Sendable (Codec) -> [(key: String, value: any Encodable)] = { _ in [] }
  /// What a codec without the option is told, given the names of those that have it: "takes no bit rate; these do: h264, vp9".
  var absence: @Sendable (_ others: String) -> String = { "lacks this; these have it: \($0)" }
  /// Whether settings give the option.
  var isGiven: @Sendable (MovieSettings) -> Bool = { _ in false }
  /// What is wrong with the value that settings give a codec with the option, as a sentence; nil for a value that it takes.
  var problem: @Sendable (MovieSettings) -> String? = { _ in nil }
  /// The options of FFmpeg's encoder that it stands for, set after those of the codec's row so that they prevail.
  var encoderOptions: @Sendable (MovieSettings) -> [(name: String, value: String)] = { _ in [] }

  /// Whether a codec has the option.
  package func isTaken(by codec: Codec) -> Bool { values(codec) != nil }

  /// The names of the codecs that have the option: "h264, vp9".
  package var codecNames: String { Codec.names(isTaken) }

  /// What each codec takes: "prores: hq, standard; webp: lossy, lossless".
  package var valuesOfAllCodecs: String {
    Codec.all.compactMap { codec in values(codec).map { "\(codec.name): \($0)" } }.joined(separator: "; ")
  }

  /// The sentence that refuses the option for a codec without it.
  func refusal(for codec: Codec) -> String { "\(codec.title) \(absence(codecNames))." }
}
