import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { metresFromDistance, type Severity, takesOffRoad } from '@roadworthy/domain';

export type Start = AnswerOf<typeof contract.walkaround.start>;
export type CheckVehicle = Start['vehicles'][number];
export type AskedTemplate = Start['templates'][number];
export type AskedItem = AskedTemplate['items'][number];
type Body = BodyOf<typeof contract.walkaround.send>;

/** What the driver said of one point. */
export interface Answer {
  readonly result: 'ok' | 'defect' | 'not_applicable';
  /** Of a defect; null while it is not chosen. */
  readonly severity: Severity | null;
  readonly note: string;
  /** Names of photographs in the store of the phone. */
  readonly photos: readonly string[];
}

/** A check while it is made; kept on the phone with every change. */
export interface Draft {
  /** What this check is called until it has arrived, so that it arrives once. */
  readonly reportKey: string;
  /** Whose it is: nobody else sends it, and a person has one at a time. */
  readonly userId: number;
  readonly vehicle: CheckVehicle;
  /** As it was when the check began: another version does not change what is asked. */
  readonly template: AskedTemplate;
  /** By the server's clock as far as it is known, ms since 1970 UTC. */
  readonly startedAtMs: number;
  /** When it was signed and sent off; null before. */
  readonly doneAtMs: number | null;
  /** By the place of the item in the template; null where nothing is said yet. */
  readonly answers: readonly (Answer | null)[];
  readonly isFinishing: boolean;
  /** As it was typed, in the unit of the driver. */
  readonly odometer: string;
  readonly distanceUnit: 'MLS' | 'KMS';
  readonly place: string;
  readonly position: { readonly lat: number; readonly long: number } | null;
  /** A data URL. */
  readonly signature: string | null;
  readonly signedName: string;
}

/** A check is of before the vehicle is used: one that was begun so long ago is begun again. */
const STALE_MS = 12 * 3600 * 1000;

/** A new check of a vehicle by a person. */
export function newDraft(
  { person, distance_unit: distanceUnit }: Pick<Start, 'person' | 'distance_unit'>,
  vehicle: CheckVehicle,
  template: AskedTemplate,
  begun: { readonly reportKey: string; readonly nowMs: number },
): Draft {
  return {
    reportKey: begun.reportKey,
    userId: person.id,
    vehicle,
    template,
    startedAtMs: begun.nowMs,
    doneAtMs: null,
    answers: template.items.map(() => null),
    isFinishing: false,
    odometer: '',
    distanceUnit,
    place: '',
    position: null,
    signature: null,
    signedName: person.name,
  };
}

/** Whether a check was left too long; one that was finished in time may be corrected whenever. */
export const isStale = ({ startedAtMs, doneAtMs }: Draft, nowMs: number) =>
  doneAtMs === null && nowMs - startedAtMs > STALE_MS;

/** How an answer stands: not given, not whole (a defect without severity or words), or given. */
export function stateOf(answer: Answer | null | undefined): 'open' | 'unfinished' | 'given' {
  if (answer === null || answer === undefined) return 'open';
  if (answer.result !== 'defect') return 'given';
  return answer.severity === null || answer.note.trim() === '' ? 'unfinished' : 'given';
}

/** Places of the points that nothing, or not enough, is said of. */
export function openItems({ answers }: Pick<Draft, 'answers'>): number[] {
  return answers.flatMap((answer, n) => (stateOf(answer) === 'given' ? [] : [n]));
}

/** The defects of a check, with the points they are about. */
export function defectsOf({ answers, template }: Draft): { item: AskedItem; answer: Answer }[] {
  return template.items.flatMap((item, n) => {
    const answer = answers[n];
    return answer?.result === 'defect' ? [{ item, answer }] : [];
  });
}

/** Whether what was found takes the vehicle off the road (facts of the trade, walkaround check). */
export function isOffRoad(draft: Draft): boolean {
  return defectsOf(draft).some(
    ({ item, answer }) =>
      answer.severity !== null && takesOffRoad({ area: item.area, severity: answer.severity }),
  );
}

/** Every photograph of a check: of its defects, each once. */
export const photosOf = (draft: Draft): string[] => [
  ...new Set(defectsOf(draft).flatMap(({ answer }) => answer.photos)),
];

/** The typed odometer in metres (requirement S-03); null for nothing, undefined for no whole number. */
export function odometerM({
  odometer,
  distanceUnit,
}: Pick<Draft, 'odometer' | 'distanceUnit'>): number | null | undefined {
  const typed = odometer.replace(/[\s.,]/g, '');
  if (typed === '') return null;
  return /^\d{1,7}$/.test(typed) ? metresFromDistance(Number(typed), distanceUnit) : undefined;
}

/** What is still missing before a check can be sent, by the field it is beside. */
export function faultsOf(draft: Draft): ('items' | 'odometer' | 'signature')[] {
  return [
    ...(openItems(draft).length > 0 ? (['items'] as const) : []),
    ...(odometerM(draft) == null ? (['odometer'] as const) : []),
    ...(draft.signature === null || draft.signedName.trim().length < 2
      ? (['signature'] as const)
      : []),
  ];
}

/**
 * A check as it is sent; the same draft always makes the same, so that sending it again is known.
 *
 * @param ids of the photographs that have arrived, by their names
 */
export function bodyOf(draft: Draft, ids: ReadonlyMap<string, number>): Body {
  return {
    vehicle: draft.vehicle.id,
    person: draft.userId,
    template: draft.template.id,
    started_at: new Date(draft.startedAtMs).toISOString(),
    done_at: new Date(draft.doneAtMs ?? draft.startedAtMs).toISOString(),
    odometer: odometerM(draft) ?? null,
    place: draft.place.trim(),
    lat: draft.position?.lat ?? null,
    long: draft.position?.long ?? null,
    answers: draft.answers.flatMap((answer, item): Body['answers'] => {
      if (answer === null) return [];
      const { result, severity, note, photos } = answer;
      if (result !== 'defect') return [{ item, result, photos: [] }];
      const sent = photos.flatMap((name) => ids.get(name) ?? []);
      return [
        {
          item,
          result,
          note: note.trim(),
          photos: sent,
          ...(severity === null ? {} : { severity }),
        },
      ];
    }),
    signature: draft.signature ?? '',
    signed_name: draft.signedName.trim(),
  };
}
