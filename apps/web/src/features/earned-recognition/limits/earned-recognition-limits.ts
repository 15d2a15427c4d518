import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { MEASURES } from '@roadworthy/domain';

export type Limits = AnswerOf<typeof contract.earnedRecognitionLimits.read>;
type Body = BodyOf<typeof contract.earnedRecognitionLimits.change>;

/** A threshold of the form: its name in the call and its unit. */
export interface LimitField {
  readonly name: Exclude<keyof Body, 'measures' | 'version'>;
  readonly unit: 'percent' | 'mm' | 'seconds' | 'days';
}

/** The groups of the form, in their order. */
export const GROUPS: readonly {
  readonly key: 'brakes' | 'tyres' | 'checks' | 'defects';
  readonly fields: readonly LimitField[];
}[] = [
  {
    key: 'brakes',
    fields: [
      { name: 'brake_service', unit: 'percent' },
      { name: 'brake_secondary', unit: 'percent' },
      { name: 'brake_parking', unit: 'percent' },
    ],
  },
  {
    key: 'tyres',
    fields: [
      { name: 'tread_heavy', unit: 'mm' },
      { name: 'tread_light', unit: 'mm' },
    ],
  },
  { key: 'checks', fields: [{ name: 'short_check', unit: 'seconds' }] },
  {
    key: 'defects',
    fields: [
      { name: 'due_dangerous', unit: 'days' },
      { name: 'due_major', unit: 'days' },
      { name: 'due_minor', unit: 'days' },
      { name: 'due_advisory', unit: 'days' },
    ],
  },
];

/** Form values of the thresholds by name; those of figures as `M1.target` and `M1.trigger`. */
export type LimitsDraft = Readonly<Record<string, string>>;

export function draftOf(limits: Limits): LimitsDraft {
  const fields = GROUPS.flatMap((group) => group.fields);
  return Object.fromEntries([
    ...fields.map(({ name }) => [name, String(limits[name])]),
    ...limits.measures.flatMap(({ measure, target, trigger }) => [
      [`${measure}.target`, String(target)],
      [`${measure}.trigger`, String(trigger)],
    ]),
  ]);
}

/** The request body: numbers, and the version that was read. */
export function bodyOf(draft: LimitsDraft, version: number): Body {
  const number = (name: string) => Number(draft[name] || Number.NaN);
  const limits = Object.fromEntries(
    GROUPS.flatMap(({ fields }) => fields.map(({ name }) => [name, number(name)])),
  ) as Record<LimitField['name'], number>;
  const measures = MEASURES.map((measure) => ({
    measure,
    target: number(`${measure}.target`),
    trigger: number(`${measure}.trigger`),
  }));
  return { ...limits, measures, version };
}

/** Names of the values that are not numbers, so that nothing wrong is sent. */
export function notNumbers(draft: LimitsDraft): string[] {
  return Object.keys(draft).filter((name) => {
    const text = draft[name]?.trim() ?? '';
    return text === '' || !Number.isFinite(Number(text));
  });
}

/** The form field of an error path: `measures.0.trigger` is `M1.trigger`. */
export function draftName(field: string): string {
  const [list, place, part] = field.split('.');
  return list === 'measures' && part !== undefined
    ? `${MEASURES[Number(place)] ?? ''}.${part}`
    : field;
}
