import Motes
import Presets

// The hash file beside the preset, which is verified while nothing changes.

extension TuningSession {
  /// Begins to verify the hash file, unless this text was verified already, and sends the state to the page.
  ///
  /// - Parameter evenIfKnown: whether to verify again even this text, because files have changed.
  func verifyHashes(_ state: inout State, evenIfKnown: Bool = false) {
    let (text, path) = (state.document.text, state.document.file.path)
    guard evenIfKnown || !state.frameGuard.knows(text, at: path) else { return sendHashState(&state) }
    state.frameGuard.start(text, at: path, clock: clock) { [weak self] work, result in
      self?.enqueue { [weak self] state in
        if state.frameGuard.take(result, of: work) { self?.sendHashState(&state) }
      }
    }
    sendHashState(&state)
  }

  /// Ends the verification of an older text, and begins again when the text has not changed for a moment.
  func verifyHashesSoon(_ state: inout State) {
    let revision = state.document.revision
    if !state.frameGuard.knows(state.document.text, at: state.document.file.path) { state.frameGuard.cancel() }
    afterRest { session, state in
      if state.document.revision == revision { session.verifyHashes(&state) }
    }
  }

  /// Sends the state of the hash file to the page.
  private func sendHashState(_ state: inout State) {
    var reply = TuningReply()
    let isSaved = state.document.text == state.document.savedText && !state.document.file.isShipped
    reply.guarding = state.frameGuard.message(isSaved: isSaved) ?? TuningReply.Guarding(path: "")
    // Without a hash file nothing is sent, unless the page knows of one that has gone.
    guard reply.guarding?.path != "" || state.pageKnowsOfHashes else { return }
    state.pageKnowsOfHashes = reply.guarding?.path != ""
    state.answer(TuningAnswer(reply))
  }

  /// Answers with a picture of a frame of the hash file: *expected | difference | actual*.
  func sendDifference(_ number: Int, _ state: inout State, _ reply: TuningReply) {
    var reply = reply
    do {
      let document = state.document
      let savedText = document.text == document.savedText ? nil : document.savedText
      guard let frame = try state.frameGuard.frame(number, savedText: savedText, threads: threads) else {
        throw Refusal(sentence: "The hash file has no frame \(number).")
      }
      reply.difference = frame.sentence
      state.answer(TuningAnswer(reply, pixels: frame.picture))
    } catch {
      reply.problem = "\(error)"
      state.answer(TuningAnswer(reply))
    }
  }

  /// Records the frames of the hash file as they are now.
  func accept(_ state: inout State) throws(Refusal) {
    guard state.document.text == state.document.savedText, !state.document.file.isShipped else {
      throw Refusal(sentence: "The hash file is of the saved preset. Save first, then accept.")
    }
    do {
      guard try state.frameGuard.accept(threads: threads) else {
        throw Refusal(sentence: "Not all frames were looked at yet. Wait for the end, then accept.")
      }
    } catch {
      throw Refusal(sentence: "\(error)")
    }
    verifyHashes(&state)
  }
}
