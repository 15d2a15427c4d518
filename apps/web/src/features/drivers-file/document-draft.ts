import type { BodyOf, contract } from '@roadworthy/contract';
import type { DriverDocumentKind } from '@roadworthy/domain';
import type { DriverDocument } from './drivers-file.ts';

type Values = Omit<BodyOf<typeof contract.driversFile.create>, 'kind'>;

/** A category as typed; the codes are separated by blanks or commas. */
export interface CategoryDraft {
  readonly key: number;
  readonly category: string;
  readonly expires_on: string;
  readonly codes: string;
}

/** Penalty points as typed. */
export interface PointsDraft {
  readonly key: number;
  readonly on: string;
  readonly points: string;
  readonly code: string;
}

/** A document as typed. Days are YYYY-MM-DD; empty for none. */
export interface DocumentDraft {
  readonly title: string;
  readonly number: string;
  readonly country: string;
  readonly issued_on: string;
  readonly expires_on: string;
  readonly hours: string;
  readonly categories: readonly CategoryDraft[];
  readonly points: readonly PointsDraft[];
  readonly note: string;
  readonly is_checked: boolean;
  readonly proof: File | null;
}

/** The fields that a document of a kind has, besides note, proof and check. */
export const FIELDS_OF = {
  licence: ['number', 'country', 'issued_on', 'expires_on', 'categories', 'points'],
  entitlement_check: ['issued_on', 'number', 'expires_on'],
  cpc_card: ['number', 'issued_on', 'expires_on'],
  cpc_course: ['title', 'issued_on', 'hours'],
  tachograph_card: ['number', 'country', 'issued_on', 'expires_on'],
  medical: ['title', 'issued_on', 'expires_on'],
  right_to_work: ['title', 'number', 'country', 'issued_on', 'expires_on'],
  training: ['title', 'issued_on', 'expires_on'],
  mandate: ['issued_on', 'expires_on'],
} as const satisfies Record<DriverDocumentKind, readonly (keyof DocumentDraft)[]>;

/** Fields that the person must fill in. */
export const REQUIRED_OF: Partial<
  Record<DriverDocumentKind, readonly ('title' | 'issued_on' | 'hours')[]>
> = {
  entitlement_check: ['issued_on'],
  cpc_course: ['title', 'issued_on', 'hours'],
  medical: ['issued_on'],
  training: ['title'],
  mandate: ['issued_on'],
};

/** The fields of a document, or of a new one; a new licence begins with the categories of the last. */
export function draftOf(
  one: DriverDocument | null,
  previous: DriverDocument | null,
): DocumentDraft {
  const from = one ?? previous;
  return {
    title: one?.title ?? '',
    number: from?.number ?? '',
    country: from?.country ?? '',
    issued_on: one?.issued_on ?? '',
    expires_on: one?.expires_on ?? '',
    hours: one?.hours?.toString() ?? '',
    categories: (from?.categories ?? []).map(({ category, expires_on: day, codes }, key) => ({
      key,
      category,
      expires_on: day ?? '',
      codes: codes.join(' '),
    })),
    points: (from?.points ?? []).map(({ on, points, code }, key) => ({
      key,
      on,
      points: String(points),
      code,
    })),
    note: one?.note ?? '',
    is_checked: one !== null && one.checked !== null,
    proof: null,
  };
}

/** The draft as the call takes it; empty rows are left out. */
export function valuesOf(draft: DocumentDraft): Values {
  return {
    title: draft.title,
    number: draft.number,
    country: draft.country,
    issued_on: draft.issued_on || null,
    expires_on: draft.expires_on || null,
    hours: draft.hours === '' ? null : Number(draft.hours),
    categories: draft.categories
      .filter(({ category }) => category.trim() !== '')
      .map(({ category, expires_on: day, codes }) => ({
        category,
        expires_on: day || null,
        codes: codes.split(/[\s,]+/).filter((code) => code !== ''),
      })),
    points: draft.points
      .filter(({ on, points }) => on !== '' || points !== '')
      .map(({ on, points, code }) => ({ on, points: Number(points), code })),
    note: draft.note,
    is_checked: draft.is_checked,
  };
}
