import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { decodeFrame } from '@roadworthy/protocols';
import type { Viewer } from '../../../platform/auth/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { rangeOf } from '../../../platform/range.ts';
import type { Services } from '../../../platform/services.ts';
import { Viewings } from '../../core/audit/index.ts';
import { trackersOf } from '../../core/trackers/index.ts';
import { type FrameRow, framePage } from './raw-data-frames.repository.ts';

type Call = typeof contract.trackers.rawFrames;
type Answer = AnswerOf<Call>;

/** The decoded form of a frame. */
export function readingsOf({ protocol, kind, content, offset_min: offsetMin, model }: FrameRow) {
  return decodeFrame(protocol, kind, content, { offsetMin, model });
}

function toJson(row: FrameRow): Answer['results'][number] {
  return {
    id: row.id,
    tracker_id: row.tracker_id,
    tracker: row.tracker,
    vehicle: row.vehicle_id,
    received_at: row.received_at.toISOString(),
    protocol: row.protocol,
    kind: row.kind,
    understood: row.understood,
    hex: row.content.toString('hex'),
    decoded: readingsOf(row).map((reading) => ({ ...reading })),
  };
}

/** The last frames of devices as bytes, for support (O-22). */
export class RawFramesService {
  readonly #viewings: Viewings;

  constructor(private readonly services: Pick<Services, 'db'>) {
    this.#viewings = new Viewings(services);
  }

  /**
   * Frames of one tracker or of all visible ones, newest first. The view is recorded in the audit
   * log.
   *
   * @throws HttpError 400 for a wrong period, 404 for a tracker that the viewer cannot see
   */
  async page(viewer: Viewer, query: QueryOf<Call>): Promise<Answer> {
    const { start, end } = rangeOf(viewer, query);
    const { tracker_id: trackerId, not_understood: notUnderstood, page, pageSize } = query;
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      if (trackerId !== undefined) {
        orNotFound((await trackersOf(trx, viewer, [trackerId]))[0]);
      }
      const question = { trackerId: trackerId ?? null, start, end, notUnderstood };
      return framePage(trx, viewer, question, { limit: pageSize, offset: (page - 1) * pageSize });
    });
    for (const id of new Set(rows.map((row) => row.vehicle_id))) {
      await this.#viewings.seen(viewer, {
        subject: { kind: 'vehicle', id },
        shown: 'raw_data',
        start: start.toISOString(),
        end: end.toISOString(),
      });
    }
    return { count, results: rows.map(toJson) };
  }
}
