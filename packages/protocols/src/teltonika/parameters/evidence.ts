import { type AvlRecord, CODEC_16 } from '../avl.ts';
import { ASSETS, type Family, GENERAL, PROFESSIONALS, UNKNOWN, UNKNOWN_16 } from './family.ts';

const LENGTHS = 16;
const IS_GENERAL = 1;
const IS_PROFESSIONAL = 2;
const IS_ASSET = 4;

/** Ids with the number of bytes that only one family uses for them. */
const MARKS: readonly (readonly [mark: number, bytes: number, ids: readonly number[]])[] = [
  [IS_GENERAL, 1, [69, 80, 113, 236]],
  [IS_GENERAL, 4, [72, 73, 74, 75]],
  [IS_PROFESSIONAL, 1, [71, 144, 178]],
  [IS_PROFESSIONAL, 2, [70, 72, 73, 74, 75, 236, 245]],
  [IS_PROFESSIONAL, 4, [216]],
  [IS_ASSET, 1, [116, 286, 289]],
  [IS_ASSET, 2, [20_016, 25_016]],
];

const MARK_OF: ReadonlyMap<number, number> = new Map(
  MARKS.flatMap(([mark, bytes, ids]) =>
    ids.map((id): [number, number] => [id * LENGTHS + bytes, mark]),
  ),
);

/**
 * The family whose tables apply to a record. A registered model decides; without one the record
 * shows its family by parameters that only one family has with this length. Asset devices share
 * the marks of the general family.
 *
 * @param family the family of the registered model
 */
export function familyOfRecord({ io, codec }: AvlRecord, family: Family): Family {
  if (family !== UNKNOWN) return family;
  let marks = 0;
  for (let index = 0; index < io.count; index += 1) {
    const length = io.lengthAt(index);
    if (length < LENGTHS) marks |= MARK_OF.get(io.idAt(index) * LENGTHS + length) ?? 0;
  }
  if (marks === IS_ASSET || marks === (IS_ASSET | IS_GENERAL)) return ASSETS;
  if (marks === IS_PROFESSIONAL) return PROFESSIONALS;
  if (codec === CODEC_16) return UNKNOWN_16;
  return marks === IS_GENERAL ? GENERAL : UNKNOWN;
}
