import ArgumentParser
import Motes

struct RecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Make a movie from what an interrupted render left in its .partial file.",
    discussion: """
      The packets of frames, sound and subtitles are copied as they are; a broken end is cut off. The movie gets the name without .partial, and the partial is \
      removed. A partial file that a running process still writes is left alone. What a killed render leaves depends on the format (the page of formats has a table): \
      WebP and AVIF leave nothing unless the render was stopped by a signal that it can handle.
      """)

  @Argument(help: "Partial files: snow.mp4.partial.")
  var files: [String]

  @Flag(help: "Replace an existing movie.")
  var force = false

  func run() throws {
    for file in files {
      let movie = try MovieRecovery.recover(partial: file, allowsReplacing: force)
      let seconds = movie.duration.double
      Terminal.printError(
        "\(movie.path): \(NumberText.frames(movie.frames)), \(NumberText.fixed(seconds, 2)) s, from \(file)")
    }
  }
}
