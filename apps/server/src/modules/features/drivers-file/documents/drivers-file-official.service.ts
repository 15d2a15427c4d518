import {
  type LicenceCategory,
  type LicenceChange,
  type PenaltyPoints,
  plainLicenceNumber,
} from '@roadworthy/domain';
import { newest, plainCategory } from '../../../../engines/drivers-file/index.ts';
import { type Actor, recordChanges } from '../../../../platform/audit/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { LicenceRecord } from '../../../../platform/official-services/index.ts';
import {
  type DocumentRow,
  documentsOf,
  followDocument,
  insertDocument,
} from './drivers-file-documents.repository.ts';
import { describedFor } from './drivers-file-documents.service.ts';

/** A driver whose licence was checked. */
export interface CheckedDriver {
  readonly driverId: number;
  readonly customerId: number;
  readonly firstName: string;
  readonly surname: string;
}

const pointsKey = ({ code, on, points }: PenaltyPoints) => `${on} ${points} ${code}`;
const validOn = (categories: readonly LicenceCategory[], today: string) =>
  categories
    .filter(({ expires_on: day }) => day === null || day >= today)
    .map(({ category }) => plainCategory(category));
const isPast = (day: string | null, today: string) => day !== null && day < today;

/**
 * What became worse since the newest licence and the newest check of the file. Without an earlier licence,
 * no category is lost.
 *
 * @param today YYYY-MM-DD
 */
export function licenceChanges(
  documents: readonly DocumentRow[],
  record: LicenceRecord,
  today: string,
): LicenceChange[] {
  const licence = newest(documents, 'licence');
  const status = newest(documents, 'entitlement_check')?.licence_status ?? 'valid';
  const knownPoints = new Set((licence?.points ?? []).map(pointsKey));
  const held = validOn(record.categories, today);
  const isNew = record.status !== status;
  const wasExpired = status === 'expired' || isPast(licence?.expires_on ?? null, today);
  const isExpired = record.status === 'expired' || isPast(record.cardExpiresOn, today);
  const isUnusable = !['valid', 'expired', 'disqualified'].includes(record.status);
  return [
    ...(record.points.some((one) => one.points > 0 && !knownPoints.has(pointsKey(one)))
      ? (['points'] as const)
      : []),
    ...(record.status === 'disqualified' && isNew ? (['disqualified'] as const) : []),
    ...(isUnusable && isNew ? (['not_valid'] as const) : []),
    ...(validOn(licence?.categories ?? [], today).some((one) => !held.includes(one))
      ? (['category_lost'] as const)
      : []),
    ...(isExpired && !wasExpired ? (['expired'] as const) : []),
  ];
}

/** The parts of a licence of which a difference makes a new document. */
const contentOf = (one: Pick<DocumentRow, 'categories' | 'expires_on' | 'number' | 'points'>) =>
  JSON.stringify([
    one.number,
    one.expires_on,
    [...one.categories]
      .map(({ category, codes, expires_on }) => [plainCategory(category), expires_on, ...codes])
      .sort(),
    one.points.map(pointsKey).sort(),
  ]);

/**
 * Stores what the DVLA says of a licence: an entitlement check, and a licence if it differs from the newest
 * one of the file. Both follow to the fields of the driver, and the audit log names who asked.
 *
 * @param today YYYY-MM-DD
 * @returns what became worse since the last documents
 */
export async function keepLicenceRecord(
  trx: Transaction,
  driver: CheckedDriver,
  record: LicenceRecord,
  { actor, today }: { readonly actor: Actor; readonly today: string },
): Promise<LicenceChange[]> {
  const before = await documentsOf(trx, [driver.driverId]);
  const changes = licenceChanges(before, record, today);
  const licence = newest(before, 'licence') as DocumentRow | null;
  // The spelling of the file stays, by which the driver is known.
  const isSameNumber = plainLicenceNumber(licence?.number ?? '') === record.number;
  const number = isSameNumber && licence !== null ? licence.number : record.number;
  const said = {
    number,
    expires_on: record.cardExpiresOn ?? licence?.expires_on ?? null,
    categories: record.categories,
    points: record.points,
  };
  const isKnown = licence !== null && contentOf(licence) === contentOf(said);
  const shared = {
    customer_id: driver.customerId,
    driver_id: driver.driverId,
    source: 'dvla' as const,
    created_by: actor.name,
    country: 'GB',
    number,
    categories: JSON.stringify(record.categories),
    points: JSON.stringify(record.points),
  };
  const ids = [
    await insertDocument(trx, {
      ...shared,
      kind: 'entitlement_check',
      issued_on: today,
      licence_status: record.status,
      disqualified_until: record.disqualifiedUntil,
    }),
    ...(isKnown
      ? []
      : [await insertDocument(trx, { ...shared, kind: 'licence', expires_on: said.expires_on })]),
  ];
  await followDocument(trx, driver.driverId, 'entitlement_check');
  if (!isKnown) await followDocument(trx, driver.driverId, 'licence');
  const describe = describedFor({ first_name: driver.firstName, surname: driver.surname });
  const stored = (await documentsOf(trx, [driver.driverId])).filter(({ id }) => ids.includes(id));
  await recordChanges(
    trx,
    stored.map((row) => {
      const { facts, ...of } = describe(row);
      return { ...of, actor, action: 'created' as const, before: null, after: facts };
    }),
  );
  return changes;
}
