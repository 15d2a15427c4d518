import type { BodyOf, contract } from '@roadworthy/contract';
import { identifierKey, isTrailer, kindFits, kindOf } from '@roadworthy/domain';
import type { FieldErrors } from '../../customers/index.ts';
import type { Vehicle } from '../vehicle-json.ts';

type Body = BodyOf<typeof contract.vehicles.create>;

/**
 * The kind of a form. Companion apps change only the type: a stored kind that does not fit the new type is
 * dropped, so that the one of the type counts.
 */
export const keptKind = (before: Vehicle | null, { kind, type }: Body): Body['kind'] =>
  kind !== null && kind === before?.kind && type !== before.type && !kindFits(type, kind)
    ? null
    : kind;

/** The identifiers of a form. Those that are stored go with the kind, as companion apps do not know them. */
export function keptIdentifiers(before: Vehicle | null, body: Body): Body['identifiers'] {
  const { identifiers } = body;
  const isStored = identifiers === undefined || identifiers.join() === before?.identifiers.join();
  const hasTrailer = isTrailer(kindOf(body.type, keptKind(before, body)));
  return isStored && !hasTrailer && (before?.identifiers.length ?? 0) > 0 ? [] : identifiers;
}

/**
 * The validation errors of a trailer's identifiers.
 *
 * @param holders the vehicles of identifiers; those of this form are added (0 for a new vehicle)
 */
export function faultsOfIdentifiers(
  { identifiers = [], kind, type }: Body,
  before: Vehicle | null,
  holders: Map<string, number>,
): FieldErrors {
  if (identifiers.length > 0 && !isTrailer(kindOf(type, kind))) {
    return { identifiers: ['vehicle.identifiers_of_trailer'] };
  }
  for (const key of new Set(identifiers.map(identifierKey))) {
    const holder = holders.get(key);
    if (holder !== undefined && holder !== before?.id) {
      return { identifiers: ['vehicle.identifier_taken'] };
    }
    holders.set(key, before?.id ?? 0);
  }
  return {};
}
