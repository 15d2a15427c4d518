import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Levels at which 200 KB take about a millisecond: the next ones take twice as long for a tenth less. */
const BROTLI_QUALITY = 1;
const GZIP_LEVEL = 1;
/** What fits into one packet gains nothing. Answers with a token are shorter. */
const WORTH_IT_BYTES = 1400;

/**
 * Compresses JSON answers where the reader accepts it. Files are compressed when they are built or are
 * pictures, film and PDFs, which gain nothing; streams of events must arrive one by one.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    // A compressed request could unpack to any size.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json(;|$)/,
    threshold: WORTH_IT_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
}
