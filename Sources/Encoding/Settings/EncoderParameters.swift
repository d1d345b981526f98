import CFFmpeg
import Glibc

/// Calls `body` with the encoder's parameters and the source's `extradata`, the data that sets a decoder up.
///
/// The encoder's H.264 `extradata` has the form of Annex B, where start codes stand between the units. Given it, the muxer would
/// assume that the packets have start codes too, and convert them again. The source's packets have already been converted to
/// MP4's form, with a length in front of each unit, and the source's `extradata`, in MP4's form too, tells the muxer so.
func withParameters<Result>(
  _ parameters: UnsafePointer<AVCodecParameters>, extradataOf source: UnsafePointer<AVCodecParameters>,
  _ body: (UnsafePointer<AVCodecParameters>) throws -> Result
) throws -> Result {
  var merged = try check("avcodec_parameters_alloc", avcodec_parameters_alloc()) as UnsafeMutablePointer?
  defer { avcodec_parameters_free(&merged) }
  var sourceCopy = try check("avcodec_parameters_alloc", avcodec_parameters_alloc()) as UnsafeMutablePointer?
  defer { avcodec_parameters_free(&sourceCopy) }
  guard let merged, let sourceCopy else { throw LibraryError(call: "alloc", code: motes_averror(ENOMEM)) }
  try check("avcodec_parameters_copy", avcodec_parameters_copy(merged, parameters))
  try check("avcodec_parameters_copy", avcodec_parameters_copy(sourceCopy, source))
  // Swapped rather than copied, so that each block of memory is freed exactly once, with the parameters that own it.
  swap(&merged.pointee.extradata, &sourceCopy.pointee.extradata)
  swap(&merged.pointee.extradata_size, &sourceCopy.pointee.extradata_size)
  return try body(merged)
}
