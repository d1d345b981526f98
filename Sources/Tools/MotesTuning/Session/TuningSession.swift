@preconcurrency import Dispatch
import Encoding
import Foundation
import Motes
import Presets
import Synchronization

/// The session of one open page: its document, and its requests, which are done one after the other on a queue of the page's own.
final class TuningSession: Sendable {
  /// State that only work on the queue touches.
  struct State {
    var document: TuningDocument
    var painter: FramePainter
    /// The revision of the last description that the page got.
    var toldRevision = 0
    /// Whether this description was a quick one, whose details are to follow.
    var owesDetails = false
    /// The movie that is being rendered.
    var movie: MovieWork?
    /// Verifies the hash file beside the preset.
    var hashVerifier: HashVerifier
    /// Whether the page was told of a hash file.
    var pageKnowsOfHashes = false
    /// The `soundReading` that the page was told of.
    var toldSoundReading = 0
    /// The song that belongs to the sound of this reading.
    var song: SongFile?
  }

  let state: Mutex<State>
  let settings: PresetSettings
  let threads: Int?
  /// The command's song; nil without one.
  let commandSong: String?
  let songs: SongShelf
  let clock: @Sendable () -> Double
  /// Sends an answer to the page. Waits while the page takes too little.
  let send: @Sendable (TuningAnswer) -> Void
  let queue = DispatchQueue(label: "motes.tuning")

  /// The requests that wait.
  private struct Waiting {
    /// The `id` of the newest request.
    var newestID = 0
    var count = 0
    /// Bytes of their messages.
    var byteCount = 0
    /// Whether the page is gone, so that nothing need be answered.
    var hasEnded = false
  }

  private let waiting = Mutex(Waiting())
  /// Backs `watchedFiles`, which other threads read.
  let watched = Mutex<[String]>([])
  private let endHandler = Mutex<(@Sendable () -> Void)?>(nil)

  /// The most requests that may wait. Our own page never lets more than a few wait.
  private static let maximumWaiting = 64
  /// The most bytes of the messages of requests that wait, for which one message of any allowed size may always wait.
  private static let maximumWaitingBytes = 2 * WebSocketFrame.Closing.maximumMessageBytes

  /// - Parameters:
  ///   - songs: gives songs their addresses.
  ///   - send: sends an answer to the page.
  init(
    file: PresetFile, options: TuningServer.Options, songs: SongShelf, send: @escaping @Sendable (TuningAnswer) -> Void
  ) {
    (settings, threads, clock) = (options.settings, options.threads, options.clock)
    (commandSong, self.songs, self.send) = (options.song, songs, send)
    state = Mutex(
      State(
        document: TuningDocument(file: file, settings: options.settings, otherArguments: options.otherArguments),
        painter: FramePainter(threads: options.threads, clock: options.clock),
        hashVerifier: HashVerifier()))
  }

  /// Called once, when the page is gone.
  var onEnd: (@Sendable () -> Void)? {
    get { endHandler.withLock(\.self) }
    set { endHandler.withLock { $0 = newValue } }
  }

  /// Files that the preset was read from or looked for, and the hash file.
  var watchedFiles: [String] { watched.withLock(\.self) }

  /// Whether the page is gone.
  var hasEnded: Bool { waiting.withLock(\.hasEnded) }

  /// Begins the session and sends the preset to the page.
  func begin() {
    enqueue { state in
      var reply = TuningReply()
      reply.text = Self.string(state.document.text)
      self.describe(&state, in: &reply, always: true)
      self.send(TuningAnswer(reply))
      self.verifyHashes(&state)
    }
  }

  /// Ends the session and its work in the background.
  func end() {
    let handler = endHandler.withLock { handler in
      defer { handler = nil }
      return handler
    }
    handler?()
    waiting.withLock { $0.hasEnded = true }
    enqueue { state in
      state.movie?.cancel()
      state.hashVerifier.cancel()
    }
  }

  /// Takes a message of the page and enqueues its request.
  func receive(_ message: Data) {
    let request: TuningRequest
    do {
      request = try JSONDecoder().decode(TuningRequest.self, from: message)
    } catch {
      return refuse("This message is not a request of the tuning page.")
    }
    let byteCount = message.count
    let exceedsLimit = waiting.withLock { waiting in
      guard waiting.count < Self.maximumWaiting, waiting.byteCount + byteCount <= Self.maximumWaitingBytes else {
        return true
      }
      waiting.newestID = request.id
      waiting.count += 1
      waiting.byteCount += byteCount
      return false
    }
    if exceedsLimit { return refuse("Too many requests wait for an answer.", id: request.id) }
    let arrival = clock()
    enqueue { state in
      self.answer(request, &state, since: arrival)
      self.waiting.withLock { waiting in
        waiting.count -= 1
        waiting.byteCount -= byteCount
      }
    }
  }

  /// Reads the preset again after another program has changed a file, and sends it to the page.
  func rereadFiles() {
    enqueue { state in
      guard !self.hasEnded else { return }
      let textBefore = state.document.text
      var reply = TuningReply()
      if let theirs = state.document.rereadFile() {
        reply.conflict = true
        reply.theirs = Self.string(theirs)
      }
      if state.document.rereadSound() { reply.soundConflict = true }
      if state.document.text != textBefore { reply.text = Self.string(state.document.text) }
      self.describe(&state, in: &reply, always: true)
      self.send(TuningAnswer(reply))
      self.verifyHashes(&state, evenIfSameText: true)
    }
  }

  // MARK: Requests

  /// Does work on the session's queue.
  func enqueue(_ body: @escaping @Sendable (inout State) -> Void) {
    queue.async { self.state.withLock { body(&$0) } }
  }

  private func refuse(_ sentence: String, id: Int? = nil) {
    var reply = TuningReply()
    reply.id = id
    reply.problem = sentence
    send(TuningAnswer(reply))
  }

  private func answer(_ request: TuningRequest, _ state: inout State, since arrival: Double) {
    var reply = TuningReply()
    reply.id = request.id
    if request.onlyDraws, waiting.withLock({ $0.hasEnded || $0.newestID != request.id }) {
      reply.skipped = true
      return send(TuningAnswer(reply))
    }
    let revisionBefore = state.document.revision
    do throws(Refusal) {
      try doAllButPictures(request, &state, &reply)
    } catch {
      reply.problem = error.sentence
    }
    // What was saved last is saved even if the page has gone meanwhile, but nobody waits for the answer.
    if hasEnded { return }
    if state.document.revision != revisionBefore { verifyHashesSoon(&state) }
    if !describeQuickly(request, &state, in: &reply) {
      describe(&state, in: &reply, always: false)
      if let frame = request.frame, frame.saved != true, reply.document?.isDrawable == false {
        reply.skipped = true
        return send(TuningAnswer(reply))
      }
    }
    if let kind = request.picture, reply.problem == nil { return sendPicture(kind, request, &state, reply) }
    if let number = request.difference, reply.problem == nil { return sendDifference(number, &state, reply) }
    guard let frame = request.frame, reply.problem == nil else { return send(TuningAnswer(reply)) }
    do {
      let painting = try paint(frame, &state)
      reply.frame = painting.picture
      reply.milliseconds = (clock() - arrival) * 1e3
      send(TuningAnswer(reply, pixels: painting.pixels))
    } catch let error where error is PresetError && frame.saved != true {
      // The preset cannot be drawn: the page gets the description of its mistakes.
      reply.skipped = true
      describe(&state, in: &reply, always: true)
      send(TuningAnswer(reply))
    } catch {
      reply.problem = "\(error)"
      send(TuningAnswer(reply))
    }
  }

  /// Why a request cannot be done.
  struct Refusal: Error, CustomStringConvertible {
    let sentence: String

    var description: String { sentence }
  }

  /// Does all parts of a request but those that are answered with pixels or a picture's file.
  private func doAllButPictures(
    _ request: TuningRequest, _ state: inout State, _ reply: inout TuningReply
  ) throws(Refusal) {
    if let text = request.text { state.document.replaceText(Array(text.utf8)) }
    for knob in request.knobs ?? [] {
      if let sentence = state.document.setKnob(knob.name, to: knob.value) { throw Refusal(sentence: sentence) }
      reply.text = Self.string(state.document.text)
    }
    if let overrides = request.overrides {
      let switches = overrides.compactMap { PresetSettings.Override($0) }
      guard switches.count == overrides.count, switches.count <= 1_000 else {
        throw Refusal(sentence: "The switches of layers should be assignments such as layers.sky.enabled=false.")
      }
      state.document.replaceSwitches(switches)
    }
    if let moments = request.moments, let sentence = state.document.replaceMoments(moments) {
      throw Refusal(sentence: sentence)
    }
    if let save = request.save { try self.save(save, &state, &reply) }
    if let save = request.saveSound { try saveSound(save, &state, &reply) }
    if request.reloadSound == true { state.document.reloadSound() }
    if request.reload == true {
      state.document.reload()
      reply.text = Self.string(state.document.text)
    }
    if let name = request.open {
      let library = PresetLibrary(folders: settings.folders)
      guard library.path(of: name) != nil, let file = try? PresetFile(name, settings), file.isShipped else {
        throw Refusal(sentence: "\(name.prefix(100)): there is no shipped preset of this name.")
      }
      state.document.open(file)
      reply.text = Self.string(state.document.text)
    }
    if request.list == true {
      reply.presets = PresetLibrary(folders: settings.folders).list().map {
        TuningReply.Listed(name: $0.name, about: $0.about, tags: $0.tags)
      }
    }
    if request.schema == true { reply.schema = JSONSchema.json() }
    if request.cancel == true { state.movie?.cancel() }
    if request.accept == true { try accept(&state) }
    if let movie = request.movie { try render(movie, &state) }
    if let pick = request.pick { reply.picked = try layer(at: pick, &state) }
  }

  private func layer(at pick: TuningRequest.Pick, _ state: inout State) throws(Refusal) -> TuningReply.Picked? {
    guard Self.hasAllowedSize(width: pick.width, height: pick.height) else { throw Self.forbiddenSize }
    do {
      let preset = try state.document.presetOfFrame(width: pick.width, height: pick.height)
      return try LayerPick.layer(at: pick, in: preset.scene, threads: threads)
    } catch {
      throw Refusal(sentence: "\(error)")
    }
  }

  private func save(
    _ save: TuningRequest.Save, _ state: inout State, _ reply: inout TuningReply
  ) throws(Refusal) {
    switch state.document.save(name: save.name, replaces: save.replaces ?? false) {
    case .saved(let file): reply.saved = file.path
    case .changedMeanwhile(let theirs):
      reply.conflict = true
      reply.theirs = Self.string(theirs)
    case .refused(let sentence): throw Refusal(sentence: sentence)
    }
  }

  // MARK: Frames

  /// The longest side in pixels of a frame that is drawn for a page; enough for 8K.
  private static let maximumSide = 8_192

  static func hasAllowedSize(width: Int, height: Int) -> Bool {
    (1...maximumSide).contains(width) && (1...maximumSide).contains(height)
  }

  private static let forbiddenSize = Refusal(sentence: "A frame's sides should be 1 to \(maximumSide) pixels.")

  private func paint(_ frame: TuningRequest.Frame, _ state: inout State) throws -> FramePainter.Painting {
    guard Self.hasAllowedSize(width: frame.width, height: frame.height) else { throw Self.forbiddenSize }
    let drawsSavedText = frame.saved ?? false
    let key = FramePainter.Key(
      revision: drawsSavedText ? state.document.savedRevision : state.document.revision,
      drawsSavedText: drawsSavedText, width: frame.width, height: frame.height, keepsAlpha: frame.alpha ?? false)
    if drawsSavedText {
      let document = state.document
      return try state.painter.paint(key, frame) {
        try document.preset(width: frame.width, height: frame.height, ofSavedText: true)
      }
    }
    // The closure works on a copy: it may not touch `state` while the painter, which is in `state`, runs it.
    var document = state.document
    defer { state.document = document }
    return try state.painter.paint(key, frame) {
      try document.presetOfFrame(width: frame.width, height: frame.height)
    }
  }

  private static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
