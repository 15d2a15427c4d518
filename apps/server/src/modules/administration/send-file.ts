import type { FastifyReply } from 'fastify';
import type { ReportFile } from '../reports/index.ts';

/** Answers with a file to be saved; nothing in it runs in the browser. */
export async function sendFile(reply: FastifyReply, file: Promise<ReportFile>): Promise<undefined> {
  const { name, type, bytes } = await file;
  await reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(bytes);
  return undefined;
}
