/// The number of each random draw of a particle.
///
/// A number, once given, is never changed nor used for anything else, or every picture ever recorded would change.
enum Channel {
  @inline(__always) static var birthJitter: UInt32 { 1 }
  @inline(__always) static var lifetime: UInt32 { 2 }
  @inline(__always) static var sprite: UInt32 { 3 }

  // Place on the emitter's shape.
  @inline(__always) static var placeA: UInt32 { 8 }
  @inline(__always) static var placeB: UInt32 { 9 }
  @inline(__always) static var placeC: UInt32 { 10 }

  @inline(__always) static var direction: UInt32 { 16 }
  @inline(__always) static var velocity: UInt32 { 17 }
  @inline(__always) static var drag: UInt32 { 18 }
  @inline(__always) static var travel: UInt32 { 19 }
  @inline(__always) static var swayAmplitudeX: UInt32 { 20 }
  @inline(__always) static var swayAmplitudeY: UInt32 { 21 }
  @inline(__always) static var swayFrequencyX: UInt32 { 22 }
  @inline(__always) static var swayFrequencyY: UInt32 { 23 }
  @inline(__always) static var swayPhase: UInt32 { 24 }

  @inline(__always) static var rotation: UInt32 { 32 }
  @inline(__always) static var spin: UInt32 { 33 }
  @inline(__always) static var tumble: UInt32 { 34 }
  @inline(__always) static var tumbleSpeed: UInt32 { 35 }
  @inline(__always) static var turn: UInt32 { 36 }

  @inline(__always) static var scale: UInt32 { 40 }

  @inline(__always) static var color: UInt32 { 48 }
  @inline(__always) static var red: UInt32 { 49 }
  @inline(__always) static var green: UInt32 { 50 }
  @inline(__always) static var blue: UInt32 { 51 }
  @inline(__always) static var alpha: UInt32 { 52 }
  @inline(__always) static var intensity: UInt32 { 53 }
  @inline(__always) static var twinkle: UInt32 { 54 }

  @inline(__always) static var flutter: UInt32 { 130 }

  // Space.
  @inline(__always) static var placeZ: UInt32 { 100 }
  @inline(__always) static var cone: UInt32 { 101 }
  @inline(__always) static var tilt: UInt32 { 102 }
  @inline(__always) static var tiltSpeed: UInt32 { 103 }

  /// Tries of the rejection on an ellipse's outline: 64, 65, 66, … 95, two to a try.
  @inline(__always) static var ellipseOutline: UInt32 { 64 }
}
