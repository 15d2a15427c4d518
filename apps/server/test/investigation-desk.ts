import { beforeEach } from 'vitest';
import { testApi } from './api.ts';
import { withFixture } from './fixture.ts';
import { makeTemplate, signature } from './investigations.ts';
import { addActivity, type DocumentFleet, documentFleet } from './vehicle-documents.ts';

/** The reference of the activity type MOT. */
export const MOT = 6;

/** Valid answers to all questions but the file. */
export const answersTo = ([text, choice, day, part]: readonly number[]) => [
  { question_id: text, answer: 'The brakes' },
  { question_id: choice, answer: 'No' },
  { question_id: day, answer: '2026-11-20T00:00:00Z' },
  { question_id: part, answer: 'Brakes|rear left' },
];
export const pending = (answers: unknown[], changes: object = {}) => ({
  answers,
  signoff_signature: '',
  status: 'PENDING',
  ...changes,
});

async function openDesk() {
  const api = await testApi();
  const fleet = await documentFleet(api);
  const keeper = fleet.file.keeper;
  const signed = await signature();
  const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);
  const activityOf = (
    vehicle: keyof DocumentFleet['vehicles'],
    customerId = fleet.home.customerId,
  ) => addActivity(api, { customerId, vehicleId: fleet.vehicles[vehicle].vehicleId });
  const template = (changes: object = {}) =>
    makeTemplate(api, fleet.file.administrator, MOT, changes);
  const send = (path: string, method: string, body: unknown, as = keeper) =>
    api.ask(path, { as, method, body });

  /** Opens an investigation manually; returns the response, its path and the ids of its questions. */
  async function opened(
    changes: object = {},
    body: object = {},
    given: { id: number } | null = null,
  ) {
    const made = given ?? (await template(changes));
    const activity = await activityOf('n1');
    const path = `/api/vehicle_activities/${activity}/investigations/`;
    const answer = await send(path, 'POST', { template: made.id, ...body });
    const questions: number[] = answer.body.template?.questions.map(({ id }: { id: number }) => id);
    return { activity, list: path, path: `${path}${answer.body.id}/`, questions, ...answer };
  }

  const complete = (answers: unknown[], changes: object = {}) => ({
    answers,
    signoff_signature: signed,
    status: 'COMPLETE',
    ...changes,
  });

  return {
    ...{ api, fleet, keeper, signed, query, activityOf, template, send, opened, complete },
    close: () => api.close(),
  };
}

/** The API with the fleet of documents, and the calls of investigations. */
export type InvestigationDesk = Awaited<ReturnType<typeof openDesk>>;

/** Opens the desk before the tests of a file, and deletes all investigations before each test. */
export function withInvestigationDesk(ready: (desk: InvestigationDesk) => void): void {
  let desk: InvestigationDesk;
  withFixture(openDesk, (opened) => {
    desk = opened;
    ready(opened);
  });
  beforeEach(async () => {
    await desk.api.services.db.pool.query(
      'truncate investigation_templates, investigations, investigation_answers cascade',
    );
  });
}
