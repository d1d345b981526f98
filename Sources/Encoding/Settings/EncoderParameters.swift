import CFFmpeg
import Glibc

/// Calls `body` with the encoder's parameters, in which `extradata` (the decoder's setup) is replaced by that of `source`: the stream of an MP4
/// or another file whose packets are copied.
///
/// The encoder's `extradata` for H.264 is in Annex B form, with start codes between the units. From it the muxer would conclude that the
/// packets are in this form too, and convert them. But the source's packets are already in MP4's form, with a length in front of each unit.
/// The source's `extradata`, which is in MP4's form too, tells the muxer so.
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
