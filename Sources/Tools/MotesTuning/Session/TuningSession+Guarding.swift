import Motes
import Presets

// Guarding: the frames are compared with the hash file beside the preset while nothing changes.

extension TuningSession {
  /// Begins to verify the hash file, unless that was done or begun for this text, and sends the state to the page.
  ///
  /// - Parameter evenIfSameText: whether to begin again for the same text, because files have changed.
  func verifyHashes(_ state: inout State, evenIfSameText: Bool = false) {
    let (text, path) = (state.document.text, state.document.file.path)
    guard evenIfSameText || !state.hashVerifier.concerns(text, at: path) else { return sendHashState(&state) }
    state.hashVerifier.start(text, at: path, clock: clock) { [weak self] work, result in
      self?.enqueue { [weak self] state in
        if state.hashVerifier.take(result, of: work) { self?.sendHashState(&state) }
      }
    }
    sendHashState(&state)
  }

  /// Ends the verification of an older text, and begins again when the text has not changed for a moment.
  func verifyHashesSoon(_ state: inout State) {
    let revision = state.document.revision
    if !state.hashVerifier.concerns(state.document.text, at: state.document.file.path) { state.hashVerifier.cancel() }
    afterPause { session, state in
      if state.document.revision == revision { session.verifyHashes(&state) }
    }
  }

  /// Sends the state of the hash file to the page.
  private func sendHashState(_ state: inout State) {
    var reply = TuningReply()
    let mayRecord = state.document.text == state.document.savedText && !state.document.file.isShipped
    reply.guarding = state.hashVerifier.message(mayRecord: mayRecord) ?? TuningReply.Guarding(path: "")
    // Without a hash file nothing is sent, unless the page was told of one that no longer exists.
    guard reply.guarding?.path != "" || state.pageKnowsOfHashes else { return }
    state.pageKnowsOfHashes = reply.guarding?.path != ""
    send(TuningAnswer(reply))
  }

  /// Answers with a picture of a frame of the hash file: *expected | difference | actual*.
  func sendDifference(_ number: Int, _ state: inout State, _ reply: TuningReply) {
    var reply = reply
    do {
      let document = state.document
      let savedText = document.text == document.savedText ? nil : document.savedText
      guard let frame = try state.hashVerifier.frame(number, savedText: savedText, threads: threads) else {
        throw Refusal(sentence: "The hash file has no frame \(number).")
      }
      reply.difference = frame.sentence
      send(TuningAnswer(reply, pixels: frame.picture))
    } catch {
      reply.problem = "\(error)"
      send(TuningAnswer(reply))
    }
  }

  /// Records the frames of the hash file as they are drawn now.
  func accept(_ state: inout State) throws(Refusal) {
    let document = state.document
    guard document.text == document.savedText, !document.file.isShipped else {
      throw Refusal(sentence: "The hash file belongs to the saved preset. Save first, then accept.")
    }
    do {
      guard try state.hashVerifier.accept(document.text, at: document.file.path, threads: threads) else {
        throw Refusal(sentence: "Not all frames were verified yet. Wait for the end, then accept.")
      }
    } catch {
      throw Refusal(sentence: "\(error)")
    }
    verifyHashes(&state)
  }
}
