import { isCardBlock } from './card/card-blocks.ts';
import { type CardFile, readCard } from './card/read-card.ts';
import { ProblemList, type TachographProblem } from './problems.ts';
import {
  isTransfer,
  readVehicleUnit,
  type VehicleUnitFile,
} from './vehicle-unit/read-vehicle-unit.ts';

export interface UnrecognisedFile {
  readonly kind: 'unrecognised';
  readonly problems: TachographProblem[];
}

export type TachographFile = CardFile | VehicleUnitFile | UnrecognisedFile;

/** Bytes at the start that may be damaged before the file is not recognised any more. */
const MAX_LEADING_DAMAGE = 4096;

/**
 * Reads a downloaded file (.DDD, .C1B, .V1B, .TGD, .ESM: the names differ, the content does not).
 * Never throws; what cannot be read is in `problems`. Its time grows with the length of the file.
 */
export function readTachographFile(bytes: Uint8Array): TachographFile {
  const problems = new ProblemList();
  if (isTransfer(bytes, 0)) return readVehicleUnit(bytes, 0, problems);
  if (isCardBlock(bytes, 0)) return readCard(bytes, 0, problems);
  const limit = Math.min(bytes.length, MAX_LEADING_DAMAGE);
  for (let at = 1; at < limit; at += 1) {
    if (isCardBlock(bytes, at) || isTransfer(bytes, at)) {
      problems.add({ code: 'unrecognised_bytes', where: '', offset: 0, foundBytes: at });
      return isCardBlock(bytes, at)
        ? readCard(bytes, at, problems)
        : readVehicleUnit(bytes, at, problems);
    }
  }
  problems.add({ code: 'unrecognised_file', where: '', offset: 0, foundBytes: bytes.length });
  return { kind: 'unrecognised', problems: problems.list };
}
