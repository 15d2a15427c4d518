import { ApiError } from './api-error.ts';

/** The error of every call that does not reach the server (requirement T-07). */
const interrupted = () => new ApiError(0, 'Network response was not OK', {});

const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError';

/**
 * The values of an NDJSON answer, each as soon as its line is complete. Leaving the loop cancels the
 * rest.
 *
 * @throws ApiError with status 0 if the answer is cut off, also in the middle of a line
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line);
    }
  } catch (cause) {
    throw isAbort(cause) ? cause : interrupted();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== '') throw interrupted();
}
