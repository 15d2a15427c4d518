import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ErrorBody } from '../../../api/api-error.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../../api/client.ts';
import { goToLogin } from '../../../session/leave.ts';

/** A still to be saved in the vehicle file. */
export interface StillToKeep {
  readonly vehicleId: number;
  readonly camera: number;
  readonly takenAtMs: number;
  readonly description: string;
  readonly picture: Blob;
  /** Idempotency key: a retry creates no second document. */
  readonly key: string;
}

/**
 * Saves a still as a document of the vehicle file.
 *
 * @throws ApiError with the server's errors, or with status 0 if the connection was lost
 */
export async function sendStill(
  still: StillToKeep,
): Promise<AnswerOf<typeof contract.videoLive.still>> {
  const body = new FormData();
  body.append('vehicle', String(still.vehicleId));
  body.append('camera', String(still.camera));
  body.append('taken_at', new Date(still.takenAtMs).toISOString());
  body.append('description', still.description);
  body.append('document', still.picture, 'still.jpg');
  const response = await fetch(addressOf(pathOf('videoLive', 'still'), {}), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Idempotency-Key': still.key, ...callHeaders() },
    body,
  }).catch(() => {
    throw new ApiError(0, 'Network response was not OK', {});
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401) goToLogin();
  throw new ApiError(response.status, response.statusText, answer as ErrorBody);
}
