import { InternalError } from '@roadworthy/domain';

/**
 * The body of a response of another service, whatever its status.
 *
 * @throws InternalError `response.too_long` above the limit
 */
export async function boundedBody(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new InternalError('response.too_long', { maxBytes });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * The body of a response whose status must be 2xx.
 *
 * @throws InternalError `response.status` for another status, `response.too_long` above the limit
 */
export async function successBody(response: Response, maxBytes: number): Promise<Buffer> {
  if (response.ok) return boundedBody(response, maxBytes);
  await response.body?.cancel();
  throw new InternalError('response.status', { status: response.status });
}
