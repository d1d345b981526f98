import Motes
import Presets

// The hash file beside the preset, which is verified while nobody changes anything.

extension TuningSession {
  /// Looks at the hash file, if the text is another one than was looked at last; and tells the page.
  ///
  /// - Parameter anew: whether files have changed, so that it is looked at in any case.
  func watch(_ state: inout State, anew: Bool = false) {
    let (text, path) = (state.document.text, state.document.file.path)
    guard anew || !state.frameGuard.knows(text, at: path) else { return tellOfFrames(&state) }
    state.frameGuard.start(text, at: path, clock: clock) { [weak self] work, result in
      self?.work { [weak self] state in
        if state.frameGuard.take(result, of: work) { self?.tellOfFrames(&state) }
      }
    }
    tellOfFrames(&state)
  }

  /// Ends what is being verified, and begins again when the text has not changed for a moment.
  func watchSoon(_ state: inout State) {
    let revision = state.document.revision
    if !state.frameGuard.knows(state.document.text, at: state.document.file.path) { state.frameGuard.cancel() }
    afterRest { session, state in
      if state.document.revision == revision { session.watch(&state) }
    }
  }

  private func tellOfFrames(_ state: inout State) {
    var reply = TuningReply()
    let isSaved = state.document.text == state.document.savedText && !state.document.file.isShipped
    reply.guarding = state.frameGuard.told(isSaved: isSaved) ?? TuningReply.Guarding(path: "")
    // Pages without a hash file are told so once, and again when it has gone.
    guard reply.guarding?.path != "" || state.wasToldOfFrames else { return }
    state.wasToldOfFrames = reply.guarding?.path != ""
    state.answer(TuningAnswer(reply))
  }

  /// Answers with a picture of a frame of the hash file: expected, difference, actual.
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
    watch(&state)
  }
}
