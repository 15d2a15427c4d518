import type { TFunction } from 'i18next';

/** The label of the field within the text of an error; `Field` puts it in. */
const LABEL = '%label%';

/** The error of an empty required field: its text names the field. */
export const requiredFault = (t: TFunction): readonly string[] => [
  t('field.required', { label: LABEL }),
];

/** The text of the errors of a field, with its label. */
export const faultText = (fault: readonly string[] | undefined, label: string) =>
  fault?.join(' ').replaceAll(LABEL, label);

/** The errors of empty required fields, for `check` of a form. */
export function missing<Draft>(
  draft: Draft,
  names: readonly (keyof Draft & string)[],
  t: TFunction,
): Record<string, readonly string[]> {
  const empty = names.filter((name) => String(draft[name] ?? '').trim() === '');
  return Object.fromEntries(empty.map((name) => [name, requiredFault(t)]));
}

/**
 * The message about a form that was not sent (requirement T-09): required fields are empty, or others are
 * wrong.
 */
export function rejectionText(
  faults: Readonly<Record<string, readonly string[]>>,
  t: TFunction,
): string {
  const [required = ''] = requiredFault(t);
  const isEmpty = Object.values(faults).some((texts) => texts.includes(required));
  return t(isEmpty ? 'toast.required' : 'toast.invalid');
}
