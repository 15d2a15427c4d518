import { type CardFile, readTachographFile } from '@roadworthy/protocols';
import { wrongField } from '../../../platform/errors.ts';
import type { Arrival } from './tachograph-arrival.ts';
import type { ReadFile } from './tachograph-summary.ts';

/** The card in a file of a vehicle unit that has nothing else; other files as they are. */
export const cardOf = (file: ReadFile): ReadFile =>
  file.kind === 'vehicle_unit' && file.transfers.length === 0 && file.card !== null
    ? file.card
    : file;

/** @throws HttpError 400 if the bytes are no downloaded file */
export function recognised(bytes: Buffer): ReadFile {
  const file = readTachographFile(bytes);
  const hasContent =
    file.kind === 'card'
      ? file.files.length > 0
      : file.kind === 'vehicle_unit' && (file.transfers.length > 0 || file.card !== null);
  if (file.kind === 'unrecognised' || !hasContent)
    throw wrongField('file', 'tachograph.not_recognised');
  return cardOf(file);
}

/** The offset of the first elementary file; null for a card without any. */
const startOf = ({ files }: CardFile) => files[0]?.offset ?? null;

/**
 * The driver card that was downloaded through a vehicle unit, as a file of its own; null without one.
 *
 * Its bytes are those of the last message of the file (Regulation (EU) 2016/799, Annex 1C, appendix 7, transfer
 * type 6), the same as in a download of the card alone, so that the digest recognises either. Cards of companies,
 * workshops and controllers have no hours and no download duty.
 */
export function cardArrival(arrival: Arrival, read: ReadFile): Arrival | null {
  if (read.kind !== 'vehicle_unit' || read.card?.cardType !== 'driver_card') return null;
  const start = startOf(read.card);
  if (start === null) return null;
  const name = `${arrival.name.replace(/\.[^.]*$/, '')}-card.DDD`;
  return { ...arrival, name, bytes: arrival.bytes.subarray(start) };
}
