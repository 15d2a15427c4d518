import { ApiError } from './api-error.ts';

/** The error of every call that does not reach the server (requirement T-07). */
const interrupted = () => new ApiError(0, 'Network response was not OK', {});

const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError';

/** A schema of the contract; `parse` throws for an invalid value. */
interface LineSchema {
  readonly parse: (value: unknown) => unknown;
}

/**
 * The schema of the lines of a call, by the path of the call.
 *
 * @throws ApiError with status 0 if it cannot be loaded
 */
export async function lineSchemaOf(path: string): Promise<LineSchema> {
  const loaded = await import('@roadworthy/contract/browser').catch(() => undefined);
  const schema = loaded?.LINE_SCHEMAS[path];
  if (schema === undefined) throw interrupted();
  return schema;
}

/**
 * The values of an NDJSON answer, each as soon as its line is complete. Leaving the loop cancels the
 * rest.
 *
 * @throws ApiError with status 0 if the answer is cut off, also in the middle of a line, and for a
 *   line that does not match the schema
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  schema: LineSchema,
): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield schema.parse(JSON.parse(line));
    }
  } catch (cause) {
    throw isAbort(cause) ? cause : interrupted();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== '') throw interrupted();
}
