import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerCoachingRoutes, registerFairScoreRoutes } from './coaching.routes.ts';
import { CoachingEffects } from './effect/coaching-effect.service.ts';
import { OwnCoaching } from './own/coaching-own.service.ts';
import { CoachingQueue } from './queue/coaching-queue.service.ts';
import { Recognitions } from './recognitions/coaching-recognitions.service.ts';
import { FairScores } from './scores/coaching-scores.service.ts';
import { CoachingSessions } from './sessions/coaching-sessions.service.ts';

export { registerExposureJob } from './scores/coaching-scores.job.ts';
export { CoachingSessions } from './sessions/coaching-sessions.service.ts';

/** Coaching of drivers. */
export function registerCoaching(app: FastifyInstance, services: Services): void {
  registerCoachingRoutes(app, {
    queue: new CoachingQueue(services),
    sessions: new CoachingSessions(services),
    own: new OwnCoaching(services),
    effects: new CoachingEffects(services.db),
  });
  registerFairScoreRoutes(app, new FairScores(services.db), new Recognitions(services));
}
