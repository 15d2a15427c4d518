import { ASSET_KINDS } from '@roadworthy/domain';
import { z } from 'zod';
import { id, idText, textOf } from './fields.ts';

/** Custom texts of a page, by language and name. */
export const ownTexts = z
  .object({ en: z.record(z.string(), z.string()), pt: z.record(z.string(), z.string()) })
  .meta({ id: 'OwnTexts' });

/** Path parameters of a call about one record. */
export const byId = z.object({ id: idText });

/** A whole-number query parameter with bounds and a default. */
const boundedInteger = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/**
 * Query of a paged list (requirements R-004, R-P02, R-P03): `page` counts from 1; a descending
 * order may be said by a minus prefix or by `orderingDirection` (OP-038).
 *
 * @param fields the names the list may be ordered by; the first is the default
 */
export function pagedQuery<const F extends readonly [string, ...string[]]>(fields: F) {
  const orderings = fields.flatMap((field) => [field, `-${field}`]);
  return z.object({
    pageSize: boundedInteger(1, 400, 50),
    page: boundedInteger(1, 1_000_000, 1),
    ordering: z.enum(['', ...orderings]).default(''),
    orderingDirection: z.enum(['asc', 'desc', '']).default(''),
    search: textOf(200).default(''),
  });
}

/** Answer of a paged list (requirement R-004). */
export function paged<T extends z.core.SomeType>(item: T) {
  return z.object({ count: z.int().nonnegative(), results: z.array(item) });
}

/** The one shape of every error answer (requirement T-P01). */
export const errorAnswer = z
  .object({
    detail: z.string(),
    /** Stable, unlike `detail`, which is in the language of the reader. */
    code: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    error_codes: z.record(z.string(), z.array(z.string())).optional(),
    message: z.string().optional(),
    status: z.string().optional(),
    non_field_errors: z.array(z.string()).optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' });

export const vehicleType = z.enum(['CAR', 'VAN', 'STR', 'BIK']);
/** What the asset is; it refines the type (decision 44). */
export const assetKind = z.enum(ASSET_KINDS);

export const driverName = z
  .object({ id, first_name: z.string(), surname: z.string() })
  .meta({ id: 'DriverName' });
