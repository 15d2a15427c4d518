import { Readable } from 'node:stream';
import { EVIDENCE_KEPT_DAYS, formatDate } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import { loadViewer, type Viewer } from '../../../../platform/auth/index.ts';
import { codeOf, type ErrorCode } from '../../../../platform/error-texts.ts';
import { HttpError } from '../../../../platform/errors.ts';
import { type FileRow, MEDIA_TYPES, storeFile } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { displayOf, readerOf } from '../../../../platform/tables/index.ts';
import { EvidenceContent } from '../content/evidence-content.ts';
import { kindsFor } from '../content/evidence-content-sources.ts';
import { EvidenceDocument } from '../document/evidence-document.ts';
import {
  customerNameOf,
  failPack,
  finishPack,
  keepAlive,
  type PackRow,
  recoverLost,
  takeNext,
} from '../evidence.repository.ts';
import { describedPack } from '../evidence.service.ts';
import { evidenceKey } from '../evidence-key.ts';
import { fileStem, PURPOSE, storeArchive, type Work } from './evidence-maker-archive.ts';

const DAY_MS = 86_400_000;
const ALIVE_MS = 5000;
const PDF_MAX_BYTES = 4_000_000_000;

/** The person cancelled the pack. */
class Dropped extends Error {}

type MakerServices = Pick<Services, 'config' | 'db' | 'files' | 'log'>;

/** Makes queued packs, one at a time in each process of the worker role. */
export class EvidenceMaker {
  constructor(private readonly services: MakerServices) {}

  /** Makes the next pack. Returns false if there is none. */
  async step(): Promise<boolean> {
    const { db } = this.services;
    const row = await db.asSystem((trx) => takeNext(trx));
    if (row === undefined) return false;
    await this.#make(row);
    return true;
  }

  /** Queues packs again whose process ended, and deletes those past their retention. */
  async recover(): Promise<void> {
    await this.services.db.asSystem((trx) => recoverLost(trx, EVIDENCE_KEPT_DAYS));
  }

  async #make(row: PackRow): Promise<void> {
    const { db, log } = this.services;
    try {
      const viewer = await loadViewer(db, row.user_id);
      const allowed = viewer === null ? [] : kindsFor(viewer);
      if (viewer === null || !row.kinds.every((kind) => allowed.includes(kind))) {
        throw new HttpError(403, 'evidence.not_allowed');
      }
      await this.#write(row, viewer);
    } catch (error) {
      if (error instanceof Dropped) return;
      const isRefused = error instanceof HttpError && error.statusCode < 500;
      const failure: ErrorCode = isRefused ? codeOf(error.detail) : 'evidence.failed';
      if (!isRefused) log.error({ err: error, pack: row.id }, 'an evidence pack was not made');
      await db.asSystem((trx) => failPack(trx, row.id, failure));
    }
  }

  async #write(row: PackRow, viewer: Viewer): Promise<void> {
    const { db, files } = this.services;
    const content = await EvidenceContent.of(db, viewer, {
      customerId: row.customer_id,
      vehicleId: row.vehicle_id,
      depotId: row.depot_id,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      timeZone: row.time_zone,
      kinds: row.kinds,
    });
    // Each record is written to the PDF and to the archive.
    const total = 2 * content.total();
    let done = 0;
    const advance = async (records: number) => {
      done += records;
      const isKept = await db.asSystem((trx) =>
        keepAlive(trx, row.id, Math.min(done, total), total),
      );
      if (!isKept) throw new Dropped();
    };
    // A failure surfaces with the next record.
    const alive = setInterval(() => void advance(0).catch(() => undefined), ALIVE_MS);
    const made: FileRow[] = [];
    try {
      await advance(0);
      const work = { row, viewer, content, key: await evidenceKey(this.services), advance };
      const pdf = await this.#pdf(work);
      made.push(pdf);
      const { file: archive, ...counts } = await storeArchive(this.services, work, pdf);
      made.push(archive);
      await this.#finish(row, viewer, {
        pdf,
        archive,
        ...counts,
        fingerprint: work.key.fingerprint,
      });
    } catch (error) {
      await files.discard(made);
      throw error;
    } finally {
      clearInterval(alive);
    }
  }

  async #finish(
    row: PackRow,
    viewer: Viewer,
    made: {
      readonly pdf: FileRow;
      readonly archive: FileRow;
      readonly records: number;
      readonly files: number;
      readonly fingerprint: string;
    },
  ): Promise<void> {
    const { pdf, archive, records, files, fingerprint } = made;
    await this.services.db.asSystem(async (trx) => {
      const until = new Date(Date.now() + EVIDENCE_KEPT_DAYS * DAY_MS);
      await storeFile(trx, pdf, until);
      await storeFile(trx, archive, until);
      const ids = { pdfFileId: pdf.id, archiveFileId: archive.id };
      if (!(await finishPack(trx, row.id, { ...ids, records, files, fingerprint }))) {
        throw new Dropped();
      }
      const { customerId, subject, facts } = describedPack(row);
      await recordChange(trx, {
        customerId,
        subject,
        actor: await actorOf(trx, viewer),
        action: 'changed',
        before: facts,
        after: { ...facts, state: 'ready', archive_sha256: archive.sha256.toString('hex') },
      });
    });
  }

  async #pdf({ row, viewer, content, key, advance }: Work): Promise<FileRow> {
    const { db, files } = this.services;
    const { reader, customer, actor } = await db.asViewer(viewer, async (trx) => ({
      reader: await readerOf(trx, viewer),
      customer: await customerNameOf(trx, row.customer_id),
      actor: await actorOf(trx, viewer),
    }));
    const display = displayOf(viewer, reader, row.time_zone);
    const days = { ...display.dates, timeZone: 'UTC' };
    const head = {
      subject: row.subject,
      customer,
      range: `${formatDate(Date.parse(row.starts_on), days)} – ${formatDate(Date.parse(row.ends_on), days)}`,
      madeBy: actor.name,
      fingerprint: key.fingerprint,
    };
    const document = new EvidenceDocument(this.services, viewer, head, display, content, advance);
    return files.put(Readable.from(document.bytes(), { objectMode: false }), {
      customerId: row.customer_id,
      purpose: PURPOSE,
      name: `${fileStem(row)}.pdf`,
      maxBytes: PDF_MAX_BYTES,
      accept: [MEDIA_TYPES.pdf],
    });
  }
}
