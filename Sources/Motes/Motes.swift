// The public face: `import Motes` gives a program everything that is public in the modules below it.
@_exported import Colorimetry
@_exported import Encoding
@_exported import Hashing
@_exported import Model
@_exported import Presets
@_exported import Raster

@_exported import enum Lanes.Easing
@_exported import struct Lanes.EasingPoint
@_exported import struct Lanes.Spring

/// Version number of this release of Motes: "0.1.0". Hash files contain it, so that a later release knows which one made them. Write it
/// with the module's name: `Motes.version`.
public let version = "0.1.0"
