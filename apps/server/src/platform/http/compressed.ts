import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Levels at which 200 KB take about a millisecond: the next ones take twice as long for a tenth less. */
const BROTLI_QUALITY = 1;
const GZIP_LEVEL = 1;
/** What fits into one packet gains nothing. */
const WORTH_IT_BYTES = 1400;

const packers = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: GZIP_LEVEL }),
} as const;

/** The better packing that a reader accepts, or null; `;q=0` means that it does not. */
function accepted(header: string | string[] | undefined): keyof typeof packers | null {
  const offers = String(header ?? '')
    .split(',')
    .map((offer) => offer.trim().replaceAll(' ', ''))
    .filter((offer) => !/;q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => offers.includes(name)) ?? null;
}

/**
 * Sends an answer as JSON, compressed where the reader accepts it. For long answers that hold nothing
 * secret beside what the asker put in; the others are too short to gain.
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(answer));
  reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding');
  const packing =
    body.length < WORTH_IT_BYTES ? null : accepted(request.headers['accept-encoding']);
  if (packing === null) await reply.send(body);
  else await reply.header('Content-Encoding', packing).send(await packers[packing](body));
}
