import type { AnswerOf, contract } from '@roadworthy/contract';
import { api } from '../../api/client.ts';

/** The hours of the driver who is signed in, as their call answers. */
export type OwnHours = AnswerOf<typeof contract.ownHours.read>;

const OWN_HOURS_KEY = 'own-hours';
/** What is left shrinks while a driver drives. */
const REFRESH_MS = 60_000;

/** The query of the driver's own hours, for the screen and the card on the home screen. */
export const ownHoursQuery = {
  queryKey: [OWN_HOURS_KEY],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.ownHours.read({ signal, quiet: true }),
  refetchInterval: REFRESH_MS,
  staleTime: REFRESH_MS,
};

/** Whether an infringement waits for the driver's signature. */
export const waitsForSignature = ({ state, signed_by: name }: OwnHours['infringements'][number]) =>
  state === 'debriefed' && name === null;
