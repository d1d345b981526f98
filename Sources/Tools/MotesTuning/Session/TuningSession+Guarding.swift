import Motes
import Presets

// Guarding: the frames are compared with the hash file beside the preset while nothing changes.

extension TuningSession {
  /// Begins to verify the hash file, unless that was done or begun for this text, and sends the state to the page.
  ///
  /// - Parameter evenIfSameText: whether to begin again for the same text, because files have changed.
  func verifyHashes(_ state: inout State, evenIfSameText: Bool = false) {
    let subject = state.document.hashSubject
    guard evenIfSameText || !state.hashVerifier.concerns(subject) else { return sendHashState(&state) }
    let settings = state.document.hashSettings(withSavedSound: false)
    state.hashVerifier.start(subject, settings: settings, clock: clock) { [weak self] work, result in
      self?.enqueue { [weak self] state in
        if state.hashVerifier.take(result, of: work) { self?.sendHashState(&state) }
      }
    }
    sendHashState(&state)
  }

  /// Ends the verification of an older text, and begins again when the text has not changed for a moment.
  func verifyHashesSoon(_ state: inout State) {
    let revision = state.document.revision
    if !state.hashVerifier.concerns(state.document.hashSubject) { state.hashVerifier.cancel() }
    afterPause { session, state in
      if state.document.revision == revision { session.verifyHashes(&state) }
    }
  }

  /// Sends the state of the hash file to the page.
  private func sendHashState(_ state: inout State) {
    var reply = TuningReply()
    let mayRecord = state.document.isSaved && !state.document.file.isShipped
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
      let savedSettings = document.hashSettings(withSavedSound: true)
      guard
        let frame = try state.hashVerifier.frame(
          number, savedText: document.isSaved ? nil : document.savedText, savedSettings: savedSettings, threads: threads
        )
      else {
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
    guard document.isSaved, !document.file.isShipped else {
      throw Refusal(sentence: "The hash file belongs to the saved preset. Save first, then accept.")
    }
    do {
      guard try state.hashVerifier.accept(document.hashSubject, threads: threads) else {
        throw Refusal(sentence: "Not all frames were verified yet. Wait for the end, then accept.")
      }
    } catch {
      throw Refusal(sentence: "\(error)")
    }
    verifyHashes(&state)
  }
}

extension TuningDocument {
  /// What is compared with the hash file.
  fileprivate var hashSubject: HashVerifier.Subject {
    HashVerifier.Subject(text: text, path: file.path, sound: sound?.curves)
  }

  /// The settings for frames of the hash file, which states its own knobs and sound.
  fileprivate func hashSettings(withSavedSound isSaved: Bool) -> PresetSettings {
    var settings = settings(withSavedSound: isSaved)
    (settings.overrides, settings.curves) = ([], nil)
    return settings
  }

  /// Whether text and sound are those of their files.
  fileprivate var isSaved: Bool { text == savedText && sound?.isChanged != true }
}
