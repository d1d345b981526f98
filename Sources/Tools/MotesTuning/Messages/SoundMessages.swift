import Foundation

// What a page is told of the preset's sound, and how it changes it.

extension TuningReply {
  /// The sound that the preset follows.
  package struct Sound: Codable, Sendable {
    /// Path of the file of curves; empty for a preset without a sound.
    var path = ""
    /// Seconds of the sound.
    var duration = 0.0
    /// Beats a minute.
    var tempo: Double?
    /// The song's name, and its address after the token; nil if none is heard.
    var songName: String?
    var song: String?
    /// Why no song is heard although there might be one.
    var note: String?
    /// Why moments cannot be changed; nil if they can.
    var fixedReason: String?
    /// How many columns of each curve there are in a second.
    var columnsPerSecond = 0.0
    var curves: [Curve] = []
    /// The beats, then the onsets of each part of the spectrum.
    var lists: [Moments] = []

    /// A quantity over time.
    package struct Curve: Codable, Sendable {
      var name: String
      /// A byte for each column: the share of the curve's greatest value, of 255.
      var columns: Data
    }
  }

  /// A list of moments.
  package typealias Moments = TuningRequest.Moments
}

extension TuningRequest {
  /// A list of moments of a sound.
  package struct Moments: Codable, Sendable, Equatable {
    /// The part of the spectrum whose onsets these are; nil for beats.
    var band: String?
    /// Seconds, none earlier than the one before.
    var times: [Double]
    /// How strong each is, 0 ... 1.
    var strengths: [Double]

    package init(band: String? = nil, times: [Double], strengths: [Double]) {
      (self.band, self.times, self.strengths) = (band, times, strengths)
    }
  }

  /// Changed lists of moments.
  package struct MomentsChange: Codable, Sendable {
    /// The file of curves to which they belong.
    var path: String
    var lists: [Moments]
  }

  /// How moments are saved.
  package struct SaveSound: Codable, Sendable {
    /// Whether changes that another program has saved meanwhile are replaced.
    var replaces: Bool?
  }
}
