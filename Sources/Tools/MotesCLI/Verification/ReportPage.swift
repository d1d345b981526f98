import Motes
import MotesTuning

/// The HTML page of a report: a section for each hash file that is not equal, with a picture of *expected | difference | actual* for each
/// frame shown, and the names of the equal ones.
/// The page has no script and needs only the pictures beside it.
struct ReportPage {
  let results: [VerificationResult]
  let summaryLine: String

  var html: String {
    let unequal = results.filter { $0.status != .equal }
    let equal = results.filter { $0.status == .equal }
    var sections = unequal.map(Self.section)
    if !equal.isEmpty {
      let names = equal.map { "<li>\(HTMLText.escaped($0.file))</li>" }.joined(separator: "\n")
      sections.append("<section>\n<h2>Equal</h2>\n<ul>\n\(names)\n</ul>\n</section>")
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>motes verify</title>
      <style>
      :root { color-scheme: light dark }
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; padding: 0 1em; max-width: 110em }
      h1 { font-size: 1.5em } h2 { font-size: 1.15em; overflow-wrap: anywhere }
      figure { margin: 1em 0 2em } img { max-width: 100%; height: auto }
      .differs, .failed { color: #c62828 } .updated { color: #2e7d32 }
      </style>
      </head>
      <body>
      <h1>\(HTMLText.escaped(summaryLine))</h1>
      <p>Pictures show what was expected, the difference sixteen times as strong, and what is drawn now. Made by motes \(Motes.version).</p>
      \(sections.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static func section(_ result: VerificationResult) -> String {
    let status = result.status.rawValue
    var text = "<section>\n<h2>\(HTMLText.escaped(result.file)): <span class=\"\(status)\">\(status)</span></h2>\n"
    for line in result.lines + [result.message].compactMap({ $0 }) { text += "<p>\(HTMLText.escaped(line))</p>\n" }
    for picture in result.reportPictures {
      // The picture is beside the page, so its name is the whole address.
      let name = picture.path.split(separator: "/").last.map(String.init) ?? picture.path
      let address = PercentEncoding.encoded(path: name)
      text += """
        <figure>
        <a href="\(address)"><img src="\(address)" alt="Frame \(picture.frame): expected, difference, actual"></a>
        <figcaption>Frame \(picture.frame). \(HTMLText.escaped(picture.sentence))</figcaption>
        </figure>

        """
    }
    return text + "</section>"
  }
}
