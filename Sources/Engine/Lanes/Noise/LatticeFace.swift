/// The four lattice points at the corners of a face of a cell, one that is perpendicular to z: the terms of the sums that are hashed for
/// them. In 2-D a cell is its own face.
@usableFromInline
package struct FaceTerms {
  /// x of the left and of the right corners, times `NoiseLattice.xFactor`.
  @usableFromInline package var left, right: UInt32x8
  /// y of the upper and of the lower corners times `yFactor`, plus z times `zFactor`, plus the seed.
  @usableFromInline package var upper, lower: UInt32x8

  /// The terms of a face of the plane: `x.low` is the column of its left corners, `y.low` the row of its upper ones.
  @inlinable @inline(__always)
  package init(x: LatticePoints, y: LatticePoints, seed: UInt32) {
    left = x.low &* NoiseLattice.xFactor
    right = x.next &* NoiseLattice.xFactor
    upper = y.low &* NoiseLattice.yFactor &+ seed
    lower = y.next &* NoiseLattice.yFactor &+ seed
  }

  /// The terms of the face of a cell in space that lies at a coordinate z, where this one lies at 0.
  @inlinable @inline(__always)
  package func at(z: UInt32x8) -> FaceTerms {
    let term = z &* NoiseLattice.zFactor
    var face = self
    face.upper = upper &+ term
    face.lower = lower &+ term
    return face
  }
}

/// What a noise knows of a face's four corners once they are hashed: values or gradients.
@usableFromInline
package protocol LatticeCorners {
  /// Hashes the corners.
  init(_ face: FaceTerms)

  /// The corners of the face in which lane 7 lies, in all lanes.
  var ofLastLane: Self { get }

  /// The noise of the face. `tx` and `ty` are the distances from the left and from the upper corners, 0...1; `offsetZ` is the signed
  /// distance from the face, nil in 2-D.
  func value(_ tx: Float8, _ ty: Float8, offsetZ: Float8?) -> Float8
}
