import type { AnswerOf, contract } from '@roadworthy/contract';
import { addressOf, authorisation, pathOf } from '../../../api/client.ts';
import { fetched } from '../../../api/fetched.ts';
import type { ChosenVehicle } from '../../../widgets/vehicle-autocomplete/vehicle-autocomplete.tsx';

/** A notice letter as it is being written. */
export interface LetterDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly subject: string;
  readonly text: string;
  readonly signedName: string;
}

/** What is missing of a letter, by the names of the call's fields. */
export function missingOf({ vehicle, subject, text }: LetterDraft): readonly string[] {
  return [
    ...(vehicle === null ? ['vehicle'] : []),
    ...(subject.trim().length < 2 ? ['subject'] : []),
    ...(text.trim().length < 2 ? ['text'] : []),
  ];
}

/**
 * Sends a notice letter of a depot, as a form.
 *
 * @throws ApiError with what the server says beside each field
 */
export async function sendLetter(
  depotId: number,
  draft: LetterDraft,
): Promise<AnswerOf<typeof contract.vehicleCheck.createNoticeLetter>> {
  const body = new FormData();
  body.append('vehicle', String(draft.vehicle?.id ?? ''));
  body.append('subject', draft.subject.trim());
  body.append('text', draft.text.trim());
  const signedName = draft.signedName.trim();
  if (signedName !== '') body.append('signed_name', signedName);
  const address = addressOf(pathOf('vehicleCheck', 'createNoticeLetter'), {
    params: { id: depotId },
  });
  const headers = { Accept: 'application/json', ...authorisation() };
  const response = await fetched(address, { method: 'POST', headers, body });
  return (await response.json()) as AnswerOf<typeof contract.vehicleCheck.createNoticeLetter>;
}
