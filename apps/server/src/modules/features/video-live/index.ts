export { registerStillRoutes } from './stills/video-live-stills.routes.ts';
export { StillsService } from './stills/video-live-stills.service.ts';

import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  ACCESS_AUDIENCE,
  accessTokenOf,
  derivedSecret,
  type Tokens,
  type Viewer,
  ViewerStore,
} from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { AnnouncedStills } from './announced-stills.ts';
import { closeLeftSessions, closeSession } from './video-live.repository.ts';
import { registerLiveRoutes } from './video-live.routes.ts';
import { LiveService, type Watcher } from './video-live.service.ts';
import { LiveSessions } from './video-live-sessions.ts';
import { MAX_MESSAGE_BYTES } from './video-live-socket.ts';

/**
 * Lifetime of access without a sign-in session: that of the token. Otherwise that of the session.
 */
const NEVER_MS = 8.64e15;

/** Registers live video (area F, RP-13, RP-14, and the socket of the live mode). */
export async function registerVideoLive(
  app: FastifyInstance,
  services: Pick<
    Services,
    'config' | 'db' | 'bus' | 'log' | 'metrics' | 'deviceCommands' | 'video'
  >,
  tokens: Tokens,
): Promise<void> {
  const { config, db, bus, log, metrics, deviceCommands, video: hub } = services;
  const viewers = new ViewerStore(db, bus);
  const sessions = new LiveSessions((id, reason) =>
    closeSession(db, id, reason).catch((error) => {
      log.warn({ err: error }, 'could not store the end of a live session');
    }),
  );
  const stills = new AnnouncedStills();
  const watcherOf = async (request: FastifyRequest, viewer: Viewer): Promise<Watcher> => {
    const token = accessTokenOf(request);
    const facts = token === null ? null : await tokens.verify(token, ACCESS_AUDIENCE);
    const untilMs = facts === null || facts.grantId !== null ? NEVER_MS : facts.expiresAtS * 1000;
    return { viewer, untilMs, again: async () => (facts === null ? null : viewers.find(facts)) };
  };
  metrics.gauge('live_video_sessions', 'Live video sessions that run', (gauge) =>
    gauge.set(sessions.size),
  );
  const unsubscribe = [
    bus.subscribe('positions.committed', ({ states }) => sessions.moved(states)),
    bus.subscribe('users.changed', ({ userId }) => sessions.rightsChanged(userId)),
    bus.subscribe('sessions.ended', ({ userId }) => sessions.rightsChanged(userId)),
    bus.subscribe('live-sessions.stopped', ({ sessionId }) => sessions.end(sessionId, 'stopped')),
  ];
  app.addHook('preClose', async () => {
    for (const leave of unsubscribe) leave();
    await sessions.close();
    stills.close();
  });
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false },
  });
  const secret = derivedSecret(config.sessionSecret, 'live video');
  const service = new LiveService({ db, bus, deviceCommands, hub, sessions, stills, secret });
  registerLiveRoutes(app, {
    service,
    sessions,
    hub,
    publicUrl: config.publicUrl,
    webOrigins: config.webOrigins,
    watcherOf,
  });
  void closeLeftSessions(db).catch(() => undefined);
}
