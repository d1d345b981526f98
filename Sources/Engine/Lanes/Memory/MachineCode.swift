import CLanes

/// Machine instructions in executable memory.
package final class MachineCode: @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Whether machine code with instructions of AVX2 can be run here, which the environment variable MOTES_INTERPRET denies.
  package static let isPossible = clanes_runs_machine_code()

  /// Nil where the system gives no executable memory.
  package init?(_ bytes: [UInt8]) {
    guard let memory = clanes_make_code(bytes, bytes.count) else { return nil }
    self.memory = memory
    byteCount = bytes.count
  }

  deinit { clanes_free_code(memory, byteCount) }

  /// Runs the routine that begins at the offset `entry` for a number of blocks above 0.
  @inlinable @inline(__always)
  package func run(at entry: Int, base: UnsafeMutablePointer<Float>, blocks: Int) {
    clanes_run_code(memory + entry, base, Int64(blocks))
  }
}
