import { COACHING_STEPS, EFFECT_WEEKS, MAX_COACHED_EVENTS } from '@roadworthy/domain';
import { z } from 'zod';
import { ownFairScore } from './coaching-scores.ts';
import {
  effect,
  IDS,
  ownSession,
  person,
  queueFilter,
  queueRow,
  session,
  sessionFields,
  sessionFilter,
  sessionRow,
} from './coaching-shapes.ts';
import { endpoint } from './endpoint.ts';
import { fleetEvent } from './events.ts';
import { id, int4, ownAnswer } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

/** Limited users see their own sessions by the calls of drivers only. */
const READ = { kind: 'module', anyOf: ['Driver Behaviour'], refusesLimited: true } as const;

const WRITE = { ...READ, write: true } as const;

const SIGNED_IN = { kind: 'signed-in' } as const;

const sessionQuery = pagedQuery(['planned_on', 'driver', 'state']).extend(sessionFilter);

/** Coaching of drivers: queue, sessions, the driver's answer, and the effect. */
export const coaching = {
  queue: endpoint({
    method: 'GET',
    path: '/api/coaching/queue/',
    ids: IDS,
    summary: 'List the drivers with events that are marked for coaching, most events first.',
    access: READ,
    query: pagedQuery(['events', 'name']).extend(queueFilter),
    answer: paged(queueRow),
  }),
  queueOfDriver: endpoint({
    method: 'GET',
    path: '/api/coaching/queue/{id}/',
    ids: IDS,
    summary: 'List up to 50 events of a driver that are marked for coaching, newest first.',
    access: READ,
    params: byId,
    query: z.object({ severity: queueFilter.severity, film: queueFilter.film }),
    answer: z.object({ driver: driverName, session: id.nullable(), events: z.array(fleetEvent) }),
  }),
  drivers: endpoint({
    method: 'GET',
    path: '/api/coaching/drivers/',
    ids: IDS,
    summary: 'List the visible drivers by name, to plan a session with one of them.',
    access: READ,
    query: pagedQuery(['first_name', 'surname']),
    answer: paged(driverName),
  }),
  coaches: endpoint({
    method: 'GET',
    path: '/api/coaching/coaches/',
    ids: IDS,
    summary: 'List the people who may coach, by name; at most 500.',
    access: READ,
    answer: z.array(person),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/coaching/sessions/',
    ids: IDS,
    summary: 'List the coaching sessions of visible drivers, newest first.',
    access: READ,
    query: sessionQuery,
    answer: paged(sessionRow),
  }),
  exportSessions: endpoint({
    method: 'GET',
    path: '/api/coaching/sessions/export/',
    ids: IDS,
    summary: 'Export the filtered sessions.',
    access: READ,
    ratePerMinute: 12,
    query: sessionQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  createSession: endpoint({
    method: 'POST',
    path: '/api/coaching/sessions/',
    ids: IDS,
    summary: 'Plan a session with events of a driver. Coach and driver are notified by e-mail.',
    access: WRITE,
    body: z
      .object({
        driver: id,
        ...sessionFields,
        /** Events of the driver that are marked for coaching. */
        events: z.array(id).max(MAX_COACHED_EVENTS).default([]),
      })
      .meta({ id: 'CoachingSessionBody' }),
    answer: session,
    status: 201,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/coaching/sessions/{id}/',
    ids: IDS,
    summary: 'Get one session with its events.',
    access: READ,
    params: byId,
    answer: session,
  }),
  changeSession: endpoint({
    method: 'PUT',
    path: '/api/coaching/sessions/{id}/',
    ids: IDS,
    summary: 'Update coach, days, notes and agreed actions of a session that is not closed.',
    access: WRITE,
    params: byId,
    body: z.object({ ...sessionFields, version: int4 }).meta({ id: 'CoachingSessionChange' }),
    answer: session,
  }),
  addEvents: endpoint({
    method: 'POST',
    path: '/api/coaching/sessions/{id}/events/',
    ids: IDS,
    summary: 'Add marked events of the driver to a planned session.',
    access: WRITE,
    params: byId,
    body: z.object({ events: z.array(id).min(1).max(MAX_COACHED_EVENTS) }),
    answer: session,
  }),
  removeSession: endpoint({
    method: 'DELETE',
    path: '/api/coaching/sessions/{id}/',
    ids: IDS,
    summary: 'Delete a planned session. Its events return to the queue.',
    access: WRITE,
    params: byId,
    status: 204,
  }),
  moveSession: endpoint({
    method: 'POST',
    path: '/api/coaching/sessions/{id}/steps/',
    ids: IDS,
    summary: 'Hold, close or reopen a session. The events of a held session become coached.',
    access: WRITE,
    params: byId,
    body: z.object({ step: z.enum(COACHING_STEPS), version: int4 }),
    answer: session,
  }),
  effect: endpoint({
    method: 'GET',
    path: '/api/coaching/sessions/{id}/effect/',
    ids: IDS,
    summary: 'Compare the events per 1,000 km in the weeks before and after a held session.',
    access: READ,
    params: byId,
    query: z.object({
      weeks: z.coerce
        .number()
        .int()
        .min(1)
        .max(52)
        .pipe(z.literal([...EFFECT_WEEKS]))
        .default(4),
    }),
    answer: effect,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/coaching/own/',
    ids: IDS,
    summary:
      'List the last 20 coaching sessions and the fair scores of the driver who is signed in.',
    access: SIGNED_IN,
    answer: z.object({
      /** Null if the account is not linked to a driver. */
      driver: driverName.nullable(),
      sessions: z.array(ownSession),
      /** Of the last month and of the current one, where the driver has driven. */
      scores: z.array(ownFairScore),
    }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/coaching/own/{id}/',
    ids: IDS,
    summary: 'Comment on your own session, and sign it once it was held. The coach is notified.',
    access: SIGNED_IN,
    params: byId,
    body: ownAnswer.meta({ id: 'CoachingAnswer' }),
    answer: ownSession,
  }),
} as const;
