import { EVIDENCE_KINDS, type EvidenceKind } from '@roadworthy/domain';
import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import {
  countsOf,
  type EvidencePeriod,
  type EvidenceRecord,
  type EvidenceVehicle,
  recordsAfter,
  vehiclesOf,
} from './evidence-content.repository.ts';

/** Records in memory at a time. */
const PAGE = 50;

/** What a pack is about. */
export interface EvidenceSubject {
  readonly customerId: number;
  readonly vehicleId: number | null;
  readonly depotId: number | null;
  /** First and last day, YYYY-MM-DD, both included. */
  readonly startsOn: string;
  readonly endsOn: string;
  readonly timeZone: string;
  readonly kinds: readonly EvidenceKind[];
}

/** The records of a pack, read as its person may see them, a few at a time. */
export class EvidenceContent {
  private constructor(
    private readonly db: Database,
    private readonly viewer: Viewer,
    private readonly period: EvidencePeriod,
    readonly vehicles: readonly EvidenceVehicle[],
    private readonly counts: Awaited<ReturnType<typeof countsOf>>,
  ) {}

  static async of(
    db: Database,
    viewer: Viewer,
    { customerId, vehicleId, depotId, startsOn, endsOn, timeZone, kinds }: EvidenceSubject,
  ): Promise<EvidenceContent> {
    const period = momentRange({ start: startsOn, end: endsOn }, timeZone);
    const { vehicles, counts } = await db.asViewer(viewer, async (trx) => {
      const scope = { vehicleId, depotId, regionId: null };
      const found = await vehiclesOf(trx, viewer, scope, customerId);
      const ids = found.map(({ id }) => id);
      return { vehicles: found, counts: await countsOf(trx, viewer, kinds, ids, period) };
    });
    return new EvidenceContent(db, viewer, period, vehicles, counts);
  }

  /** The vehicles with records. */
  get concerned(): readonly EvidenceVehicle[] {
    return this.vehicles.filter(({ id }) => this.counts.has(id));
  }

  /** Number of records of a vehicle and a kind when the pack was begun. */
  count(vehicleId: number, kind: EvidenceKind): number {
    return this.counts.get(vehicleId)?.get(kind) ?? 0;
  }

  /** Number of records of a kind, or of all. */
  total(kind?: EvidenceKind): number {
    const kinds: readonly EvidenceKind[] = kind === undefined ? EVIDENCE_KINDS : [kind];
    let sum = 0;
    for (const { id } of this.vehicles) for (const one of kinds) sum += this.count(id, one);
    return sum;
  }

  /** The records of a vehicle and a kind, the oldest first. */
  async *records(vehicleId: number, kind: EvidenceKind): AsyncGenerator<EvidenceRecord[]> {
    if (this.count(vehicleId, kind) === 0) return;
    let last: EvidenceRecord | null = null;
    for (;;) {
      const rows: EvidenceRecord[] = await this.db.asViewer(this.viewer, (trx) =>
        recordsAfter(trx, this.viewer, kind, vehicleId, this.period, last, PAGE),
      );
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) return;
      last = rows.at(-1) ?? null;
    }
  }
}
