import Dispatch
import Motes

// Descriptions of the preset, and when a page gets them.

extension TuningSession {
  /// Puts the whole description of the preset into a reply, if `always` is set or the preset has changed since the last one.
  func describe(_ state: inout State, in reply: inout TuningReply, always: Bool) {
    guard always || state.toldRevision != state.document.revision else { return }
    state.toldRevision = state.document.revision
    state.owesDetails = false
    reply.document = state.document.describe()
    describeSound(&state, in: &reply)
    let files = state.document.watchedFiles + [HashVerifier.hashFile(of: state.document.file.path)]
    watched.withLock { $0 = files }
  }

  /// Seconds without a change after which a page gets the whole description, and the verification of hashes begins.
  private static let pauseSeconds = 0.15

  /// Puts a quick description into a reply that has a frame, unless a picture's file is asked for, too, and takes its place: the frame then
  /// waits for one reading of the preset instead of two.
  /// The details, which depend on the preset's own size, follow when nothing has changed for a moment.
  ///
  /// - Returns: whether a description was put into the reply. If not, `describe` tells the page of a change if there is one.
  func describeQuickly(_ request: TuningRequest, _ state: inout State, in reply: inout TuningReply) -> Bool {
    let revision = state.document.revision
    guard let frame = request.frame, frame.saved != true,
      Self.hasAllowedSize(width: frame.width, height: frame.height), request.picture == nil,
      state.toldRevision != revision, reply.problem == nil,
      let description = state.document.describeQuickly(width: frame.width, height: frame.height)
    else { return false }
    reply.document = description
    state.toldRevision = revision
    state.owesDetails = true
    afterPause { session, state in
      guard state.owesDetails, state.document.revision == revision else { return }
      var reply = TuningReply()
      reply.isDetail = true
      session.describe(&state, in: &reply, always: true)
      session.send(TuningAnswer(reply))
    }
    return true
  }

  /// Calls a closure after `pauseSeconds`. The closure itself checks whether anything has changed meanwhile.
  func afterPause(_ body: @escaping @Sendable (TuningSession, inout State) -> Void) {
    queue.asyncAfter(deadline: .now() + Self.pauseSeconds) { [weak self] in
      guard let self else { return }
      state.withLock { state in
        if !hasEnded { body(self, &state) }
      }
    }
  }
}
