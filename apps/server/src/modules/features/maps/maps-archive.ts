import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, HttpError, notFound } from '../../../platform/http/index.ts';
import type { MapArchives } from '../../../platform/map-archives/index.ts';
import { rangeOfHeader } from '../../core/files/index.ts';

/** A directory or a tile is far smaller; nobody downloads a whole archive from here. */
const MOST_BYTES = 4 * 2 ** 20;
/** The address contains the digest of the content. */
const CACHE = 'public, max-age=31536000, immutable';

/** The range of a request. @throws HttpError 416 beyond the end, 400 without one or if too large */
function rangeOf(request: FastifyRequest, reply: FastifyReply, sizeBytes: number) {
  const range = rangeOfHeader(request.headers.range, sizeBytes);
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${sizeBytes}`);
    throw new HttpError(416, 'file.no_such_part');
  }
  if (range === null || range.last - range.first >= MOST_BYTES) {
    throw badRequest('map.range_needed');
  }
  return range;
}

/**
 * Sends a part of a street map archive (RFC 9110, section 14).
 *
 * @throws HttpError 404 for an unknown digest, 400 without a range or for one that is too large
 */
export async function sendArchivePart(
  maps: MapArchives,
  digest: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<undefined> {
  const found = await maps.open(digest);
  if (found === null) throw notFound('map.archive_unknown');
  const { file, archive } = found;
  try {
    const etag = `"${digest}"`;
    const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
    const isKnown = known.includes(etag) || known.includes('*');
    const range = isKnown ? null : rangeOf(request, reply, archive.sizeBytes);
    const length = range === null ? 0 : range.last - range.first + 1;
    const { data } = await file.getBytes(range?.first ?? 0, length);
    // The file was shortened since it was inspected.
    if (data.byteLength < length) throw notFound('map.archive_unknown');
    reply
      .header('Content-Type', 'application/vnd.pmtiles')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .header('Accept-Ranges', 'bytes')
      .header('Cache-Control', CACHE)
      .header('ETag', etag);
    if (range === null) return void (await reply.status(304).send());
    reply
      .status(206)
      .header('Content-Range', `bytes ${range.first}-${range.last}/${archive.sizeBytes}`);
    await reply.send(Buffer.from(data));
    return undefined;
  } finally {
    await file.close();
  }
}
