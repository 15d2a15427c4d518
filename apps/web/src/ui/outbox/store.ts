import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What every draft of a report has. */
export interface KeptDraft {
  /** What this report is called until it has arrived, so that it arrives once. */
  readonly reportKey: string;
}

/** A report that is finished: on its way, arrived, or refused. */
export interface KeptReport<D extends KeptDraft> {
  readonly reportKey: string;
  readonly draft: D;
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

interface Schema<D extends KeptDraft> extends DBSchema {
  drafts: { key: string | number; value: D };
  reports: { key: string; value: KeptReport<D> };
  photos: { key: [string, string]; value: KeptPhoto; indexes: { report: string } };
}

const VERSION = 1;

/** What is kept on this phone until it has arrived. */
export interface OutboxStore<D extends KeptDraft> {
  /** @param owner whose draft: the value of the field that drafts are kept by */
  draftOf(owner: string | number): Promise<D | undefined>;
  /**
   * Keeps a draft as it is now. False where it was finished, or its owner has another one by now: what
   * stands is never replaced by a tab that was left open.
   */
  keepDraft(draft: D): Promise<boolean>;
  /** Removes a draft with its photographs; another one of its owner stays. */
  removeDraft(draft: D): Promise<void>;
  reports(): Promise<KeptReport<D>[]>;
  /**
   * Puts a finished draft among the reports, in one step. One that is there already stays as it is: what
   * was sent under its name is never another report, whoever taps twice or has two tabs.
   */
  finish(draft: D): Promise<void>;
  change(report: KeptReport<D>): Promise<void>;
  /** Makes a draft of a report that was refused, in one step. False where its owner has another one. */
  reopen(report: KeptReport<D>): Promise<boolean>;
  /** Forgets a report with its photographs. */
  forget(reportKey: string): Promise<void>;
  photos(reportKey: string): Promise<KeptPhoto[]>;
  keepPhoto(photo: KeptPhoto): Promise<void>;
  removePhoto(reportKey: string, name: string): Promise<void>;
}

/** A draft that has been finished just now, and waits to be sent. */
export function waitingReport<D extends KeptDraft>(draft: D): KeptReport<D> {
  const { reportKey } = draft;
  return { reportKey, draft, state: 'waiting', reference: null, reason: null, faults: {} };
}

/** Whether a draft may stand where its owner has this one, or none. */
export const mayStand = (standing: KeptDraft | undefined, draft: KeptDraft): boolean =>
  standing === undefined || standing.reportKey === draft.reportKey;

class IndexedStore<D extends KeptDraft> implements OutboxStore<D> {
  constructor(
    private readonly db: IDBPDatabase<Schema<D>>,
    private readonly ownerOf: (draft: D) => string | number,
  ) {}

  draftOf(owner: string | number) {
    return this.db.get('drafts', owner);
  }

  async keepDraft(draft: D) {
    const trx = this.db.transaction(['drafts', 'reports'], 'readwrite');
    const drafts = trx.objectStore('drafts');
    const finished = await trx.objectStore('reports').getKey(draft.reportKey);
    const isFree = finished === undefined && mayStand(await drafts.get(this.ownerOf(draft)), draft);
    await Promise.all([isFree ? drafts.put(draft) : undefined, trx.done]);
    return isFree;
  }

  async removeDraft(draft: D) {
    const owner = this.ownerOf(draft);
    await this.#withPhotos(draft.reportKey, async ({ drafts }) => {
      if (mayStand(await drafts.get(owner), draft)) await drafts.delete(owner);
    });
  }

  reports() {
    return this.db.getAll('reports');
  }

  async finish(draft: D) {
    const trx = this.db.transaction(['drafts', 'reports'], 'readwrite');
    const drafts = trx.objectStore('drafts');
    const reports = trx.objectStore('reports');
    const owner = this.ownerOf(draft);
    const finished = await reports.getKey(draft.reportKey);
    const isOwn = mayStand(await drafts.get(owner), draft);
    await Promise.all([
      finished === undefined ? reports.put(waitingReport(draft)) : undefined,
      isOwn ? drafts.delete(owner) : undefined,
      trx.done,
    ]);
  }

  async change(report: KeptReport<D>) {
    await this.db.put('reports', report);
  }

  async reopen({ reportKey, draft }: KeptReport<D>) {
    const trx = this.db.transaction(['drafts', 'reports'], 'readwrite');
    const drafts = trx.objectStore('drafts');
    const isFree = mayStand(await drafts.get(this.ownerOf(draft)), draft);
    await Promise.all([
      ...(isFree ? [drafts.put(draft), trx.objectStore('reports').delete(reportKey)] : []),
      trx.done,
    ]);
    return isFree;
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
      readonly drafts: {
        get(key: string | number): Promise<D | undefined>;
        delete(key: string | number): Promise<void>;
      };
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

/**
 * Opens a store of this phone.
 *
 * @param name of the database of the browser
 * @param ownerField of a draft, by which it is kept: a person or a vehicle has one at a time
 */
export async function openOutboxStore<D extends KeptDraft>(
  name: string,
  ownerField: keyof D & string,
): Promise<OutboxStore<D>> {
  const db = await openDB<Schema<D>>(name, VERSION, {
    upgrade: (made) => {
      made.createObjectStore('drafts', { keyPath: ownerField });
      made.createObjectStore('reports', { keyPath: 'reportKey' });
      const photos = made.createObjectStore('photos', { keyPath: ['reportKey', 'name'] });
      photos.createIndex('report', 'reportKey');
    },
  });
  return new IndexedStore(db, (draft) => draft[ownerField] as string | number);
}
