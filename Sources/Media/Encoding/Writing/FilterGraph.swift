import CFFmpeg

/// A graph of libavfilter's filters, described in FFmpeg's syntax.
///
/// Its inputs are filters named `buffer@NAME`, its output is `buffersink@out`.
final class FilterGraph {
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private let sink: UnsafeMutablePointer<AVFilterContext>

  init(_ description: String) throws {
    graph = avfilter_graph_alloc()
    var (unusedInputs, unusedOutputs): (UnsafeMutablePointer<AVFilterInOut>?, UnsafeMutablePointer<AVFilterInOut>?)
    defer {
      avfilter_inout_free(&unusedInputs)
      avfilter_inout_free(&unusedOutputs)
    }
    do {
      // One thread, because sums of several threads would depend on how they share the work.
      try check("avfilter_graph_alloc", graph).pointee.nb_threads = 1
      try check("avfilter_graph_parse2", avfilter_graph_parse2(graph, description, &unusedInputs, &unusedOutputs))
      try check("avfilter_graph_config", avfilter_graph_config(graph, nil))
      sink = try check("avfilter_graph_get_filter", avfilter_graph_get_filter(graph, "buffersink@out"))
    } catch {
      avfilter_graph_free(&graph)
      throw error
    }
  }

  /// The description of an input whose frames have one size, one layout and square pixels, with times in units of `timeBase`.
  static func input(_ name: String, format: String, width: Int, height: Int, timeBase: AVRational) -> String {
    "buffer@\(name)=video_size=\(width)x\(height):pix_fmt=\(format):time_base=\(timeBase.num)/\(timeBase.den)"
      + ":pixel_aspect=1/1"
  }

  /// Sends a frame to an input; nil ends the input. The graph keeps a reference to the frame's memory.
  func send(_ frame: UnsafeMutablePointer<AVFrame>?, to input: String) throws {
    let source = try check("avfilter_graph_get_filter", avfilter_graph_get_filter(graph, "buffer@\(input)"))
    let flags = Int32(AV_BUFFERSRC_FLAG_KEEP_REF | AV_BUFFERSRC_FLAG_PUSH)
    try check("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(source, frame, flags))
  }

  /// Calls `each` with the frames that are ready.
  func receive(_ each: (UnsafeMutablePointer<AVFrame>) throws -> Void) throws {
    var frame = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
    defer { av_frame_free(&frame) }
    guard let frame else { return }
    while true {
      let result = av_buffersink_get_frame(sink, frame)
      if result == motes_averror(EAGAIN) || result == motes_averror_eof() { return }
      try check("av_buffersink_get_frame", result)
      defer { av_frame_unref(frame) }
      try each(frame)
    }
  }

  deinit { avfilter_graph_free(&graph) }
}
