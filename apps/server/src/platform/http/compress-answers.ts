import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Levels at which 200 KB take about a millisecond: the next take twice as long for 10 % less. */
const BROTLI_QUALITY = 1;
const GZIP_LEVEL = 1;
/** A response that fits into one packet gains nothing. Responses with a token are shorter. */
const WORTH_IT_BYTES = 1400;

/**
 * Compresses JSON responses if the client accepts it. Files are already compressed (images, video,
 * PDFs); events of streams must be sent one by one.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    // A compressed request could decompress to any size.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json(;|$)/,
    threshold: WORTH_IT_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
}
