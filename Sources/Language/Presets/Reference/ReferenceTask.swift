/// A job that people have, and how it is done: what `motes help` answers to words such as audio, title or "letter by letter".
struct ReferenceTask: Sendable {
  /// The words by which people ask for it, the first as its heading.
  let words: [String]
  let about: String
  /// A command or a line of JSON to copy; nil if there is none.
  var example: String?

  /// The job as an entry of a list.
  var entry: (word: String, meaning: String) {
    (words.prefix(Self.shownWords).joined(separator: ", "), about + (example.map { "\n" + $0 } ?? ""))
  }

  /// How many of the words an entry shows.
  private static let shownWords = 3

  /// Whether the job has to do with all of some words, which are in lower case.
  func answers(_ question: [String]) -> Bool {
    let own = words.flatMap { HelpQuestion.words(of: $0) }
    return !question.isEmpty && question.allSatisfy { word in own.contains { HelpQuestion.isSame(word, $0) } }
  }

  private static let lowerThird =
    "motes render lower-third --over clip.mp4 --set title=\"Ada Lovelace\" -o named.mp4"

  static let all: [ReferenceTask] = [
    ReferenceTask(
      words: [
        "background", "background color", "background colour", "plain colour", "solid colour", "solid color",
        "one colour",
      ],
      about:
        "The first layer, with a gradient; one of a single stop is one colour. Its role tells --alpha and --backdrop to leave it out.",
      example: ##"{ "name": "ground", "role": "backdrop", "gradient": { "stops": ["#0a0614"] } }"##),
    ReferenceTask(
      words: ["overlay", "transparent", "transparency", "alpha", "background"],
      about:
        "Leave out layers of background: frames are transparent where nothing is drawn. Make things faint by alpha (alphaOverLife, alphaRange), not by intensity or twinkle: a thing that they darken still hides what is behind it. Options: --alpha, --backdrop, and --over to draw it over a clip at once; the articles Overlays and Over footage have more.",
      example: "motes render confetti --alpha -o overlay.mov"),
    ReferenceTask(
      words: [
        "cost", "performance", "how long does it take", "how expensive", "rendering time", "estimate", "memory",
        "speed", "slow", "faster",
      ],
      about:
        "motes describe tells beforehand how many milliseconds a frame takes, and which layers take them, with the memory; render --stats measures it. A smaller --size or --fps and fewer particles make it faster.",
      example: "motes describe snow --size 1280x720"),
    ReferenceTask(
      words: ["spinner", "loader", "loading", "progress"],
      about:
        "The preset loading-ring is one to change; motes new NAME --from spinner writes a short one. Its picture is that of a browser.",
      example: "motes render loading-ring --alpha -o spinner.webp --size 160x160"),
    ReferenceTask(
      words: ["over a clip", "footage", "video", "film"],
      about:
        "--over draws an effect over a clip, with the clip's size, rate and sound; a layer with a video shows a clip in a preset.",
      example: "motes render confetti --over clip.mp4 --begin 1 -o party.mp4"),
    ReferenceTask(
      words: ["audio", "sound", "music", "song", "voice", "soundtrack", "mp3", "background music"],
      about:
        "--audio copies a track into the movie; with --over the clip's own sound is kept, and --audio none leaves it out.",
      example: "motes render fireworks --audio song.m4a -o show.mp4"),
    ReferenceTask(
      words: ["beats", "audio", "sound", "music", "song", "tempo", "bpm", "visualizer", "spectrum", "react to music"],
      about:
        "--sound lets a preset follow a song, which is heard in the movie; --duration sound takes all of it. Formulas read level, bass, mid, treble, band(k), beat and onset('bass'). The article Sound tells more.",
      example: "motes render sound/ring --sound song.flac -o ring.mp4"),
    ReferenceTask(
      words: ["listen", "onsets", "loudness", "audacity", "analyse a song", "curves"],
      about:
        "motes listen writes what is heard in a song to a file of numbers: levels, bands, beats, onsets, tempo. --print only tells it. --curves takes such files, and lists of times of other programs.",
      example: "motes listen song.flac"),
    ReferenceTask(
      words: ["mp4", "mov", "webm", "movie", "codec", "h264", "prores", "export"],
      about: "The file's extension chooses the format, --codec another. motes formats lists them all.",
      example: "motes render snow -o snow.mp4"),
    ReferenceTask(
      words: ["gif", "webp", "apng", "animated picture", "animation for the web"],
      about:
        "The file's extension chooses the form: .gif, .webp, .apng or .avif. --size and --fps make it smaller, --alpha keeps it transparent.",
      example: "motes render loading-ring -o ring.gif --size 160x160 --fps 25"),
    ReferenceTask(
      words: [
        "size limits", "file size", "compress", "bytes", "smaller file", "kilobytes", "megabytes", "max size",
        "target size",
        "maximum size", "mb", "kb",
      ],
      about: "--max-bytes lowers quality or colours, size and rate, until the file fits, and tells what it did.",
      example: "motes render loading-ring --alpha -o spinner.webp --max-bytes 100k"),
    ReferenceTask(
      words: ["picture", "still", "frame", "png", "thumbnail", "poster", "image sequence"],
      about:
        "motes frame draws one picture, motes sheet twelve on one page; a name with %05d makes a sequence of pictures.",
      example: "motes frame snow --time 2 -o snow.png"),
    ReferenceTask(
      words: ["loop", "seamless", "endless", "repeat"],
      about:
        "\"loop\": true in canvas, or --loop: the end meets the start. motes check --loop tells what jumps at the seam.",
      example: "motes render snow --loop -o snow.mp4"),
    ReferenceTask(
      words: ["batch", "csv", "many films", "rows", "table", "spreadsheet", "names"],
      about: "motes batch draws a film for each row of a table: a column is a knob. See motes help batch.",
      example: "motes batch names.csv card.json -o 'out/{name}.mp4'"),
    ReferenceTask(
      words: ["title", "text", "caption", "words", "headline", "lettering", "text over a video", "words over a clip"],
      about:
        "A layer with a text. The shipped title-reveal has its words as a knob; --set-text gives any text, whatever it begins with.",
      example: "motes render title-reveal --set-text words='Thank you' -o title.mp4"),
    ReferenceTask(
      words: ["letter by letter", "word by word", "letters", "one by one", "typing", "typewriter", "reveal a text"],
      about:
        "The key units of a text moves its letters, words or lines one after the other; typewriter shows them one by one. See motes help units.",
      example: ReferenceExample.line(of: "units")),
    ReferenceTask(
      words: ["slide", "slide in", "fly in", "move a layer", "enter"],
      about:
        "The key transform of a layer, with an animated position; a group moves all its layers, and passThrough keeps glass in it working.",
      example:
        "\"transform\": { \"position\": [{ \"from\": -400, \"to\": 0, \"duration\": 0.8, \"ease\": \"easeOutQuint\" }, 0] }"
    ),
    ReferenceTask(
      words: ["blur a layer", "blur", "defocus", "soft", "unsharp"],
      about:
        "A filter of the layer; backdropFilters blur what lies below it, as frosted glass does. See motes help filters.",
      example: ReferenceExample.line(ofKind: "blur", of: "filter")),
    ReferenceTask(
      words: ["shadow", "drop shadow"],
      about: "A filter of the layer: dropShadow, or innerShadow for one within its form.",
      example: ReferenceExample.line(ofKind: "dropShadow", of: "filter")),
    ReferenceTask(
      words: ["fade", "fade in", "fade out", "appear", "disappear"],
      about: "\"alphaOverLife\": [1, 0] of a cell; an animated opacity of a layer. See motes help curves.",
      example: ReferenceExample.line(of: "tween")),
    ReferenceTask(
      words: ["wind", "gusts"],
      about: "\"wind\": [300, 0] of a cell, which acts through its drag; a force of type gust blows in gusts."),
    ReferenceTask(
      words: ["glow", "shine", "neon", "light"],
      about:
        "bloom in post, blend \"add\", an intensity above 1, sprites of type hotDisc or softDisc; core of a trail; the filter glow.",
      example: ReferenceExample.line(of: "bloom")),
    ReferenceTask(
      words: ["lower third", "name tag", "caption"],
      about:
        "The preset lower-third is one; motes new NAME --from lower-third writes a short one to change: a rectangle around the words, glass below them, one group that slides.",
      example: lowerThird),
    ReferenceTask(
      words: [
        "frosted glass", "glass", "backdrop blur", "backdrop filter", "blurry background", "blur the background",
      ],
      about:
        "backdropFilters of a layer change what lies below it, as on a page; a material with transmission is a body of glass that bends it.",
      example:
        ##""shape": { "size": [600, 200], "cornerRadius": 24, "fill": "white" }, "opacity": 0.05, "backdropFilters": [{ "type": "blur", "radius": 20 }]"##
    ),
    ReferenceTask(
      words: ["glass over a clip", "glass over footage", "glass over a video"],
      about:
        "backdropFilters and glass see the clip of --over. The preset lower-third has a card of glass; motes help frosted glass shows the keys.",
      example: lowerThird),
    ReferenceTask(
      words: ["particle shapes", "list of sprites", "sprites list"],
      about: "What a particle looks like is its sprite. motes help sprites lists them.",
      example: ReferenceExample.line(of: "sprite")),
    ReferenceTask(
      words: [
        "gather into a shape", "morph particles", "text from particles", "particles form a word",
        "particles form a heart", "from shape to shape",
      ],
      about:
        "An emitter's shape may be words, a heart or a picture; gather brings its particles there, and its then to further shapes.",
      example:
        #""gather": { "seconds": 2, "hold": 1, "then": [{ "shape": { "type": "text", "words": "HELLO" }, "seconds": 2, "hold": 1 }] }"#
    ),
    ReferenceTask(
      words: ["camera orbit", "orbit camera", "rotate camera", "move the camera", "fly through", "camera moves"],
      about: "moves of the camera push, drift and orbit; position and focus may be animated. See motes help camera.",
      example: #""camera": { "moves": { "orbit": 40, "push": 0.1 } }"#),
    ReferenceTask(
      words: ["fit text", "wrap text", "shrink text", "long text", "line breaks"],
      about:
        "maxWidth of a text makes a long one smaller, wrapWidth breaks it into lines. Both together break it first, and then make smaller what is still too wide.",
      example: #""text": { "words": "Hello", "size": 96, "wrapWidth": "80%", "maxWidth": "80%" }"#),
    ReferenceTask(
      words: ["timing curves", "timing", "easing"],
      about: "The ease of an animation: names of CSS and of easings.net, and your own. motes help easings lists them.",
      example: ReferenceExample.line(of: "tween")),
    ReferenceTask(
      words: ["join texts", "concatenate", "greeting", "text with a knob", "insert a name"],
      about: "Words are joined from pieces in quotes, knobs and numbers; a knob alone is \"= name\".",
      example: #""text": { "words": "= 'Dear ' + name + '!'" }"#),
    ReferenceTask(
      words: ["orbit", "circle around"],
      about:
        "An attractor without falloff is a spring. With stiffness w * w, a particle circles it at w radians a second if it is born at distance r with velocity w * r at right angles to the line between them. With less velocity its orbit is an ellipse; with drag it winds inwards."
    ),
    ReferenceTask(
      words: ["change a value", "knob", "setting", "set"],
      about:
        "--set takes a knob by its name or any key by its path; motes describe lists knobs, with --paths every key.",
      example: "motes render snow --set amount=2 -o snow.mp4"),
    ReferenceTask(
      words: ["find a preset", "search presets", "list presets", "all presets", "tags", "list"],
      about: "motes list with words, or with --tag; motes gallery makes a page of all presets, moving.",
      example: "motes list confetti"),
  ]
}

/// The words of a question, as `motes help` compares them with its own.
package enum HelpQuestion {
  /// Words that say nothing of what is asked for.
  private static let smallWords: Set<String> = [
    "a", "an", "the", "of", "by", "in", "on", "to", "with", "and", "or", "for", "how", "do", "i", "my", "is", "at",
    "from", "into", "make", "it", "something", "some", "add", "put", "get", "keep", "want", "can", "be", "under", "one",
    "appear", "use", "using", "show", "have", "that", "this", "me", "need", "draw", "create", "which", "what", "are",
    "there", "exist", "as", "than", "its", "about", "does", "find", "preset",
    "presets",
  ]
  /// The fewest letters of a word that stands for all words that begin with it.
  private static let minimumPrefixLength = 4

  /// The words of a text in lower case without small words; all of them if it has no others.
  package static func words(of text: String) -> [String] {
    let all = text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    let telling = all.filter { !smallWords.contains($0) }
    return (telling.isEmpty ? all : telling).uniqued()
  }

  /// Whether a word of a question means another word: the same, its beginning, or its plural.
  static func isSame(_ word: String, _ own: String) -> Bool {
    own == word || own + "s" == word || word.count >= minimumPrefixLength && own.hasPrefix(word)
  }
}
