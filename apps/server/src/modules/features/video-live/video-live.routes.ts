import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { forbidden, tooMany } from '../../../platform/errors.ts';
import { implement } from '../../../platform/http/index.ts';
import type { VideoHub } from '../../../platform/video-hub.ts';
import { streamSource } from './source-stream.ts';
import type { LiveService, Watcher } from './video-live.service.ts';
import type { LiveSessions } from './video-live-sessions.ts';
import { LiveSocket } from './video-live-socket.ts';

/** Parallel responses of R-102 per session: its cameras, and a few retries. */
const MAX_STREAMS_PER_SESSION = 12;
const PICTURE_HEADERS = {
  // Generated from camera data: browsers must not sniff another content type.
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-site',
  'Cache-Control': 'private, max-age=120, immutable',
} as const;

export interface LiveRouteParts {
  readonly service: LiveService;
  readonly sessions: LiveSessions;
  readonly hub: VideoHub | null;
  readonly publicUrl: string;
  /** Other origins whose pages may open the socket. */
  readonly webOrigins: readonly string[];
  /** The events that end the caller's permission. */
  readonly watcherOf: (request: FastifyRequest, viewer: Watcher['viewer']) => Promise<Watcher>;
}

/** Registers the routes of live video. */
export function registerLiveRoutes(app: FastifyInstance, parts: LiveRouteParts): void {
  const { service, watcherOf } = parts;
  const { videoLive } = contract;
  implement(app, videoLive.begin, async ({ viewer, body, request }) =>
    service.begin(await watcherOf(request, viewer), body),
  );
  implement(app, videoLive.end, ({ viewer, params }) => service.end(viewer, params.id));
  implement(app, videoLive.chunks, async ({ viewer, params, request }) =>
    service.chunks(await watcherOf(request, viewer), params.vehicle),
  );
  implement(app, videoLive.snapshots, async ({ viewer, params, request }) =>
    service.snapshots(await watcherOf(request, viewer), params.vehicle),
  );
  implement(app, videoLive.source, async ({ viewer, params, reply }) => {
    const { session, camera } = service.ownCamera(viewer, params.session, params.camera);
    if (session.readers >= MAX_STREAMS_PER_SESSION) {
      throw tooMany('video.too_many_streams');
    }
    reply.hijack();
    streamSource(session, camera, reply.raw);
    return undefined;
  });
  implement(app, videoLive.piece, async ({ viewer, params, query, reply }) => {
    const piece = await service.piece(viewer, params, query);
    const mediaType = 'mediaType' in piece ? piece.mediaType : 'video/mp4';
    await reply.headers(PICTURE_HEADERS).type(mediaType).send(piece.data);
    return undefined;
  });
  registerSocket(app, parts);
}

/** Whether the origin may open the socket; clients without an Origin still need their ticket. */
function isOurs({ headers }: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function registerSocket(app: FastifyInstance, parts: LiveRouteParts): void {
  const { sessions, hub, publicUrl, webOrigins } = parts;
  app.get<{ Params: { id: string } }>(
    '/video-evidence/api/live_sessions/:id/socket/',
    {
      websocket: true,
      preValidation: async (request) => {
        if (!isOurs(request, [new URL(publicUrl).origin, ...webOrigins]))
          throw forbidden('video.other_page');
      },
    },
    (socket: WebSocket, request) => {
      const id = Number(request.params.id);
      const session = sessions.find(id);
      if (session === undefined || hub === null) {
        socket.close(1008);
        return;
      }
      const channel = {
        get bufferedAmount() {
          return socket.bufferedAmount;
        },
        send: (data: string | Buffer) => socket.send(data),
        close: (code: number) => socket.close(code),
      };
      const redeem = (ticket: string) => sessions.redeem(id, ticket);
      const live = new LiveSocket({ channel, hub, session, redeem });
      socket.on('message', (data, isBinary) => live.take(isBinary ? '' : String(data)));
      socket.on('error', () => socket.terminate());
      socket.on('close', () => live.close());
    },
  );
}
