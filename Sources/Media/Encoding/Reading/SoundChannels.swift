import CFFmpeg

/// How much one channel of a sound counts, by its place around the listener.
package struct SoundChannel: Sendable, Equatable {
  /// Its share in the left side; the shares of all channels add up to 1.
  package var left: Double
  /// Its share in the right side; the shares of all channels add up to 1.
  package var right: Double
  /// The factor of its power in the loudness: 1 in front, 1.41 behind and beside, 0 for the low-frequency channel (ITU-R BS.1770-4, table 4).
  package var loudness: Double

  package init(left: Double, right: Double, loudness: Double) {
    (self.left, self.right, self.loudness) = (left, right, loudness)
  }

  package static let mono = [SoundChannel(left: 1, right: 1, loudness: 1)]
  package static let stereo = [
    SoundChannel(left: 1, right: 0, loudness: 1), SoundChannel(left: 0, right: 1, loudness: 1),
  ]

  /// Channels of any layout. Where the file names no places, they are left and right in turn.
  static func all(of layout: AVChannelLayout) -> [SoundChannel] {
    let count = Int(layout.nb_channels)
    if count == 1 { return mono }
    var places = (0..<count).map { $0 % 2 }
    if layout.order == AV_CHANNEL_ORDER_NATIVE {
      let named = (0..<64).filter { layout.u.mask >> UInt64($0) & 1 == 1 }
      if named.count == count { places = named }
    }
    return evened(places.map(channel))
  }

  /// The channel at a place, which is the number of its bit in FFmpeg's channel masks. The shares are those of a usual downmix to stereo
  /// (ITU-R BS.775): channels in the middle and behind count √½. The low-frequency channel is heard too, since its beats should be seen.
  private static func channel(at place: Int) -> SoundChannel {
    let root = 0.707_106_781_186_547_6
    return switch place {
    case 0, 6, 29, 31: SoundChannel(left: 1, right: 0, loudness: 1)
    case 1, 7, 30, 32: SoundChannel(left: 0, right: 1, loudness: 1)
    case 2: SoundChannel(left: root, right: root, loudness: 1)
    case 3, 35: SoundChannel(left: root, right: root, loudness: 0)
    case 4, 9, 15, 33: SoundChannel(left: root, right: 0, loudness: 1.41)
    case 5, 10, 17, 34: SoundChannel(left: 0, right: root, loudness: 1.41)
    case 12, 36: SoundChannel(left: root, right: 0, loudness: 1)
    case 14, 37: SoundChannel(left: 0, right: root, loudness: 1)
    case 8, 16: SoundChannel(left: 0.5, right: 0.5, loudness: 1.41)
    default: SoundChannel(left: 0.5, right: 0.5, loudness: 1)
    }
  }

  /// The channels with shares that add up to 1 on each side. A side without any channel hears what the other one does.
  private static func evened(_ channels: [SoundChannel]) -> [SoundChannel] {
    let left = channels.reduce(0) { $0 + $1.left }
    let right = channels.reduce(0) { $0 + $1.right }
    return channels.map {
      let (own, other) = (left > 0 ? $0.left / left : 0, right > 0 ? $0.right / right : 0)
      return SoundChannel(left: left > 0 ? own : other, right: right > 0 ? other : own, loudness: $0.loudness)
    }
  }
}
