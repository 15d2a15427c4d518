import type { DefectArea, Severity } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { fetched } from '../../api/fetched.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

/** A defect reported by hand. */
export interface ReportDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly area: DefectArea | null;
  /** Name of the part. */
  readonly name: string;
  readonly severity: Severity | null;
  readonly finding: string;
  readonly place: string;
  readonly photos: readonly File[];
}

export const emptyReport = (): ReportDraft => ({
  vehicle: null,
  area: null,
  name: '',
  severity: null,
  finding: '',
  place: '',
  photos: [],
});

/** Client-side validation errors. */
export const checkReport = (draft: ReportDraft, t: TFunction): Faults =>
  missing(draft, ['vehicle', 'area', 'name', 'severity', 'finding'], t);

/** The field of the form for a rejected field of the body; the report has one item. */
function besideFields(error: unknown): unknown {
  const { body } = error as { body?: { errors?: Record<string, readonly string[]> } };
  if (body?.errors === undefined) return error;
  body.errors = Object.fromEntries(
    Object.entries(body.errors).map(([name, texts]) => [name.replace(/^items\.0\./, ''), texts]),
  );
  return error;
}

/** Idempotency key of a report, so that sending it again creates no duplicate. */
const keys = new WeakMap<ReportDraft, string>();
function keyOf(draft: ReportDraft): string {
  const key = keys.get(draft) ?? crypto.randomUUID();
  keys.set(draft, key);
  return key;
}

/**
 * Sends a report with its photos. Sending the same draft again creates no duplicate.
 *
 * @throws ApiError with the errors by field, or with status 0 if the server is unreachable
 */
export async function sendReport(draft: ReportDraft): Promise<void> {
  const { vehicle, area, name, severity, finding, place, photos } = draft;
  const body = new FormData();
  body.append('vehicle', String(vehicle?.id ?? ''));
  const item = { name: name.trim(), area, severity, finding: finding.trim() };
  body.append('items', JSON.stringify([item]));
  body.append('captions', JSON.stringify(photos.map(() => item.name)));
  if (place.trim() !== '') body.append('place', place.trim());
  for (const photo of photos) body.append('photos', photo, photo.name);
  const headers = {
    Accept: 'application/json',
    'Idempotency-Key': keyOf(draft),
    ...callHeaders(),
  };
  await fetched(addressOf(pathOf('defects', 'create'), {}), {
    method: 'POST',
    headers,
    body,
  }).catch((error) => {
    throw besideFields(error);
  });
}
