import Presets

/// The gallery's pages as HTML. Style and script are in each page, so that any of them can be opened or handed on alone.
struct GalleryPage {
  /// What a page says about a preset.
  struct Entry {
    /// The name or path that commands take.
    var name: String
    /// What the preset is called.
    var title: String
    var about: String
    var tags: [String]
    var knobs: [Knob]
    /// The size of the preset's own canvas, in pixels.
    var width: Int
    var height: Int
    /// The preset's duration in seconds, as text.
    var seconds: String
    /// The size of the clip, in pixels.
    var clipWidth: Int
    var clipHeight: Int
    /// The name of the preset's files, without their extensions.
    var stem: String
    /// The preset's text.
    var text: String
    /// The time that the clip's poster shows, in seconds, as text.
    var posterTime: String

    /// The last part of the preset's name or path, without an extension: "snow" for classic/snow.
    var shortName: String { Preset.stem(of: name) }

    /// The name of the preset's contact sheet, without its extension.
    var sheetStem: String { Self.sheetStem(of: stem) }
    static func sheetStem(of stem: String) -> String { stem + "-sheet" }

    /// `stem` as the beginning of addresses.
    var address: String { PercentEncoding.encoded(path: stem) }
  }

  let entries: [Entry]
  /// The heading of the page of all presets; nil for that of the shipped presets.
  let title: String?

  // MARK: All presets

  /// Sections of the page of all presets: a title, a line about the section, and a test for its presets. A preset belongs to the
  /// first section whose test it passes.
  private static let sections: [(title: String, about: String, includes: @Sendable (Entry) -> Bool)] = [
    ("Classics", "The plain forms that people know from phones and web pages.", { $0.name.hasPrefix("classic/") }),
    ("Vortex", "The ten effects of the library Vortex, with its figures.", { $0.name.hasPrefix("vortex/") }),
    ("For interfaces", "Borders, loaders, charts and touches.", { $0.tags.contains("interface") }),
    ("Showpieces", "Particles, light, gas, cloth and water.", { _ in true }),
  ]
  /// The sections' titles in the order in which they are shown.
  private static let order = ["Showpieces", "For interfaces", "Classics", "Vortex"]

  /// The HTML of the page that lists all presets.
  var indexPage: String {
    let cards =
      title != nil
      ? ["<section>\(Self.cards(entries))</section>"]
      : Self.order.compactMap { title -> String? in
        guard let section = Self.sections.first(where: { $0.title == title }) else { return nil }
        let members = entries.filter { entry in Self.sections.first { $0.includes(entry) }?.title == title }
        guard !members.isEmpty else { return nil }
        return """
          <section><h2>\(section.title) <small>\(section.about)</small></h2>
          \(Self.cards(members))</section>
          """
      }
    let count = entries.count == 1 ? "One preset, moving" : "\(entries.count) presets, moving"
    let introduction = title == nil ? "Particle and procedural effects, rendered to video on any machine. " : ""
    return Self.document(
      title: title ?? "Motes: the presets",
      about: "Presets of Motes, moving: particle and procedural effects rendered to video.",
      body: """
        <div class="page">
        <header><h1>\(HTMLText.escaped(title ?? "Motes"))</h1><p>\(introduction)\(count); each is one command away.</p></header>
        <div class="find" role="search"><input type="search" placeholder="Search names, words and tags" aria-label="Search presets"><div class="tags" role="group" aria-label="Tags">\(tagButtons)</div></div>
        <main>
        \(cards.joined(separator: "\n"))
        <p class="none" role="status" hidden>No preset has all of these words.</p>
        </main>
        </div>
        """)
  }

  private static func cards(_ entries: [Entry]) -> String {
    "<div class=\"cards\">\n\(entries.map(card).joined(separator: "\n"))\n</div>"
  }

  /// Buttons for the most common tags: at most sixteen, each of which at least three presets have, or all if there are fewer.
  private var tagButtons: String {
    var counts: [(tag: String, count: Int)] = []
    for tag in entries.flatMap(\.tags) {
      if let index = counts.firstIndex(where: { $0.tag == tag }) {
        counts[index].count += 1
      } else {
        counts.append((tag, 1))
      }
    }
    let common = counts.filter { $0.count >= min(3, entries.count) }.sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
    return common.prefix(16).map {
      "<button aria-pressed=\"false\" data-tag=\"\(HTMLText.escaped($0.tag))\">\(HTMLText.escaped($0.tag))</button>"
    }.joined()
  }

  private static func card(_ entry: Entry) -> String {
    let words = ([entry.name, entry.title, entry.about] + entry.tags).joined(separator: " ").lowercased()
    return """
      <article data-words="\(HTMLText.escaped(words))" data-tags="\(HTMLText.escaped(entry.tags.joined(separator: " ")))">
      \(clip(entry))
      <h3><a href="\(entry.address).html">\(nameMarkup(entry))</a></h3>
      <p>\(HTMLText.escaped(entry.about))</p>
      \(command(renderCommand(entry)))
      <p class="facts">\(entry.width) × \(entry.height), \(entry.seconds) s</p>\(tags(entry))
      </article>
      """
  }

  // MARK: One preset

  /// The HTML of a preset's page: its clip, knobs and commands.
  ///
  /// - Parameter galleryTitle: the heading of the page that lists all; nil for that of the shipped presets.
  static func presetPage(_ entry: Entry, galleryTitle: String? = nil) -> String {
    let rows = entry.knobs.map { knob in
      "<tr><th scope=\"row\">\(HTMLText.escaped(knob.name))</th><td><code>\(HTMLText.escaped(knob.value))</code></td>"
        + "<td>\(HTMLText.escaped(range(knob)))</td><td>\(HTMLText.escaped(knob.about))</td></tr>"
    }
    let knobs =
      rows.isEmpty
      ? "<p>This preset has no knobs; <code>--set</code> changes any value by its path.</p>"
      : "<div class=\"scroll\"><table><thead><tr><th>knob</th><th>value</th><th>range</th><th>what it does</th></tr></thead>"
        + "<tbody>\(rows.joined())</tbody></table></div>"
    let name = ShellText.quoted(entry.name)
    var commands = [renderCommand(entry), "motes tune \(name)"]
    if let example = entry.knobs.lazy.compactMap(assignment).first {
      commands.append("\(renderCommand(entry)) --set \(ShellText.quoted(example))")
    }
    commands.append("motes frame \(name) --time \(entry.posterTime) -o \(ShellText.quoted(entry.shortName + ".png"))")
    return document(
      title: "\(entry.title) – Motes", about: entry.about,
      body: """
        <div class="page preset">
        <nav><a href="index.html">\(HTMLText.escaped(galleryTitle ?? "All presets"))</a></nav>
        <header><h1>\(HTMLText.escaped(entry.title))</h1><p>\(HTMLText.escaped(entry.about))</p>\(tags(entry))</header>
        <main>
        \(clip(entry))
        <p>\(entry.width) × \(entry.height) pixels, \(entry.seconds) s</p>
        <section><h2>Commands</h2>
        \(commands.map(command).joined(separator: "\n"))</section>
        <section><h2>Knobs</h2>
        \(knobs)</section>
        <section><h2>Over its length</h2><img loading="lazy" alt="\(HTMLText.escaped(entry.title)) over its length" src="\(PercentEncoding.encoded(path: entry.sheetStem)).jpg"></section>
        <section><h2>Text</h2><pre tabindex="0" aria-label="Text of the preset"><code>\(HTMLText.escaped(entry.text))</code></pre></section>
        </main>
        </div>
        """)
  }

  /// An example for `--set`: NAME=VALUE with another value than the knob has; nil if none is found.
  private static func assignment(_ knob: Knob) -> String? {
    guard knob.kind == .number, let value = Double(knob.value) else { return nil }
    let other = [value * 2, value / 2].first { candidate in
      candidate != value && candidate >= knob.minimum ?? candidate && candidate <= knob.maximum ?? candidate
    }
    return other.map { "\(knob.name)=\(number($0))" }
  }

  /// The values that a knob may have, in words; empty if all are allowed.
  private static func range(_ knob: Knob) -> String {
    if !knob.choices.isEmpty { return knob.choices.joined(separator: ", ") }
    switch (knob.minimum, knob.maximum) {
    case (let low?, let high?): return "\(number(low)) to \(number(high))"
    case (let low?, nil): return "from \(number(low))"
    case (nil, let high?): return "to \(number(high))"
    case (nil, nil): return ""
    }
  }

  /// A number without needless decimals.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  private static func renderCommand(_ entry: Entry) -> String {
    "motes render \(ShellText.quoted(entry.name)) -o \(ShellText.quoted(entry.shortName + ".mp4"))"
  }

  // MARK: Pieces of HTML

  private static func clip(_ entry: Entry) -> String {
    let form = 9 * entry.clipWidth == 16 * entry.clipHeight ? " class=\"wide\"" : ""
    return
      "<button class=\"clip\" aria-label=\"Pause \(HTMLText.escaped(entry.title))\"><video\(form) muted loop playsinline preload=\"none\" "
      + "width=\"\(entry.clipWidth)\" height=\"\(entry.clipHeight)\" poster=\"\(entry.address).jpg\" src=\"\(entry.address).mp4\"></video></button>"
  }

  private static func nameMarkup(_ entry: Entry) -> String {
    // A shipped preset's folder stands before its name; a file is called by its title, whatever is in it.
    guard entry.title == entry.name, let slash = entry.name.lastIndex(of: "/") else {
      return HTMLText.escaped(entry.title)
    }
    return "<small>\(HTMLText.escaped(String(entry.name[...slash])))</small>\(HTMLText.escaped(entry.shortName))"
  }

  private static func command(_ line: String) -> String {
    "<div class=\"command\"><code>\(HTMLText.escaped(line))</code><button class=\"copy\">Copy</button></div>"
  }

  private static func tags(_ entry: Entry) -> String {
    "<ul class=\"tags\">\(entry.tags.map { "<li>\(HTMLText.escaped($0))</li>" }.joined())</ul>"
  }

  private static func document(title: String, about: String, body: String) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="\(HTMLText.escaped(about))">
    <title>\(HTMLText.escaped(title))</title>
    <link rel="icon" href="data:,">
    <style>
    \(PageFiles.text("gallery.css"))</style></head>
    <body>\(body)
    <script>
    \(PageFiles.text("gallery.js"))</script>
    </body></html>

    """
  }
}
