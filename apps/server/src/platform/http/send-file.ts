import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file to be sent. */
interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer | Readable;
  /** Of a stream, so that the browser shows the progress. */
  readonly sizeBytes?: number;
}

/** Sends a file as a download that no browser executes. */
export async function sendFile(
  reply: FastifyReply,
  file: SentFile | Promise<SentFile>,
): Promise<undefined> {
  const { name, type, bytes, sizeBytes } = await file;
  if (sizeBytes !== undefined) reply.header('Content-Length', String(sizeBytes));
  await reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(bytes);
  return undefined;
}

/** Sends a PDF download while it is made; stops if the client disconnects. */
export async function streamPdf(
  reply: FastifyReply,
  file: Promise<{ readonly name: string; readonly pieces: AsyncIterable<Buffer> }>,
): Promise<undefined> {
  const { name, pieces } = await file;
  await reply
    .type('application/pdf')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 }));
  return undefined;
}

/** Sends a PDF download. */
export async function sendPdf(
  reply: FastifyReply,
  file: Promise<Omit<SentFile, 'type'>>,
): Promise<undefined> {
  return sendFile(reply, { ...(await file), type: 'application/pdf' });
}
