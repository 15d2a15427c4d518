import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import {
  type EnteredMovementKind,
  formatNumber,
  type PartCategory,
  type PartUnit,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';

type Calls = typeof contract.parts;
export type Part = AnswerOf<Calls['read']>;
export type PartRow = AnswerOf<Calls['list']>['results'][number];
export type Movement = AnswerOf<Calls['movement']>;
export type Store = AnswerOf<Calls['store']>;
export type Supplier = AnswerOf<Calls['supplier']>;

/** Keys of the lists in the cache, and kinds of their history. */
export const PARTS_KEY = 'part';
export const MOVEMENTS_KEY = 'part-movement';
export const STORES_KEY = 'part_store';
export const SUPPLIERS_KEY = 'part_supplier';

/** Permission to change parts and their stock, as the calls require. */
export const PARTS_WRITE = {
  kind: 'module',
  anyOf: ['Defect', 'Vehicle File'],
  write: true,
  refusesLimited: true,
} as const;

/** A supplier of the form; the price as typed. */
export interface OfferDraft {
  readonly supplier: number | null;
  readonly number: string;
  readonly price: string;
}
export const NO_OFFER: OfferDraft = { supplier: null, number: '', price: '' };

/** The fields of the form; numbers as typed. */
export interface PartDraft {
  readonly number: string;
  readonly name: string;
  readonly category: PartCategory;
  readonly unit: PartUnit;
  readonly barcode: string;
  readonly reorder_level: string;
  readonly reorder_quantity: string;
  readonly warranty_months: string;
  readonly note: string;
  readonly suppliers: readonly OfferDraft[];
}

const text = (value: number | null | undefined) => String(value ?? '');
/** A quantity with the decimals that it has, at most three. */
export const quantityText = (quantity: number, locale: string): string =>
  formatNumber(quantity, locale, String(quantity).split('.')[1]?.length ?? 0);

export const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));

/** The values of a part, or of a new one. */
export const draftOf = (one: Part | null): PartDraft => ({
  number: one?.number ?? '',
  name: one?.name ?? '',
  category: one?.category ?? 'other',
  unit: one?.unit ?? 'piece',
  barcode: one?.barcode ?? '',
  reorder_level: text(one?.reorder_level),
  reorder_quantity: text(one?.reorder_quantity),
  warranty_months: text(one?.warranty_months),
  note: one?.note ?? '',
  suppliers: (one?.suppliers ?? []).map(({ supplier, number, price }) => ({
    supplier: supplier.id,
    number,
    price: text(price),
  })),
});

/** Fields without a value. */
export function checkPart(draft: PartDraft, t: TFunction): Faults {
  const hasGap = draft.suppliers.some(({ supplier }) => supplier === null);
  return {
    ...missing(draft, ['number', 'name'], t),
    ...(hasGap ? { suppliers: [t('parts.supplierMissing')] } : {}),
  };
}

/** Creates or changes a part. */
export function savePart(draft: PartDraft, one: Part | null): Promise<unknown> {
  const body: BodyOf<Calls['create']> = {
    ...draft,
    reorder_level: numberOf(draft.reorder_level),
    reorder_quantity: numberOf(draft.reorder_quantity),
    warranty_months: numberOf(draft.warranty_months),
    suppliers: draft.suppliers.map(({ supplier, number, price }) => ({
      supplier: supplier ?? 0,
      number,
      price: numberOf(price),
    })),
    version: one?.version,
  };
  return one === null
    ? api.parts.create({ body })
    : api.parts.change({ params: { id: one.id }, body });
}

/** What a person enters to change a stock; numbers as typed. */
export interface MoveDraft {
  readonly kind: EnteredMovementKind;
  readonly store: number | null;
  readonly to_store: number | null;
  readonly quantity: string;
  readonly unit_cost: string;
  readonly reason: string;
}

/** Fields without a value. */
export const checkMove = (draft: MoveDraft, t: TFunction): Faults =>
  missing(
    draft,
    draft.kind === 'transfer'
      ? ['store', 'to_store', 'quantity']
      : draft.kind === 'adjustment'
        ? ['store', 'quantity', 'reason']
        : ['store', 'quantity'],
    t,
  );
