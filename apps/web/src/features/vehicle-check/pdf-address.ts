import type { contract } from '@roadworthy/contract';
import { addressOf, pathOf } from '../../api/client.ts';
import { browserZone } from './browser-zone.ts';

/** Calls that return a record as JSON or PDF. */
type DetailsCall = 'details' | 'gateCheckDetails' | 'noticeLetter' | 'survey';

/** URL of a record as a PDF. */
export const pdfAddress = (
  call: DetailsCall & keyof typeof contract.vehicleCheck,
  id: number,
): string =>
  addressOf(pathOf('vehicleCheck', call), {
    params: { id },
    query: { pdf: 'true', time_zone: browserZone() },
  });
