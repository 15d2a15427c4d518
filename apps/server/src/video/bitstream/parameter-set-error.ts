/** A parameter set of H.264 or H.265 is cut short or has an implausible value; the message is its code. */
export class ParameterSetError extends Error {
  override name = 'ParameterSetError';

  constructor(
    readonly code: 'too_short' | 'number' | 'size' | 'chroma_format' | 'reference_frames',
  ) {
    super(code);
  }
}
