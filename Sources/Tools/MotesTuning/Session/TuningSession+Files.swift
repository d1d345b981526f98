import Encoding
import Motes
import Presets

// Files that are made for a page: movies in the preset's folder, and pictures for download.

extension TuningSession {
  /// Begins to render a movie into the preset's folder.
  func render(_ movie: TuningRequest.Movie, _ state: inout State) throws(Refusal) {
    guard state.movie == nil else {
      throw Refusal(sentence: "A movie is being rendered. Wait for its end, or cancel it.")
    }
    guard PresetFile.isPlainName(movie.name) else {
      throw Refusal(
        sentence: "\(movie.name.prefix(100)): a file's name in the preset's folder was expected, such as a.mp4.")
    }
    let path = state.document.file.folder + movie.name
    let preset: Preset
    do throws(PresetError) {
      preset = try state.document.preset()
    } catch {
      throw Refusal(sentence: "\(error)")
    }
    let song = state.song?.path
    let sources = preset.files + [song].compactMap(\.self)
    guard !sources.contains(where: { resolvedPath($0) == resolvedPath(path) && resolvedPath(path) != nil }) else {
      throw Refusal(sentence: "\(path): the preset or its sound is read from this file; it is not replaced.")
    }
    let work = MovieWork()
    state.movie = work
    work.start(
      preset, to: path, keepsAlpha: movie.alpha ?? false, replaces: movie.replaces ?? false, song: song,
      clock: clock
    ) { [weak self] movie in
      self?.enqueue { [weak self] state in
        var reply = TuningReply()
        reply.movie = movie
        self?.send(TuningAnswer(reply))
        if movie.isFinished { state.movie = nil }
      }
    }
  }

  /// Answers with a picture's file.
  func sendPicture(_ kind: String, _ request: TuningRequest, _ state: inout State, _ reply: TuningReply) {
    var reply = reply
    do {
      let preset = try state.document.preset()
      let canvas = preset.scene.canvas
      let bytes: [UInt8]
      let stem = state.document.file.stem
      if kind == "sheet" {
        let size = PictureWork.sheetPictureSize(width: canvas.widthPixels, height: canvas.heightPixels)
        bytes = try PictureWork.sheetFile(try state.document.preset(width: size.width, height: size.height))
        reply.picture = "\(stem)-sheet.png"
      } else {
        let number = request.frame?.number ?? 0
        bytes = try PictureWork.stillFile(preset, number: number, keepsAlpha: request.frame?.alpha ?? false)
        reply.picture = "\(stem)-\(number).png"
      }
      send(TuningAnswer(reply, pixels: bytes))
    } catch {
      reply.problem = "\(error)"
      send(TuningAnswer(reply))
    }
  }
}
