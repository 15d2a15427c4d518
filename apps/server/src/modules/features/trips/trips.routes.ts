import { contract, type LineOf } from '@roadworthy/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteShown } from '../../../platform/audit/index.ts';
import { answerLanguage, errorAnswer, implement, sendLines } from '../../../platform/http/index.ts';
import type { LanguageReference } from '../../../platform/texts.ts';
import type { TripsService } from './trips.service.ts';
import type { VehicleOutcome } from './trips-many.ts';

type Line = LineOf<typeof contract.trips.listMany>;
type ErrorBody = ReturnType<typeof errorAnswer>['body'];

/** The body of a vehicle's error; unexpected errors are logged. */
function errorsOf(request: FastifyRequest, language: LanguageReference) {
  return (error: unknown): ErrorBody => {
    const { status, body } = errorAnswer(error, request.id, language);
    if (status >= 500) request.log.error({ err: error }, 'could not read the trips of a vehicle');
    return body;
  };
}

async function* linesOf(
  outcomes: AsyncIterable<VehicleOutcome>,
  registrations: ReadonlyMap<number, string>,
  errorOf: (error: unknown) => ErrorBody,
): AsyncGenerator<Line> {
  for await (const outcome of outcomes) {
    const id = outcome.vehicleId;
    const registration = registrations.get(id) ?? null;
    if ('error' in outcome) {
      yield { vehicle: { id, registration }, error: errorOf(outcome.error) };
    } else {
      yield { vehicle: { id, registration: registration ?? '' }, ...outcome.trips };
    }
  }
}

/** Registers the routes of trips. */
export function registerTripRoutes(app: FastifyInstance, service: TripsService): void {
  const { trips } = contract;
  // A month of trips is a long list: the service's JSON is sent as it is.
  implement(app, trips.list, ({ viewer, query }) => service.trips(viewer, query), {
    trusted: true,
  });
  implement(app, trips.listMany, async ({ viewer, query, request, reply }) => {
    const { registrations, outcomes } = await service.tripsOfMany(viewer, query);
    noteShown([...registrations.keys()]);
    const language = await answerLanguage(request);
    return sendLines(reply, linesOf(outcomes, registrations, errorsOf(request, language)));
  });
}
