import type { Database } from '../../../../platform/db/index.ts';
import type { Files } from '../../../../platform/files/index.ts';
import {
  drawnPhotograph,
  drawnSignature,
} from '../vehicle-file/records/demo-vehicle-file-records-drawings.ts';
import { storeDrawing } from '../vehicle-file/records/demo-vehicle-file-records-illustrations.ts';
import {
  clearMissingPhotographs,
  illustrateReport,
  letterSigner,
  reportsToIllustrate,
  signLetters,
} from './demo-vehicle-check.repository.ts';

/** Only the newest reports, because each image is a file and startup must be quick. */
const ILLUSTRATED = 8;

/**
 * Adds a photograph and a signature to each customer's newest damage reports, and signs its
 * letters.
 */
export async function illustrateVehicleCheck(db: Database, files: Files): Promise<void> {
  const { rows: customers } = await db.pool.query<{ id: number }>('select id from customers');
  for (const { id: customerId } of customers) {
    const found = await db.asSystem((trx) => reportsToIllustrate(trx, customerId, ILLUSTRATED));
    const [first] = found;
    if (first !== undefined) {
      const scene = await drawnPhotograph('lamp');
      const signed = await drawnSignature(first.author);
      const photograph = await storeDrawing(db, files, customerId, scene, 'damage.jpg');
      const signature = await storeDrawing(db, files, customerId, signed, 'signature.png');
      await db.asSystem(async (trx) => {
        for (const report of found) {
          const of = { photograph, signature };
          await illustrateReport(trx, customerId, report, of);
        }
      });
    }
    await db.asSystem((trx) => clearMissingPhotographs(trx, customerId));
    const signer = await db.asSystem((trx) => letterSigner(trx, customerId));
    if (signer !== undefined) {
      const drawn = await drawnSignature(signer);
      const signature = await storeDrawing(db, files, customerId, drawn, 'signature.png');
      await db.asSystem((trx) => signLetters(trx, customerId, signature));
    }
  }
}
