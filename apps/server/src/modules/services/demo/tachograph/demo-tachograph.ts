import { issueTachographChains, simulatedCard, simulatedVehicleUnit } from '@roadworthy/simulator';
import type { Database } from '../../../../platform/db/index.ts';
import type { Files } from '../../../../platform/files/index.ts';
import { NO_KEYS, TachographService } from '../../../features/tachograph/index.ts';
import { driversWithCards } from './demo-tachograph.repository.ts';

const PER_CUSTOMER = 3;
const DAYS = 28;
const VIN_LENGTH = 17;
const CARD_NUMBER_LENGTH = 16;

/**
 * Downloads of the first drivers with a card and of their vehicles. Their authority is made up, so
 * that no root key verifies them.
 */
export async function insertTachographFiles(db: Database, files: Files): Promise<void> {
  const service = new TachographService(db, files, NO_KEYS);
  const { card, unit } = issueTachographChains();
  for (const one of await db.asSystem((trx) => driversWithCards(trx, PER_CUSTOMER))) {
    const { customer_id: customerId, first_name, surname, registration } = one;
    const download = {
      holder: {
        cardNumber: one.card_number.padEnd(CARD_NUMBER_LENGTH, '0'),
        firstNames: first_name,
        surname,
      },
      vehicle: { registration, vin: (one.vin ?? '').padEnd(VIN_LENGTH, '0').slice(0, VIN_LENGTH) },
      downloadedMs: Date.now(),
      days: DAYS,
    };
    const store = (name: string, bytes: Uint8Array) =>
      service.store({
        customerId,
        name,
        bytes: Buffer.from(bytes),
        source: 'folder',
        receivedBy: null,
      });
    await store(`C_${surname}.DDD`, simulatedCard({ ...download, chain: card }));
    await store(
      `M_${registration.replaceAll(' ', '')}.DDD`,
      simulatedVehicleUnit({ ...download, chain: unit }),
    );
  }
}
