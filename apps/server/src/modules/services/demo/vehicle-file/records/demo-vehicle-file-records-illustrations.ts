import type { Database } from '../../../../../platform/db/index.ts';
import { type Files, storeFile } from '../../../../../platform/files/index.ts';
import {
  type DrawnPhotograph,
  insertPhotographs,
  recordsToIllustrate,
  signCheck,
} from './demo-vehicle-file-records.repository.ts';
import {
  drawnPhotograph,
  drawnSignature,
  type Scene,
} from './demo-vehicle-file-records-drawings.ts';

/** Only the newest of each kind, because each image is a file and startup must be quick. */
const ILLUSTRATED = 10;
const SCENES: readonly Scene[] = ['wheel', 'lamp', 'mirror', 'repaired'];
const CAPTIONS: Readonly<Record<Scene, string>> = {
  wheel: 'Wheel and tyre',
  lamp: 'Lamp',
  mirror: 'Mirror',
  repaired: 'After the repair',
};

const sceneOf = (area: string): Scene =>
  area === 'tyres' || area === 'wheels' || area === 'brakes'
    ? 'wheel'
    : area === 'glass'
      ? 'mirror'
      : 'lamp';

/** Stores a drawn image for a customer. Returns the file's id. */
export async function storeDrawing(
  db: Database,
  files: Files,
  customerId: number,
  bytes: Buffer,
  name: string,
) {
  const file = await files.put(bytes, {
    customerId,
    purpose: 'records',
    name,
    maxBytes: bytes.length,
    accept: ['image/jpeg', 'image/png'],
  });
  await db.asSystem((trx) => storeFile(trx, file));
  return file.id;
}

/** Adds photographs and signatures to the newest records of a demo customer. */
export async function insertIllustrations(
  db: Database,
  files: Files,
  customerId: number,
): Promise<void> {
  const scenes = new Map<Scene, string>();
  for (const scene of SCENES) {
    const bytes = await drawnPhotograph(scene);
    scenes.set(scene, await storeDrawing(db, files, customerId, bytes, `${scene}.jpg`));
  }
  const fileOf = (scene: Scene) => scenes.get(scene) ?? '';
  const found = await db.asSystem((trx) => recordsToIllustrate(trx, customerId, ILLUSTRATED));
  const signatures = new Map<string, string>();
  for (const { driver } of found.checks) {
    if (signatures.has(driver)) continue;
    const bytes = await drawnSignature(driver);
    signatures.set(driver, await storeDrawing(db, files, customerId, bytes, 'signature.png'));
  }
  const photograph = (
    owner: DrawnPhotograph['owner'],
    id: number,
    scene: Scene,
    shows: DrawnPhotograph['shows'] = 'finding',
  ): DrawnPhotograph => ({ owner, id, fileId: fileOf(scene), caption: CAPTIONS[scene], shows });
  await db.asSystem(async (trx) => {
    for (const { id, area, is_repaired: isRepaired } of found.defects) {
      await insertPhotographs(trx, customerId, [
        photograph('defect_record_id', id, sceneOf(area)),
        ...(isRepaired ? [photograph('defect_record_id', id, 'repaired', 'repair')] : []),
      ]);
    }
    for (const { id } of found.inspections) {
      const shown = (['wheel', 'lamp'] as const).map((scene) =>
        photograph('inspection_record_id', id, scene),
      );
      await insertPhotographs(trx, customerId, shown);
    }
    for (const { id, driver } of found.checks) {
      await signCheck(trx, id, signatures.get(driver) ?? '');
    }
  });
}
