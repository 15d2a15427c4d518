import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Buffer limit for a slow client before the next line is made. */
const WAITING_BYTES = 65_536;

async function* texts(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/**
 * Sends lines of JSON (NDJSON), each as soon as it is made. The next line is made only when the client
 * has read those before it, and none after it has disconnected.
 */
export async function sendLines(
  reply: FastifyReply,
  lines: AsyncIterable<object>,
): Promise<undefined> {
  await reply
    .type('application/x-ndjson; charset=utf-8')
    // Tells a proxy to forward each line at once.
    .header('X-Accel-Buffering', 'no')
    .send(Readable.from(texts(lines), { objectMode: false, highWaterMark: WAITING_BYTES }));
  return undefined;
}
