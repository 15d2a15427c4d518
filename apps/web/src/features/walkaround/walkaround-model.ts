import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import {
  canPull,
  isTrailer,
  kindOf,
  MAX_TRAILERS,
  metresFromDistance,
  type Severity,
  takesOffRoad,
} from '@roadworthy/domain';

export type Start = AnswerOf<typeof contract.walkaround.start>;
export type CheckVehicle = Start['vehicles'][number];
/** A point to check; with a fault for a question about what the vehicle reports. */
export type AskedItem = Start['templates'][number]['items'][number] & { readonly fault?: number };
export type AskedTemplate = Omit<Start['templates'][number], 'items'> & {
  readonly items: readonly AskedItem[];
};
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

/** A trailer of a check, and what is asked of it. */
interface CheckedTrailer {
  readonly vehicle: CheckVehicle;
  readonly template: AskedTemplate;
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
  /**
   * The coupled trailers, the nearest first; absent where trailers are not asked, as in drafts of earlier
   * versions.
   */
  readonly trailers?: readonly CheckedTrailer[] | undefined;
  /**
   * By the place of the item in the template, then those of each trailer; null where nothing is said yet.
   */
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

/** Whether a vehicle is a trailer, which has no odometer and no cab. */
const isTrailerItself = ({ kind, type }: CheckVehicle) => isTrailer(kindOf(type, kind ?? null));

/** What a phone knows of trailers; nothing where it was stored by an earlier version. */
type TrailersKnown = Pick<Start, 'trailer_template' | 'trailers'>;

/** What is asked of a vehicle; undefined if nothing is known of its type. */
export function templateFor(
  {
    templates,
    trailer_template: forTrailers = null,
  }: Pick<Start, 'templates' | 'trailer_template'>,
  vehicle: CheckVehicle,
): AskedTemplate | undefined {
  if (forTrailers !== null && isTrailerItself(vehicle)) return forTrailers;
  return templates.find((one) => one.vehicle_type === vehicle.type);
}

/** The trailers that are coupled to a vehicle as far as this phone knows; undefined if it pulls none. */
function knownTrailers(
  { trailer_template: template = null, trailers = [] }: TrailersKnown,
  vehicle: CheckVehicle,
): CheckedTrailer[] | undefined {
  if (template === null || !canPull(kindOf(vehicle.type, vehicle.kind ?? null))) return undefined;
  return (vehicle.trailers ?? []).flatMap((id) => {
    const trailer = trailers.find((one) => one.id === id);
    return trailer === undefined ? [] : [{ vehicle: trailer, template }];
  });
}

/** A template with the questions about the faults that a vehicle reports, after its points. */
const withQuestions = (
  template: AskedTemplate,
  { questions = [] }: CheckVehicle,
): AskedTemplate => ({ ...template, items: [...template.items, ...questions] });

/** The faults that were asked about, as they are sent. */
function sentQuestions({ items }: AskedTemplate) {
  const questions = items.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  return questions.length === 0 ? {} : { questions };
}

/** Every item of a check: of the vehicle, then of each trailer. `asset` counts from 0, the vehicle. */
export function itemsOf({ template, trailers = [] }: Pick<Draft, 'template' | 'trailers'>) {
  return [template, ...trailers.map((one) => one.template)].flatMap(({ items }, asset) =>
    items.map((item) => ({ item, asset })),
  );
}

/** The answers about one asset, from 0, the vehicle. */
function answersOf(draft: Draft, asset: number) {
  const items = itemsOf(draft);
  return draft.answers.filter((_, n) => items[n]?.asset === asset);
}

/** A draft with one more trailer; as it was if it is there already, or has the most. */
export function withTrailer(draft: Draft, trailer: CheckedTrailer): Draft {
  const trailers = draft.trailers ?? [];
  const isThere = trailers.some(({ vehicle }) => vehicle.id === trailer.vehicle.id);
  if (isThere || trailers.length >= MAX_TRAILERS) return draft;
  const template = withQuestions(trailer.template, trailer.vehicle);
  return {
    ...draft,
    trailers: [...trailers, { ...trailer, template }],
    answers: [...draft.answers, ...template.items.map(() => null)],
  };
}

/** A draft without a trailer and its answers. */
export function withoutTrailer(draft: Draft, id: number): Draft {
  const trailers = draft.trailers ?? [];
  const asset = trailers.findIndex(({ vehicle }) => vehicle.id === id) + 1;
  const items = itemsOf(draft);
  return {
    ...draft,
    trailers: trailers.filter(({ vehicle }) => vehicle.id !== id),
    answers: draft.answers.filter((_, n) => items[n]?.asset !== asset),
  };
}

/** A new check of a vehicle by a person. */
export function newDraft(
  start: Pick<Start, 'distance_unit' | 'person'> & TrailersKnown,
  vehicle: CheckVehicle,
  asked: AskedTemplate,
  begun: { readonly reportKey: string; readonly nowMs: number },
): Draft {
  const { person, distance_unit: distanceUnit } = start;
  const template = withQuestions(asked, vehicle);
  const first: Draft = {
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
  const trailers = knownTrailers(start, vehicle);
  return trailers === undefined ? first : trailers.reduce(withTrailer, { ...first, trailers: [] });
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
export function defectsOf(
  draft: Draft,
): { item: AskedItem; answer: Answer; registration: string | null }[] {
  return itemsOf(draft).flatMap(({ asset, item }, n) => {
    const answer = draft.answers[n];
    const registration = draft.trailers?.[asset - 1]?.vehicle.registration ?? null;
    return answer?.result === 'defect' ? [{ item, answer, registration }] : [];
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

/** Whether the vehicle has an odometer to read. */
export const hasOdometer = ({ vehicle }: Draft): boolean => !isTrailerItself(vehicle);

/** What is still missing before a check can be sent, by the field it is beside. */
export function faultsOf(draft: Draft): ('items' | 'odometer' | 'signature')[] {
  return [
    ...(openItems(draft).length > 0 ? (['items'] as const) : []),
    ...(hasOdometer(draft) && odometerM(draft) == null ? (['odometer'] as const) : []),
    ...(draft.signature === null || draft.signedName.trim().length < 2
      ? (['signature'] as const)
      : []),
  ];
}

/** The answers about one asset as they are sent. */
function sentAnswers(
  answers: readonly (Answer | null)[],
  ids: ReadonlyMap<string, number>,
): Body['answers'] {
  return answers.flatMap((answer, item): Body['answers'] => {
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
  });
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
    answers: sentAnswers(answersOf(draft, 0), ids),
    ...sentQuestions(draft.template),
    ...(draft.trailers === undefined
      ? {}
      : {
          trailers: draft.trailers.map(({ template, vehicle }, n) => ({
            vehicle: vehicle.id,
            template: template.id,
            answers: sentAnswers(answersOf(draft, n + 1), ids),
            ...sentQuestions(template),
          })),
        }),
    signature: draft.signature ?? '',
    signed_name: draft.signedName.trim(),
  };
}
