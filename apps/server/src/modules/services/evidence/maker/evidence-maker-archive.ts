import { open, rm } from 'node:fs/promises';
import { EVIDENCE_KINDS, type EvidenceKind } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { type FileRow, filesById, MEDIA_TYPES } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { safeName } from '../../../../platform/tables/index.ts';
import { EvidenceArchive } from '../archive/evidence-archive.ts';
import type { EvidenceRecord, EvidenceVehicle } from '../content/evidence-content.repository.ts';
import type { EvidenceContent } from '../content/evidence-content.ts';
import type { PackRow } from '../evidence.repository.ts';
import type { EvidenceKey } from '../evidence-key.ts';

/** Purpose of this module's files in the file store. */
export const PURPOSE = 'evidence-pack';
const ARCHIVE_TYPE = 'application/zip';
const ARCHIVE_MAX_BYTES = 200_000_000_000;
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  [MEDIA_TYPES.pdf]: '.pdf',
};

type ArchiveServices = Pick<Services, 'db' | 'files'>;

/** A pack that is being made. */
export interface Work {
  readonly row: PackRow;
  readonly viewer: Viewer;
  readonly content: EvidenceContent;
  readonly key: EvidenceKey;
  readonly advance: (records: number) => Promise<void>;
}

/** File name without its ending. */
export const fileStem = ({ subject, starts_on, ends_on }: PackRow) =>
  `evidence_${safeName(subject)}_${starts_on}_${ends_on}`;

/** Writes the archive to a temporary file, then stores it. */
export async function storeArchive(services: ArchiveServices, work: Work, pdf: FileRow) {
  const { files } = services;
  const { row, content, key } = work;
  const path = await files.temporaryPath();
  const handle = await open(path, 'wx', 0o600);
  try {
    const archive = new EvidenceArchive(handle, key);
    let fileCount = 0;
    await archive.add('evidence.pdf', await files.read(pdf));
    for (const kind of EVIDENCE_KINDS) {
      if (content.total(kind) === 0) continue;
      // Files of a kind follow its records; only their names and ids are in memory until then.
      const attached: { readonly entry: string; readonly file: FileRow }[] = [];
      await archive.addRecords(kind, recordsOf(services, work, kind, attached));
      for (const { entry, file } of attached) {
        await archive.add(entry, await files.read(file));
      }
      fileCount += attached.length;
    }
    const { records } = await archive.end({
      scope: row.scope,
      subject: row.subject,
      starts_on: row.starts_on,
      ends_on: row.ends_on,
      time_zone: row.time_zone,
      kinds: row.kinds,
      vehicles: content.vehicles.map(({ id, registration, vin }) => ({ id, registration, vin })),
      made_at: new Date().toISOString(),
    });
    await handle.close();
    const file = await files.putFile(path, {
      customerId: row.customer_id,
      purpose: PURPOSE,
      name: `${fileStem(row)}.zip`,
      maxBytes: ARCHIVE_MAX_BYTES,
      accept: [ARCHIVE_TYPE],
      trustedType: ARCHIVE_TYPE,
    });
    return { file, records, files: fileCount };
  } finally {
    await handle.close().catch(() => undefined);
    await rm(path, { force: true });
  }
}

/** The records of a kind as they are archived. Adds their files to `attached`. */
async function* recordsOf(
  services: ArchiveServices,
  { content, viewer, advance }: Work,
  kind: EvidenceKind,
  attached: { readonly entry: string; readonly file: FileRow }[],
) {
  for (const vehicle of content.concerned) {
    for await (const page of content.records(vehicle.id, kind)) {
      const ids = page.flatMap(({ files }) => files.map(({ id }) => id));
      const rows = await services.db.asViewer(viewer, (trx) => filesById(trx, ids));
      const byId = new Map(rows.map((file) => [file.id, file]));
      for (const record of page) {
        yield archived(kind, vehicle, record, byId, attached);
      }
      await advance(page.length);
    }
  }
}

function archived(
  kind: EvidenceKind,
  { id: vehicleId, registration }: EvidenceVehicle,
  { id, at, data, history, files }: EvidenceRecord,
  byId: ReadonlyMap<string, FileRow>,
  attached: { readonly entry: string; readonly file: FileRow }[],
) {
  const listed = files.map(({ id: fileId, number, role, caption }) => {
    const file = byId.get(fileId);
    // Its file was deleted, for example by a retention rule.
    if (file === undefined) return { entry: null, role, caption };
    const entry = `files/${kind}/${id}-${number}${ENDINGS[file.mediaType] ?? '.bin'}`;
    attached.push({ entry, file });
    const { name, mediaType, sizeBytes, sha256 } = file;
    return {
      entry,
      role,
      caption,
      name,
      media_type: mediaType,
      size: sizeBytes,
      sha256: sha256.toString('hex'),
    };
  });
  return {
    id,
    kind,
    vehicle: { id: vehicleId, registration },
    at: at.toISOString(),
    data,
    history,
    files: listed,
  };
}
