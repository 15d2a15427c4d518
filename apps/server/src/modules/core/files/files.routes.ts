import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorText, implement } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { rangeOfHeader } from './byte-range.ts';
import { FilesService, type Readable } from './files.service.ts';

/** Nothing in a file is executed, and no page of another site embeds it. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";
/** A file never changes, so it can be cached for ever, but only in the reader's own cache. */
const CACHE = 'private, max-age=3600, immutable';

/** RFC 6266: the name in ASCII for old clients, and in UTF-8 for others. */
function disposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function writeHead(reply: FastifyReply, { file }: Readable, etag: string): void {
  reply
    .header('Content-Type', file.mediaType)
    .header('Content-Disposition', disposition(file.name))
    .header('Content-Security-Policy', POLICY)
    .header('Cross-Origin-Resource-Policy', 'same-origin')
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', CACHE)
    .header('ETag', etag);
}

/** A range applies only to the same version; another version is sent whole (RFC 9110, 13.1.5). */
function rangeWanted({ headers }: FastifyRequest, etag: string, sizeBytes: number) {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return null;
  return rangeOfHeader(headers.range, sizeBytes);
}

/** Sends a file or a part of it; the response begins once the store has opened the file. */
async function send(
  { files }: Pick<Services, 'files'>,
  found: Readable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { file } = found;
  const etag = `"${file.sha256.toString('base64url')}"`;
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
  writeHead(reply, found, etag);
  if (known.includes(etag) || known.includes('*')) return void reply.status(304).send();
  const range = rangeWanted(request, etag, file.sizeBytes);
  if (range === 'unsatisfiable') {
    return void reply
      .status(416)
      .header('Content-Range', `bytes */${file.sizeBytes}`)
      .removeHeader('Content-Disposition')
      .type('application/json')
      .send({ detail: errorText('en', 'file.no_such_part'), code: 'file.no_such_part' });
  }
  const isPart = range !== null;
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 };
  reply.status(isPart ? 206 : 200).header('Content-Length', String(last - first + 1));
  if (isPart) reply.header('Content-Range', `bytes ${first}-${last}/${file.sizeBytes}`);
  if (request.method === 'HEAD' || file.sizeBytes === 0) return void reply.send();
  const bytes = await files.read(file, isPart ? range : undefined);
  // A client that disconnects must not leave the file open.
  request.raw.once('close', () => bytes.destroy());
  void reply.send(bytes);
}

export function registerRoutes(app: FastifyInstance, services: Pick<Services, 'db' | 'files'>) {
  const service = new FilesService(services);
  implement(app, contract.files.read, async ({ params, query, request, reply }) => {
    const found = await service.find(params.id, query, () => request.resolveViewer());
    await send(services, found, request, reply);
    return undefined;
  });
}
