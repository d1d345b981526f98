import CFFmpeg
import Glibc

/// Calls `body` with the encoder's parameters, in which `extradata` (the decoder's setup) is replaced by that of `source`. The
/// source is the video stream of the file whose packets are copied, such as an MP4.
///
/// The encoder's `extradata` for H.264 has start codes in front of its pieces (Annex B). From it the muxer would conclude that packets have
/// start codes too, and convert them. But the packets come from an MP4, which has a length in front of each piece. The `extradata` of the
/// MP4 has lengths too, which tells the muxer to leave the packets as they are.
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
