import {
  CPC_COURSE_HOURS,
  CPC_HOURS,
  type DriverDocumentKind,
  type DriverFileItemKind,
  type DriverFileState,
  type DriversFileSettings,
  type ExemptibleItem,
  type LicenceCategory,
  type LicenceStatus,
  type PenaltyPoints,
} from '@roadworthy/domain';
import { addDays, addMonths, addYears, earlier } from './days.ts';
import { medicalDueOn } from './medical.ts';

/** A document of a driver's file. Days are YYYY-MM-DD. */
export interface DriverDocument {
  readonly id: number;
  readonly kind: DriverDocumentKind;
  /** Name of a training or course, kind of a medical or of a document of the right to work. */
  readonly title: string;
  /** When it was issued or done. */
  readonly issued_on: string | null;
  readonly expires_on: string | null;
  readonly hours: number | null;
  readonly categories: readonly LicenceCategory[];
  readonly points: readonly PenaltyPoints[];
  /** Of a check with the DVLA; null for other documents. */
  readonly licence_status: LicenceStatus | null;
  /** The last day of a disqualification; null without an end. */
  readonly disqualified_until: string | null;
}

/** What is known about a driver. */
export interface DriverFacts {
  readonly born_on: string | null;
  /** What a person has recorded as not needed. */
  readonly exempt: readonly ExemptibleItem[];
  readonly documents: readonly DriverDocument[];
  /** The last day of work, as that of an agency driver; null or absent without one. */
  readonly engaged_until?: string | null;
}

/** What the file must have, and until when it is in order. */
export interface FileItem {
  readonly kind: DriverFileItemKind;
  /** Name of a training; empty for others. */
  readonly title: string;
  /** `dated`: in order until `due_on`. `complete`: in order without a date. */
  readonly standing: 'dated' | 'complete' | 'missing' | 'not_needed';
  readonly due_on: string | null;
  readonly document_id: number | null;
}

/** Years for which penalty points count (Road Traffic Offenders Act 1988, section 29). */
const POINTS_YEARS = 3;
const CPC_YEARS = 5;

/** Categories of lorries and buses, which need a group 2 licence and the driver CPC. */
const GROUP_2 = new Set(['C1', 'C1E', 'C', 'CE', 'D1', 'D1E', 'D', 'DE']);

/** The category without the plus of its other spelling, C+E. */
export const plainCategory = (category: string): string => category.replace('+', '');
const isGroup2 = ({ category }: LicenceCategory) => GROUP_2.has(plainCategory(category));

/** The newest document of a kind. */
export function newest(
  documents: readonly DriverDocument[],
  kind: DriverDocumentKind,
): DriverDocument | null {
  const of = documents.filter((one) => one.kind === kind);
  return of.reduce<DriverDocument | null>((a, b) => (a === null || b.id > a.id ? b : a), null);
}

/** Penalty points that count on a day. */
export function pointsOn(licence: DriverDocument | null, today: string): number {
  const since = addYears(today, -POINTS_YEARS);
  return (licence?.points ?? [])
    .filter(({ on }) => on > since && on <= today)
    .reduce((sum, { points }) => sum + points, 0);
}

/**
 * Hours of CPC courses that count in the five years before a day, which is the expiry of the card if there
 * is one. Courses of less than seven hours do not count.
 */
export function trainingHours(documents: readonly DriverDocument[], until: string): number {
  const since = addYears(until, -CPC_YEARS);
  return documents
    .filter(({ kind, issued_on: on, hours }) => {
      const counts = kind === 'cpc_course' && (hours ?? 0) >= CPC_COURSE_HOURS;
      return counts && on !== null && on > since && on <= until;
    })
    .reduce((sum, { hours }) => sum + (hours ?? 0), 0);
}

const without = { title: '', due_on: null, document_id: null } as const;
const missing = (kind: DriverFileItemKind): FileItem => ({ kind, ...without, standing: 'missing' });
const notNeeded = (kind: DriverFileItemKind): FileItem => ({
  kind,
  ...without,
  standing: 'not_needed',
});
const until = (
  kind: DriverFileItemKind,
  due: string | null,
  { id, title }: Pick<DriverDocument, 'id'> & Partial<Pick<DriverDocument, 'title'>>,
): FileItem => ({
  kind,
  title: title ?? '',
  standing: due === null ? 'complete' : 'dated',
  due_on: due,
  document_id: id,
});

/** In order until the document expires. */
const document = (kind: DriverFileItemKind & DriverDocumentKind, one: DriverDocument | null) =>
  one === null ? missing(kind) : until(kind, one.expires_on, { id: one.id });

/** The earliest of the card and of its categories for lorries and buses. */
function licenceItem(licence: DriverDocument | null): FileItem {
  if (licence === null) return missing('licence');
  const due = licence.categories
    .filter(isGroup2)
    .reduce((day, { expires_on }) => earlier(day, expires_on), licence.expires_on);
  return until('licence', due, { id: licence.id });
}

function checkItem(
  check: DriverDocument | null,
  points: number,
  settings: DriversFileSettings,
): FileItem {
  if (check?.issued_on == null) return missing('entitlement_check');
  const months =
    points >= settings.points_from ? settings.check_months_with_points : settings.check_months;
  const due = earlier(addMonths(check.issued_on, months), check.expires_on);
  return until('entitlement_check', due, { id: check.id });
}

function trainingItem(facts: DriverFacts, card: DriverDocument | null, today: string): FileItem {
  const end = card?.expires_on ?? null;
  const hours = trainingHours(facts.documents, end ?? today);
  if (hours >= CPC_HOURS) return { kind: 'cpc_training', ...without, standing: 'complete' };
  if (end === null) return missing('cpc_training');
  return { kind: 'cpc_training', ...without, standing: 'dated', due_on: end };
}

function medicalItem({ born_on: bornOn, documents }: DriverFacts): FileItem {
  const last = newest(documents, 'medical');
  const legal = bornOn === null ? null : medicalDueOn(bornOn, last?.issued_on ?? null);
  if (last !== null) return until('medical', earlier(legal, last.expires_on), { id: last.id });
  if (legal === null) return missing('medical');
  return { kind: 'medical', ...without, standing: 'dated', due_on: legal };
}

/** The newest of each training by name. */
function trainings(documents: readonly DriverDocument[]): FileItem[] {
  const byTitle = new Map<string, DriverDocument>();
  for (const one of documents) {
    if (one.kind !== 'training') continue;
    const key = one.title.toLowerCase();
    if (one.id > (byTitle.get(key)?.id ?? 0)) byTitle.set(key, one);
  }
  return [...byTitle.values()].map((one) => until('training', one.expires_on, one));
}

/**
 * What a driver's file must have. CPC, tachograph card and medical are needed by drivers with a category for
 * lorries or buses, unless a person has recorded that they are not.
 *
 * @param today YYYY-MM-DD, for points and training that count
 */
export function fileItems(
  facts: DriverFacts,
  settings: DriversFileSettings,
  today: string,
): FileItem[] {
  const { documents } = facts;
  const licence = newest(documents, 'licence');
  const card = newest(documents, 'cpc_card');
  const isProfessional = licence?.categories.some(isGroup2) ?? false;
  const items = [
    licenceItem(licence),
    checkItem(newest(documents, 'entitlement_check'), pointsOn(licence, today), settings),
    document('right_to_work', newest(documents, 'right_to_work')),
    ...[
      document('cpc_card', card),
      trainingItem(facts, card, today),
      document('tachograph_card', newest(documents, 'tachograph_card')),
      medicalItem(facts),
    ].map((item) => (isProfessional ? item : notNeeded(item.kind))),
  ].map((item) => (facts.exempt.some((kind) => kind === item.kind) ? notNeeded(item.kind) : item));
  const end = facts.engaged_until ?? null;
  const engagement: FileItem[] =
    end === null ? [] : [{ kind: 'engagement', ...without, standing: 'dated', due_on: end }];
  return [...items, ...engagement, ...trainings(documents)];
}

/** The state of an item on a day. @param today YYYY-MM-DD */
export function stateOn(
  { standing, due_on: due }: Pick<FileItem, 'standing' | 'due_on'>,
  today: string,
  warningDays: number,
): DriverFileState {
  if (standing === 'complete') return 'valid';
  if (standing !== 'dated' || due === null) return standing === 'not_needed' ? standing : 'missing';
  if (due < today) return 'expired';
  return due <= addDays(today, warningDays) ? 'expires_soon' : 'valid';
}
