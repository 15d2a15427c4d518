import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Text that waits for a slow reader before the next line is made. */
const WAITING_BYTES = 65_536;

async function* texts(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/**
 * Answers with lines of JSON (NDJSON), each sent as soon as it is made. A line is made only when the
 * reader has taken those before it, and none is made after the reader has left.
 */
export async function sendLines(
  reply: FastifyReply,
  lines: AsyncIterable<object>,
): Promise<undefined> {
  await reply
    .type('application/x-ndjson; charset=utf-8')
    // A proxy in front passes each line on at once.
    .header('X-Accel-Buffering', 'no')
    .send(Readable.from(texts(lines), { objectMode: false, highWaterMark: WAITING_BYTES }));
  return undefined;
}
