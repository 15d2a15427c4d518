import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Common fields of every draft. */
export interface KeptDraft {
  /** Idempotency key of the report. */
  readonly reportKey: string;
}

/** A finished report: waiting, sent or rejected. */
export interface KeptReport<D extends KeptDraft> {
  readonly reportKey: string;
  readonly draft: D;
  readonly state: 'waiting' | 'sent' | 'refused';
  /** Set once it has arrived. */
  readonly reference: string | null;
  /** The reason for rejecting it, and the errors by field. */
  readonly reason: string | null;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  /** How often the server failed with it; absent without a failure. */
  readonly failures?: number;
}

/** A photo, with its id once it has arrived. */
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

/** Drafts and reports that are stored on the phone until they have arrived. */
export interface OutboxStore<D extends KeptDraft> {
  /** @param owner value of the owner field of the draft */
  draftOf(owner: string | number): Promise<D | undefined>;
  /**
   * Stores a draft. Returns false if it was finished or its owner has another draft: a tab that was left
   * open must not replace newer data.
   */
  keepDraft(draft: D): Promise<boolean>;
  /** Removes a draft with its photos; another draft of its owner stays. */
  removeDraft(draft: D): Promise<void>;
  reports(): Promise<KeptReport<D>[]>;
  /**
   * Turns a draft into a report atomically. An existing report with the same key stays unchanged, so that
   * a double tap or a second tab cannot change what was sent.
   *
   * @param photos of a report without a stored draft; those of a draft are stored already
   */
  finish(draft: D, photos?: readonly KeptPhoto[]): Promise<void>;
  change(report: KeptReport<D>): Promise<void>;
  /** Turns a rejected report into a draft atomically. Returns false if its owner has another draft. */
  reopen(report: KeptReport<D>): Promise<boolean>;
  /** Deletes a report with its photos. */
  forget(reportKey: string): Promise<void>;
  photos(reportKey: string): Promise<KeptPhoto[]>;
  keepPhoto(photo: KeptPhoto): Promise<void>;
  removePhoto(reportKey: string, name: string): Promise<void>;
}

/** A draft that was just finished and waits to be sent. */
export function waitingReport<D extends KeptDraft>(draft: D): KeptReport<D> {
  const { reportKey } = draft;
  return { reportKey, draft, state: 'waiting', reference: null, reason: null, faults: {} };
}

/** Whether a draft may be stored if its owner has this one, or none. */
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

  async finish(draft: D, photos: readonly KeptPhoto[] = []) {
    const trx = this.db.transaction(['drafts', 'reports', 'photos'], 'readwrite');
    const drafts = trx.objectStore('drafts');
    const reports = trx.objectStore('reports');
    const owner = this.ownerOf(draft);
    const isNew = (await reports.getKey(draft.reportKey)) === undefined;
    const isOwn = mayStand(await drafts.get(owner), draft);
    const added = isNew ? photos : [];
    await Promise.all([
      isNew ? reports.put(waitingReport(draft)) : undefined,
      isOwn ? drafts.delete(owner) : undefined,
      ...added.map((photo) => trx.objectStore('photos').put(photo)),
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
 * Opens a store on this phone.
 *
 * @param name name of the browser database
 * @param ownerField field of the draft that identifies its owner, who has one draft at a time
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
