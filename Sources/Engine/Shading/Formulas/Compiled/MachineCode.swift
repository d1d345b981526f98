import CLanes

/// Machine instructions in executable memory.
final class MachineCode: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Whether this processor runs the instructions that `VectorAssembler` writes.
  static var isPossible: Bool { clanes_cpu_runs_avx2_code() }

  /// Nil where the system gives no executable memory.
  init?(_ bytes: [UInt8]) {
    guard let memory = clanes_make_code(bytes, bytes.count) else { return nil }
    self.memory = memory
    byteCount = bytes.count
  }

  deinit { clanes_free_code(memory, byteCount) }

  /// Runs the routine that begins at the offset `entry` for a number of blocks.
  @inline(__always)
  func run(at entry: Int, base: UnsafeMutablePointer<Float>, blocks: Int) {
    clanes_run_code(memory + entry, base, Int64(blocks))
  }
}
