// libFuzzer's loop around a `FuzzTarget`, which MOTES_FUZZ_TARGET names. Scripts/fuzz builds and runs it.

import FuzzTargets
import Glibc

/// libFuzzer's own main function, which reads its options and calls back with bytes (llvm.org/docs/LibFuzzer.html).
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let target = FuzzTarget(rawValue: getenv("MOTES_FUZZ_TARGET").map { String(cString: $0) } ?? "")

@main enum Fuzzer {
  static func main() {
    guard target != nil else {
      print("MOTES_FUZZ_TARGET should be one of \(FuzzTarget.allCases.map(\.rawValue)).")
      exit(2)
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { bytes, count in
        if let target, count <= target.maximumBytes {
          target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
        }
        return 0
      })
  }
}
