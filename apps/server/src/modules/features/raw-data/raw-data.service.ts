import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { rangeOf } from '../../../platform/range.ts';
import type { Services } from '../../../platform/services.ts';
import { Viewings } from '../../core/audit/index.ts';
import { trackersOf } from '../../core/trackers/index.ts';
import { type RawRow, rawRecords } from './raw-data.repository.ts';
import { framePage } from './raw-data-frames.repository.ts';
import { readingsOf } from './raw-data-frames.service.ts';

type Call = typeof contract.trackers.rawData;

/** Maximum frames that are searched for the records of a page. */
const FRAMES_OF_PAGE = 400;

/** An integer that JSON represents exactly, from the 64 bits of a record's digest; never 0. */
const idOf = ({ digest }: RawRow): number => Number(BigInt.asUintN(53, BigInt(digest)) || 1n);

/** The hex of stored frames by the device time of their records. */
async function framesByTime(
  trx: Transaction,
  viewer: Viewer,
  trackerId: number,
  rows: readonly RawRow[],
): Promise<Map<number, string>> {
  const arrived = rows.map((row) => row.received_at.getTime());
  if (arrived.length === 0) return new Map();
  const question = {
    trackerId,
    start: new Date(Math.min(...arrived) - 60_000),
    end: new Date(Math.max(...arrived) + 60_000),
    notUnderstood: false,
  };
  const page = { limit: FRAMES_OF_PAGE, offset: 0 };
  const { rows: frames } = await framePage(trx, viewer, question, page);
  const byTime = new Map<number, string>();
  for (const frame of frames) {
    for (const reading of readingsOf(frame)) {
      if (!('record' in reading)) continue;
      byTime.set(reading.record.timeMs ?? Number.NaN, frame.content.toString('hex'));
    }
  }
  return byTime;
}

/** The decoded records of devices (O-22, R-145). */
export class RawDataService {
  readonly #viewings: Viewings;

  constructor(private readonly services: Pick<Services, 'db'>) {
    this.#viewings = new Viewings(services);
  }

  /**
   * The records of a tracker within a period, newest first. Records with a wrong clock are sorted
   * by their arrival time and have the error. The view is recorded in the audit log.
   *
   * @throws HttpError 400 for a wrong period, 404 for a tracker that the viewer cannot see
   */
  async records(viewer: Viewer, query: QueryOf<Call>): Promise<AnswerOf<Call>> {
    const { start, end } = rangeOf(viewer, query);
    const { tracker_id: trackerId, page, pageSize } = query;
    const answer = await this.services.db.asViewer(viewer, async (trx) => {
      const tracker = orNotFound((await trackersOf(trx, viewer, [trackerId]))[0]);
      const { count, isLimit, rows } = await rawRecords(
        trx,
        viewer,
        { trackerId, start, end },
        { limit: pageSize, offset: (page - 1) * pageSize },
      );
      const frames = await framesByTime(trx, viewer, trackerId, rows);
      return {
        count,
        count_is_limit: isLimit,
        results: rows.map((row) => ({
          id: idOf(row),
          tracker_id: trackerId,
          vehicle: row.vehicle_id,
          received_at: row.received_at.toISOString(),
          timestamp: row.device_time.toISOString(),
          protocol: tracker.protocol,
          hex: row.fault === null ? (frames.get(row.device_time.getTime()) ?? '') : '',
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
