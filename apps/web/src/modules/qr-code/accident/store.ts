import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Draft } from './model.ts';

/** A report that is finished: on its way, arrived, or refused. */
export interface KeptReport {
  readonly reportKey: string;
  readonly qrid: string;
  readonly draft: Draft;
  readonly state: 'waiting' | 'sent' | 'refused';
  /** Once it has arrived. */
  readonly reference: string | null;
  /** Why it was refused, and the texts beside fields. */
  readonly reason: string | null;
  readonly faults: Readonly<Record<string, readonly string[]>>;
}

/** A photograph, with its id once it has arrived. */
export interface KeptPhoto {
  readonly reportKey: string;
  readonly name: string;
  readonly file: File;
  readonly id: number | null;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft };
  reports: { key: string; value: KeptReport };
  photos: { key: [string, string]; value: KeptPhoto; indexes: { report: string } };
}

const NAME = 'roadworthy-accidents';
const VERSION = 1;

/** What of accidents is kept on this phone until it has arrived (K-P04). */
export interface AccidentStore {
  draftOf(qrid: string): Promise<Draft | undefined>;
  keepDraft(draft: Draft): Promise<void>;
  /** Removes a draft with its photographs. */
  removeDraft(draft: Draft): Promise<void>;
  reports(): Promise<KeptReport[]>;
  /** Puts a finished draft among the reports, in one step. */
  finish(draft: Draft): Promise<void>;
  change(report: KeptReport): Promise<void>;
  /** Makes a draft of a report that was refused, in one step. */
  reopen(report: KeptReport): Promise<void>;
  /** Forgets a report with its photographs. */
  forget(reportKey: string): Promise<void>;
  photos(reportKey: string): Promise<KeptPhoto[]>;
  keepPhoto(photo: KeptPhoto): Promise<void>;
  removePhoto(reportKey: string, name: string): Promise<void>;
}

class IndexedStore implements AccidentStore {
  constructor(private readonly db: IDBPDatabase<Schema>) {}

  draftOf(qrid: string) {
    return this.db.get('drafts', qrid);
  }

  async keepDraft(draft: Draft) {
    await this.db.put('drafts', draft);
  }

  async removeDraft({ qrid, reportKey }: Draft) {
    await this.#withPhotos(reportKey, (stores) => stores.drafts.delete(qrid));
  }

  reports() {
    return this.db.getAll('reports');
  }

  async finish(draft: Draft) {
    const { reportKey, qrid } = draft;
    const report = {
      ...{ reportKey, qrid, draft },
      ...{ state: 'waiting' as const, reference: null, reason: null, faults: {} },
    };
    const trx = this.db.transaction(['drafts', 'reports'], 'readwrite');
    await Promise.all([
      trx.objectStore('reports').put(report),
      trx.objectStore('drafts').delete(qrid),
      trx.done,
    ]);
  }

  async change(report: KeptReport) {
    await this.db.put('reports', report);
  }

  async reopen({ reportKey, draft }: KeptReport) {
    const trx = this.db.transaction(['drafts', 'reports'], 'readwrite');
    await Promise.all([
      trx.objectStore('drafts').put(draft),
      trx.objectStore('reports').delete(reportKey),
      trx.done,
    ]);
  }

  async forget(reportKey: string) {
    await this.#withPhotos(reportKey, (stores) => stores.reports.delete(reportKey));
  }

  photos(reportKey: string) {
    return this.db.getAllFromIndex('photos', 'report', reportKey);
  }

  async keepPhoto(photo: KeptPhoto) {
    await this.db.put('photos', photo);
  }

  async removePhoto(reportKey: string, name: string) {
    await this.db.delete('photos', [reportKey, name]);
  }

  async #withPhotos(
    reportKey: string,
    work: (stores: {
      readonly drafts: { delete(key: string): Promise<void> };
      readonly reports: { delete(key: string): Promise<void> };
    }) => Promise<void>,
  ) {
    const trx = this.db.transaction(['drafts', 'reports', 'photos'], 'readwrite');
    const photos = trx.objectStore('photos');
    const keys = await photos.index('report').getAllKeys(reportKey);
    const stores = { drafts: trx.objectStore('drafts'), reports: trx.objectStore('reports') };
    await Promise.all([work(stores), ...keys.map((key) => photos.delete(key)), trx.done]);
  }
}

let opened: Promise<AccidentStore> | null = null;

/** The store of this phone, opened once. */
export function accidentStore(): Promise<AccidentStore> {
  opened ??= openDB<Schema>(NAME, VERSION, {
    upgrade: (db) => {
      db.createObjectStore('drafts', { keyPath: 'qrid' });
      db.createObjectStore('reports', { keyPath: 'reportKey' });
      const photos = db.createObjectStore('photos', { keyPath: ['reportKey', 'name'] });
      photos.createIndex('report', 'reportKey');
    },
  }).then((db) => new IndexedStore(db));
  return opened;
}
