import type { Database } from '../../../../platform/db/index.ts';
import type { Files } from '../../../../platform/files/index.ts';
import { keepDrawn } from '../vehicle-file/records/demo-vehicle-file-records-illustrations.ts';
import {
  drawnPhotograph,
  drawnSignature,
} from '../vehicle-file/records/demo-vehicle-file-records-pictures.ts';
import {
  forgetMissingPhotographs,
  illustrateReport,
  letterSigner,
  reportsToIllustrate,
  signLetters,
} from './demo-vehicle-check.repository.ts';

/** So many of the newest; each picture is a file, and a start is to be quick. */
const ILLUSTRATED = 8;

/** Gives the newest damaged reports of every customer a photograph and a signature, and letters theirs. */
export async function illustrateVehicleCheck(db: Database, files: Files): Promise<void> {
  const { rows: customers } = await db.pool.query<{ id: number }>('select id from customers');
  for (const { id: customerId } of customers) {
    const found = await db.asSystem((trx) => reportsToIllustrate(trx, customerId, ILLUSTRATED));
    const [first] = found;
    if (first !== undefined) {
      const scene = await drawnPhotograph('lamp');
      const signed = await drawnSignature(first.author);
      const photograph = await keepDrawn(db, files, customerId, scene, 'damage.jpg');
      const signature = await keepDrawn(db, files, customerId, signed, 'signature.png');
      await db.asSystem(async (trx) => {
        for (const report of found) {
          const of = { photograph, signature };
          await illustrateReport(trx, customerId, report, of);
        }
      });
    }
    await db.asSystem((trx) => forgetMissingPhotographs(trx, customerId));
    const signer = await db.asSystem((trx) => letterSigner(trx, customerId));
    if (signer !== undefined) {
      const drawn = await drawnSignature(signer);
      const signature = await keepDrawn(db, files, customerId, drawn, 'signature.png');
      await db.asSystem((trx) => signLetters(trx, customerId, signature));
    }
  }
}
