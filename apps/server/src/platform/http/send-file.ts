import type { FastifyReply } from 'fastify';

/** Answers with a file to be saved, which no browser runs anything of. */
export async function sendFile(
  reply: FastifyReply,
  { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Buffer },
): Promise<undefined> {
  await reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(bytes);
  return undefined;
}
