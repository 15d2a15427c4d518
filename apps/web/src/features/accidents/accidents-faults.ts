import { type Draft, isBlank, type Party } from './accidents-model.ts';

/** Error messages by field; a valid field is absent. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** A translated text with its parameters. */
export type Text = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export const STEPS = ['what', 'place', 'people', 'photos', 'sign'] as const;
export type Step = (typeof STEPS)[number];

/** Tolerance for a phone clock that is ahead of the server. */
const CLOCK_MS = 60_000;
const LEAST_DESCRIPTION = 2;
const MOST_DESCRIPTION = 2000;

const isShort = (text: string) => text.trim().length < 2;

function what(draft: Draft, t: Text, nowMs: number): Faults {
  const required = [t('accident.required')];
  const happenedMs = Date.parse(draft.happenedAt);
  const length = draft.description.trim().length;
  return {
    ...(draft.vehicle === null ? { vehicle: required } : {}),
    ...(isShort(draft.driverName) ? { driver_name: required } : {}),
    ...(Number.isNaN(happenedMs) ? { happened_at: required } : {}),
    // Requirement K-P03: not after now.
    ...(happenedMs > nowMs + CLOCK_MS ? { happened_at: [t('accident.future')] } : {}),
    ...(length < LEAST_DESCRIPTION || length > MOST_DESCRIPTION
      ? { description: [t('accident.descriptionFault')] }
      : {}),
  };
}

/** Errors of a card (P-176, P-177). */
export function partyFaults(party: Party, type: 'witness' | 'other', t: Text): Faults {
  const name = t(type === 'witness' ? 'accident.witnessName' : 'accident.partyName');
  return {
    ...(party.driver_name.trim() === ''
      ? { driver_name: [t('accident.nameRequired', { name })] }
      : {}),
    ...(party.number_in_vehicle === null || party.number_in_vehicle < 1
      ? { number_in_vehicle: [t('accident.inVehicleRequired')] }
      : {}),
  };
}

function people({ parties, witnesses }: Draft, t: Text): Faults {
  const of = (list: readonly Party[], field: string, type: 'witness' | 'other') =>
    list.flatMap((party, n) =>
      Object.entries(isBlank(party) ? {} : partyFaults(party, type, t)).map(
        ([key, texts]) => [`${field}.${n}.${key}`, texts] as const,
      ),
    );
  return Object.fromEntries([
    ...of(parties, 'parties', 'other'),
    ...of(witnesses, 'witnesses', 'witness'),
  ]);
}

function sign(draft: Draft, t: Text): Faults {
  const isSigned = draft.signature !== null && !isShort(draft.signedName);
  return isSigned ? {} : { signature: [t('accident.signatureRequired')] };
}

/** Errors of a step of the form; empty if the user can continue. */
export function faultsOf(step: Step, draft: Draft, t: Text, nowMs: number): Faults {
  if (step === 'what') return what(draft, t, nowMs);
  if (step === 'people') return people(draft, t);
  if (step === 'sign') return sign(draft, t);
  return {};
}

/** The step that contains a field that the server rejected. */
export function stepOfField(field: string): number {
  if (/^(parties|witnesses)/.test(field)) return STEPS.indexOf('people');
  if (/^(photos|sketch)/.test(field)) return STEPS.indexOf('photos');
  if (/^(signature|signed_name)/.test(field)) return STEPS.indexOf('sign');
  if (/^(address|road|lat|long)/.test(field)) return STEPS.indexOf('place');
  return STEPS.indexOf('what');
}
