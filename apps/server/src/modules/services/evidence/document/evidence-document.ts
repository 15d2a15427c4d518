import { buffer } from 'node:stream/consumers';
import { EVIDENCE_KINDS, type EvidenceKind } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { JoinedPdf, makePdf, pictureUrl } from '../../../../platform/documents/index.ts';
import { filesById } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import {
  photographsPart,
  type ReportedKind,
  reportPartsOf,
} from '../../../features/records/index.ts';
import type { EvidenceRecord, EvidenceVehicle } from '../content/evidence-content.repository.ts';
import type { EvidenceContent } from '../content/evidence-content.ts';
import {
  type Chapter,
  contentsPages,
  historyPart,
  kindText,
  listPart,
  type PackHead,
  packPages,
  recordTitle,
  vehiclePart,
} from './evidence-document-layout.ts';

/** Reports laid out at once; limits the memory of a long PDF. */
const AT_ONCE = 4;
const PICTURE_SIDE_PX = 900;
const REPORTED: readonly EvidenceKind[] = ['walkaround_checks', 'defects', 'inspections'];

/** Whether a record has pages besides its row: a check without defects or photographs has none. */
function hasPages(kind: EvidenceKind, { data, files }: EvidenceRecord): boolean {
  if (kind === 'walkaround_checks') {
    return Number(data.defects) > 0 || files.some(({ role }) => role === 'photograph');
  }
  return REPORTED.includes(kind) || files.some(({ role }) => role !== 'signature');
}

/** The PDF of a pack, made in parts. */
export class EvidenceDocument {
  readonly #joined: JoinedPdf;
  readonly #chapters: Chapter[] = [];

  constructor(
    private readonly services: Pick<Services, 'db' | 'files'>,
    private readonly viewer: Viewer,
    private readonly head: PackHead,
    private readonly display: Display,
    private readonly content: EvidenceContent,
    /** Called after each part, with the number of records since the last call. */
    private readonly progress: (records: number) => Promise<void>,
  ) {
    const title = `${wordsOf(display, 'evidence.title')}, ${head.subject}, ${head.range}`;
    this.#joined = new JoinedPdf({ title, language: display.locale });
  }

  /** The bytes. The contents come last in the file and first in the document. */
  async *bytes(): AsyncGenerator<Buffer> {
    const { content, display, head } = this;
    yield this.#joined.head();
    for (const vehicle of content.concerned) yield* this.#vehicle(vehicle);
    const contents = contentsPages(head, display, this.#chapters, content.vehicles.length);
    yield this.#joined.add(
      await this.#made(contents),
      wordsOf(display, 'evidence.contents'),
      'first',
    );
    yield this.#joined.end();
  }

  #made(pages: Parameters<typeof makePdf>[0]): Promise<Buffer> {
    // Documents are scheduled fairly: each person has one turn.
    return makePdf(pages, `evidence ${this.viewer.userId}`);
  }

  async #pages(parts: readonly object[], bookmark: string | null = null): Promise<Buffer> {
    const { head, display } = this;
    const made = await this.#made(packPages(head, display, parts, this.#joined.pages));
    return this.#joined.add(made, bookmark);
  }

  async *#vehicle(vehicle: EvidenceVehicle): AsyncGenerator<Buffer> {
    const { content, display } = this;
    const kinds = EVIDENCE_KINDS.filter((kind) => content.count(vehicle.id, kind) > 0);
    const counts = kinds.map((kind) => [kind, content.count(vehicle.id, kind)] as const);
    yield await this.#pages(vehiclePart(display, vehicle, counts), vehicle.registration);
    for (const kind of kinds) yield* this.#chapter(vehicle, kind);
  }

  async *#chapter(vehicle: EvidenceVehicle, kind: EvidenceKind): AsyncGenerator<Buffer> {
    const { content, display } = this;
    const records = content.count(vehicle.id, kind);
    this.#chapters.push({ vehicle, kind, records, page: this.#joined.pages + 1 });
    let bookmark: string | null = `${vehicle.registration}: ${kindText(display, kind)}`;
    for await (const page of content.records(vehicle.id, kind)) {
      yield await this.#pages(listPart(display, kind, vehicle.registration, page), bookmark);
      bookmark = null;
      const whole = page.filter((record) => hasPages(kind, record));
      for (let n = 0; n < whole.length; n += AT_ONCE) {
        const parts = await this.#wholeRecords(kind, whole.slice(n, n + AT_ONCE));
        if (parts.length > 0) yield await this.#pages(parts);
      }
      await this.progress(page.length);
    }
  }

  /** The reports of some records with their photographs, each on its own pages. */
  async #wholeRecords(kind: EvidenceKind, records: readonly EvidenceRecord[]): Promise<object[]> {
    const { display, services, viewer } = this;
    const ids = records.map(({ id }) => id);
    const reports = REPORTED.includes(kind)
      ? await reportPartsOf(services, viewer, kind as ReportedKind, ids, display)
      : null;
    const parts: object[] = [];
    for (const record of records) {
      const own = reports === null ? await this.#pictures(record) : (reports.get(record.id) ?? []);
      if (own.length === 0) continue;
      const isFirst = parts.length === 0;
      parts.push(
        recordTitle(display, kind, record, isFirst),
        ...own,
        ...historyPart(display, record),
      );
    }
    return parts;
  }

  /** The images among the files of a record; other files are only in the archive. */
  async #pictures({ files: of }: EvidenceRecord): Promise<object[]> {
    const { db, files } = this.services;
    const shown = of.filter(({ role }) => role !== 'signature');
    const rows = await db.asViewer(this.viewer, (trx) =>
      filesById(
        trx,
        shown.map(({ id }) => id),
      ),
    );
    const pictures = [];
    for (const { id, caption } of shown) {
      const file = rows.find((row) => row.id === id);
      if (file === undefined || !file.mediaType.startsWith('image/')) continue;
      const url = await files
        .read(file)
        .then(async (bytes) => pictureUrl(await buffer(bytes), PICTURE_SIDE_PX))
        // An unreadable image must not prevent the document; the archive says that it is missing.
        .catch(() => null);
      pictures.push({ caption, shows: 'finding' as const, url });
    }
    return photographsPart(this.display, pictures);
  }
}
