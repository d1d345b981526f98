// Fractal noise: octaves of gradient noise, each of half the weight and of half the size of the one before.
//
// Source: B. Mandelbrot and J. van Ness, "Fractional Brownian motions" (1968); octaves of noise after F. K. Musgrave ("Texturing
// and Modeling", 1994). From octave to octave the plane is rotated by the angle whose cosine is 4/5, so that the lattices do not
// show. Values are 0.5 plus the sum of the weighted octaves. Their standard deviation is about 0.2: nearly all lie within 0...1,
// and a few just outside.
//
// A row of blocks of eight places is computed octave by octave, so that blocks share the corners of their cells in each octave
// (`PlaneNoise`). Cost of a block in the shipped presets: 9 ns an octave in 2-D, 16 in 3-D (AVX2, 2.6 GHz); block by block 17 and 29.

/// Fractal noise; see the top of this file.
package enum FractalNoise {
  /// The most octaves that a preset may ask for.
  package static let maximumOctaves = 10

  /// 2-D noise of `blocks` blocks. The result may overwrite a coordinate.
  package static func write(
    _ x: NoiseStrip, _ y: NoiseStrip, to result: UnsafeMutablePointer<Float>, blocks: Int, octaves: Int, seed: UInt32
  ) {
    inChunks(x, y, to: result, blocks: blocks) { chunk, _ in
      var weight: Float = 1
      for octave in 0..<octaves {
        // The sign of a noise of 0 does not matter: the sum begins with +0.
        PlaneNoise(GradientCorners.self, seed: seed &+ UInt32(octave)).forEach(chunk.x, chunk.y, blocks: chunk.blocks) {
          chunk.add($1 * GradientNoise.scale2 * weight, to: $0)
        }
        weight *= 0.5
      }
    }
  }

  /// 3-D noise; with a `period` above 0 it repeats along z after that many cells of the first octave.
  package static func write(
    _ x: NoiseStrip, _ y: NoiseStrip, _ z: NoiseStrip, to result: UnsafeMutablePointer<Float>, blocks: Int,
    octaves: Int,
    period: Int32, seed: UInt32
  ) {
    inChunks(x, y, to: result, blocks: blocks) { chunk, first in
      // The first weight is greater than in 2-D, because 3-D gradient noise has a smaller standard deviation.
      var (weight, scale, period): (Float, Float, Int32) = (1.4, 1, period)
      for octave in 0..<octaves {
        SpaceNoise(GradientCorners.self, seed: seed &+ UInt32(octave), periodZ: period).forEach(
          chunk.x, chunk.y, z.from(first), scaleZ: scale, blocks: chunk.blocks
        ) { chunk.add($1 * GradientNoise.scale3 * weight, to: $0) }
        scale *= 2
        // Lattices repeat exactly only if their period is below 2²² cells. A period that would become too long is not doubled.
        period = period < 1 << 21 ? period &* 2 : period
        weight *= 0.5
      }
    }
  }

  /// Divides a row into chunks of blocks, whose coordinates and sums lie on the stack. `addOctaves` gets a chunk and its first block.
  @inline(__always)
  private static func inChunks(
    _ x: NoiseStrip, _ y: NoiseStrip, to result: UnsafeMutablePointer<Float>, blocks: Int,
    _ addOctaves: (FractalChunk, Int) -> Void
  ) {
    for first in stride(from: 0, to: blocks, by: FractalChunk.maximumBlocks) {
      // Two pieces, because what is larger than 1 kB is not kept on the stack.
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 16 * FractalChunk.maximumBlocks) { places in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * FractalChunk.maximumBlocks) { sums in
          guard let places = places.baseAddress, let sums = sums.baseAddress else { return }
          let chunk = FractalChunk(
            places: places, sums: sums, blocks: min(FractalChunk.maximumBlocks, blocks &- first))
          for block in 0..<chunk.blocks {
            Lanes.store(x[first &+ block], to: places + 16 &* block)
            Lanes.store(y[first &+ block], to: places + (16 &* block &+ 8))
            Lanes.store(Float8(), to: sums + 8 &* block)
          }
          addOctaves(chunk, first)
          for block in 0..<chunk.blocks {
            Lanes.store(Lanes.load(sums + 8 &* block) + 0.5, to: result + 8 &* (first &+ block))
          }
        }
      }
    }
  }
}

/// Some neighbouring blocks of a fractal noise: their coordinates in the present octave, and the sums of the octaves so far.
private struct FractalChunk {
  let places, sums: UnsafeMutablePointer<Float>
  let blocks: Int

  static let maximumBlocks = 16

  var x: NoiseStrip { NoiseStrip(places, stride: 16) }
  var y: NoiseStrip { NoiseStrip(places + 8, stride: 16) }

  /// Adds an octave's noise to a block's sum, and moves on to the block's place in the next octave: rotated (cosine 4/5, sine 3/5),
  /// multiplied by 2 and moved. Without the offsets, the lattices of all octaves would share a point at the origin.
  @inline(__always)
  func add(_ noise: Float8, to block: Int) {
    let (x, y) = (x[block], y[block])
    Lanes.store(Lanes.load(sums + 8 &* block) + noise, to: sums + 8 &* block)
    Lanes.store(x * 1.6 - y * 1.2 + 17.3, to: places + 16 &* block)
    Lanes.store(x * 1.2 + y * 1.6 + 5.9, to: places + (16 &* block &+ 8))
  }
}
