import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { rangeOf } from '../../../platform/range.ts';
import type { Services } from '../../../platform/services.ts';
import { Viewings } from '../audit/viewings.ts';
import { trackersOf } from '../trackers/repository.ts';
import { COUNT_LIMIT, rawRecords } from './repository.ts';

type Call = typeof contract.trackers.rawData;

/** What devices sent, as it was understood (O-22, R-145). */
export class RawDataService {
  readonly #viewings: Viewings;

  constructor(private readonly services: Pick<Services, 'db'>) {
    this.#viewings = new Viewings(services);
  }

  /**
   * What a tracker sent within a period, newest first. Records whose clock was wrong stand among the
   * others, by the time of their arrival, with their fault. That somebody saw where the vehicle was
   * stands in the audit log.
   *
   * @throws HttpError 400 for a wrong period, 404 for a tracker out of sight
   */
  async records(viewer: Viewer, query: QueryOf<Call>): Promise<AnswerOf<Call>> {
    const { start, end } = rangeOf(viewer, query);
    const { tracker_id: trackerId, page, pageSize } = query;
    const answer = await this.services.db.asViewer(viewer, async (trx) => {
      const [tracker] = await trackersOf(trx, viewer, [trackerId]);
      if (tracker === undefined) throw notFound();
      const { count, rows } = await rawRecords(
        trx,
        viewer,
        { trackerId, start, end },
        { limit: pageSize, offset: (page - 1) * pageSize },
      );
      return {
        count: Math.min(count, COUNT_LIMIT),
        count_is_limit: count > COUNT_LIMIT,
        results: rows.map((row) => ({
          id: row.digest,
          tracker_id: trackerId,
          vehicle: row.vehicle_id,
          received_at: row.received_at.toISOString(),
          timestamp: row.device_time.toISOString(),
          protocol: tracker.protocol,
          hex: null,
          decoded: row.fault === null ? row.decoded : { ...row.decoded, fault: row.fault },
        })),
      };
    });
    for (const id of new Set(answer.results.map(({ vehicle }) => vehicle))) {
      await this.#viewings.seen(viewer, {
        subject: { kind: 'vehicle', id },
        shown: 'raw_data',
        start: start.toISOString(),
        end: end.toISOString(),
      });
    }
    return answer;
  }
}
