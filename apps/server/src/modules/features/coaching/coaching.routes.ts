import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { CoachingEffects } from './effect/coaching-effect.service.ts';
import type { OwnCoaching } from './own/coaching-own.service.ts';
import type { CoachingQueue } from './queue/coaching-queue.service.ts';
import type { Recognitions } from './recognitions/coaching-recognitions.service.ts';
import type { FairScores } from './scores/coaching-scores.service.ts';
import type { CoachingSessions } from './sessions/coaching-sessions.service.ts';

/** Registers the routes of coaching. */
export function registerCoachingRoutes(
  app: FastifyInstance,
  {
    effects,
    own,
    queue,
    sessions,
  }: {
    readonly effects: CoachingEffects;
    readonly own: OwnCoaching;
    readonly queue: CoachingQueue;
    readonly sessions: CoachingSessions;
  },
): void {
  const calls = contract.coaching;
  implement(app, calls.queue, ({ viewer, query }) => queue.list(viewer, query));
  implement(app, calls.queueOfDriver, ({ viewer, params, query }) =>
    queue.driver(viewer, params.id, query),
  );
  implement(app, calls.drivers, ({ viewer, query }) => queue.drivers(viewer, query));
  implement(app, calls.coaches, ({ viewer }) => sessions.coaches(viewer));
  implement(app, calls.sessions, ({ viewer, query }) => sessions.list(viewer, query));
  implement(app, calls.exportSessions, async ({ viewer, query, reply }) =>
    sendFile(reply, await sessions.file(viewer, query)),
  );
  implement(app, calls.createSession, ({ viewer, body }) => sessions.create(viewer, body));
  implement(app, calls.session, ({ viewer, params }) => sessions.read(viewer, params.id));
  implement(app, calls.changeSession, ({ viewer, params, body }) =>
    sessions.change(viewer, params.id, body),
  );
  implement(app, calls.addEvents, ({ viewer, params, body }) =>
    sessions.addEvents(viewer, params.id, body.events),
  );
  implement(app, calls.removeSession, ({ viewer, params }) => sessions.remove(viewer, params.id));
  implement(app, calls.moveSession, ({ viewer, params, body }) =>
    sessions.move(viewer, params.id, body),
  );
  implement(app, calls.effect, ({ viewer, params, query }) =>
    effects.read(viewer, params.id, query.weeks, Date.now()),
  );
  implement(app, calls.own, ({ viewer }) => own.read(viewer));
  implement(app, calls.answer, ({ viewer, params, body }) => own.answer(viewer, params.id, body));
}

/** Registers the routes of fair scores and recognitions. */
export function registerFairScoreRoutes(
  app: FastifyInstance,
  scores: FairScores,
  recognitions: Recognitions,
): void {
  const calls = contract.fairScores;
  implement(app, calls.list, ({ viewer, query }) => scores.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await scores.file(viewer, query)),
  );
  implement(app, calls.candidates, ({ viewer, query }) => recognitions.candidates(viewer, query));
  implement(app, calls.recognitions, ({ viewer, query }) => recognitions.list(viewer, query));
  implement(app, calls.recognise, ({ viewer, body }) => recognitions.recognise(viewer, body));
  implement(app, calls.own, ({ viewer }) => recognitions.own(viewer));
}
