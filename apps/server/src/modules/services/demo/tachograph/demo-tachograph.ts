import { issueTachographChains, simulatedCard, simulatedVehicleUnit } from '@roadworthy/simulator';
import type { Database } from '../../../../platform/db/index.ts';
import type { Files } from '../../../../platform/files/index.ts';
import { NO_KEYS, TachographService } from '../../../features/tachograph/index.ts';
import {
  type DemoDriver,
  driversWithCards,
  lorriesWithoutFile,
} from './demo-tachograph.repository.ts';

const PER_CUSTOMER = 3;
const DAYS = 28;
const DAY_MS = 86_400_000;
const VIN_LENGTH = 17;
const CARD_NUMBER_LENGTH = 16;

/** Days since the last download of the other lorries, in turn; null for none yet. */
const AGES = [12, 34, 47, 85, 58, 71, 26, 63, 9, null, 40, 96] as const;

function downloadOf(one: DemoDriver, downloadedMs: number, days: number) {
  const { first_name, surname, registration } = one;
  return {
    holder: {
      cardNumber: one.card_number.padEnd(CARD_NUMBER_LENGTH, '0'),
      firstNames: first_name,
      surname,
    },
    vehicle: { registration, vin: (one.vin ?? '').padEnd(VIN_LENGTH, '0').slice(0, VIN_LENGTH) },
    downloadedMs,
    days,
  };
}

/**
 * Downloads of the first drivers with a card and of their vehicles, and a short download of most other
 * lorries, some of them overdue. Their authority is made up, so that no root key verifies them.
 */
export async function insertTachographFiles(db: Database, files: Files): Promise<void> {
  const service = new TachographService(db, files, NO_KEYS);
  const { card, unit } = issueTachographChains();
  const store = (customerId: number, name: string, bytes: Uint8Array) =>
    service.store({
      customerId,
      name,
      bytes: Buffer.from(bytes),
      source: 'folder',
      receivedBy: null,
    });
  const unitName = ({ registration }: DemoDriver) => `M_${registration.replaceAll(' ', '')}.DDD`;
  const nowMs = Date.now();
  for (const one of await db.asSystem((trx) => driversWithCards(trx, PER_CUSTOMER))) {
    const download = downloadOf(one, nowMs, DAYS);
    const { customer_id: customerId, surname } = one;
    await store(customerId, `C_${surname}.DDD`, simulatedCard({ ...download, chain: card }));
    await store(customerId, unitName(one), simulatedVehicleUnit({ ...download, chain: unit }));
  }
  const others = await db.asSystem((trx) => lorriesWithoutFile(trx));
  for (const [n, one] of others.entries()) {
    const age = AGES[n % AGES.length];
    if (age == null) continue;
    const download = downloadOf(one, nowMs - age * DAY_MS, 1);
    await store(one.customer_id, unitName(one), simulatedVehicleUnit({ ...download, chain: unit }));
  }
}
