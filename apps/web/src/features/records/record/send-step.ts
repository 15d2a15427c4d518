import type { DefectStep } from '@roadworthy/domain';
import { ApiError, addressOf, callHeaders, pathOf } from '../../../api/client.ts';
import { drawn } from '../../../ui/signature-pad/drawn.ts';
import type { Defect } from './use-record.ts';

/** Form values of a step. */
export interface StepForm {
  readonly step: DefectStep;
  readonly version: number;
  readonly note: string;
  readonly repairer: string;
  readonly jobNumber: string;
  /** A day as YYYY-MM-DD; empty for none. */
  readonly expectedBack: string;
  readonly labourCost: string;
  readonly partsCost: string;
  readonly photos: readonly File[];
  /** A data URL; null if unsigned. */
  readonly signature: string | null;
  /** Idempotency key: sending the step again has no effect. */
  readonly key: string;
}

function bodyOf(form: StepForm, signature: Blob | null): FormData {
  const body = new FormData();
  const texts = {
    step: form.step,
    version: String(form.version),
    note: form.note.trim(),
    repairer: form.repairer.trim(),
    job_number: form.jobNumber.trim(),
    expected_back: form.expectedBack === '' ? '' : `${form.expectedBack}T00:00:00Z`,
    labour_cost: form.labourCost.trim(),
    parts_cost: form.partsCost.trim(),
  };
  for (const [name, value] of Object.entries(texts)) {
    if (value !== '') body.append(name, value);
  }
  for (const photo of form.photos) body.append('photos', photo, photo.name);
  if (signature !== null) body.append('signature', signature, 'signature.png');
  return body;
}

/**
 * Sends a step of a defect, with its photos and signature.
 *
 * @throws ApiError with the server's errors, or with status 0 if the server is unreachable
 */
export async function sendStep(id: number, form: StepForm): Promise<Defect> {
  const signature = form.signature === null ? null : drawn(form.signature);
  const response = await fetch(addressOf(pathOf('defects', 'move'), { params: { id } }), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Idempotency-Key': form.key, ...callHeaders() },
    body: bodyOf(form, signature),
  }).catch(() => {
    throw new ApiError(0, 'Network response was not OK', {});
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, response.statusText, answer);
  return answer as Defect;
}
