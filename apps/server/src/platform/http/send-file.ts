import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file as it is sent. */
interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Answers with a file to be saved, of which no browser runs anything. */
export async function sendFile(
  reply: FastifyReply,
  file: SentFile | Promise<SentFile>,
): Promise<undefined> {
  const { name, type, bytes } = await file;
  await reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(bytes);
  return undefined;
}

/** Answers with a PDF to be saved that is sent while it is made: it ends where its reader does. */
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

/** Answers with a PDF to be saved. */
export async function sendPdf(
  reply: FastifyReply,
  file: Promise<Omit<SentFile, 'type'>>,
): Promise<undefined> {
  return sendFile(reply, { ...(await file), type: 'application/pdf' });
}
