import type { AnswerOf, contract } from '@roadworthy/contract';
import { addressOf, callHeaders, pathOf } from '../../../api/client.ts';
import { fetched } from '../../../api/fetched.ts';
import type { Chosen } from '../../../ui/pickers/kind.ts';
import { drawn } from '../../../ui/signature-pad/drawn.ts';
import type { Signature } from '../../../ui/signature-pad/pad-options.ts';
import type { ChosenVehicle } from '../../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

/** Form values of a notice letter. */
export interface LetterDraft {
  readonly vehicle: ChosenVehicle | null;
  /** The recipient; null for none. */
  readonly driver: Chosen | null;
  readonly subject: string;
  readonly text: string;
  /** Null if unsigned. */
  readonly signature: Signature | null;
  /** Idempotency key: sending the letter again creates no duplicate. */
  readonly key: string;
}

/** Missing values by the field names of the call. */
export function missingOf({ vehicle, subject, text }: LetterDraft): readonly string[] {
  return [
    ...(vehicle === null ? ['vehicle'] : []),
    ...(subject.trim().length < 2 ? ['subject'] : []),
    ...(text.trim().length < 2 ? ['text'] : []),
  ];
}

/**
 * Sends a notice letter of a depot as a form with the signature as its file.
 *
 * @throws ApiError with the server's errors by field
 */
export async function sendLetter(
  depotId: number,
  draft: LetterDraft,
): Promise<AnswerOf<typeof contract.vehicleCheck.createNoticeLetter>> {
  const { vehicle, driver, subject, text, signature, key } = draft;
  const body = new FormData();
  body.append('vehicle', String(vehicle?.id ?? ''));
  if (driver !== null) body.append('driver', String(driver.id));
  body.append('subject', subject.trim());
  body.append('text', text.trim());
  if (signature !== null) {
    body.append('signed_name', signature.name);
    body.append('signature', drawn(signature.image), 'signature.png');
  }
  const address = addressOf(pathOf('vehicleCheck', 'createNoticeLetter'), {
    params: { id: depotId },
  });
  const headers = { Accept: 'application/json', 'Idempotency-Key': key, ...callHeaders() };
  const response = await fetched(address, { method: 'POST', headers, body });
  return (await response.json()) as AnswerOf<typeof contract.vehicleCheck.createNoticeLetter>;
}
