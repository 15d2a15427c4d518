import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { RECOGNISED_AT_MOST, type RecognitionReason, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { customerOfDriver } from '../../../core/drivers/index.ts';
import { ownDriver, visibleDriver } from '../../../core/fleet/index.ts';
import { notifyUser } from '../../../core/users/index.ts';
import { checkMaySeeEvents } from '../coaching-access.ts';
import type { FairScoreRow } from '../scores/coaching-scores.columns.ts';
import { monthBefore, monthOfNow, scoresOfMonth } from '../scores/coaching-scores.service.ts';
import {
  accountOfDriver,
  insertRecognition,
  type RecognitionRow,
  recognisedDrivers,
  recognitionPage,
  recognitionsOfDriver,
} from './coaching-recognitions.repository.ts';

type Calls = typeof contract.fairScores;
type Recognition = AnswerOf<Calls['recognise']>;

/** Recognitions that a driver sees. */
const SHOWN = 20;
const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;

/** A driver with a score in this month. */
interface Scored extends FairScoreRow {
  readonly score: number;
  readonly ratio: number;
  readonly previous: number | null;
}

const toOwn = (row: RecognitionRow) => ({
  id: row.id,
  month: row.month,
  reason: row.reason,
  text: row.text,
  author: row.author,
  created_at: toApiDateTime(row.created_ms),
});

const toRecognition = (row: RecognitionRow): Recognition => ({
  ...toOwn(row),
  driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
});

const described = (row: RecognitionRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'driver_recognition' as const,
    id: String(row.id),
    name: `${row.first_name} ${row.surname}, ${row.month}`,
  },
  facts: { month: row.month, reason: row.reason, text: row.text },
});

/** Recognition of good driving. */
export class Recognitions {
  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {}

  /** @throws HttpError 404 for a depot that is not visible */
  candidates(
    viewer: Viewer,
    query: QueryOf<Calls['candidates']>,
  ): Promise<AnswerOf<Calls['candidates']>> {
    checkMaySeeEvents(viewer);
    const month = query.month ?? monthOfNow(viewer);
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await scoresOfMonth(trx, viewer, monthBefore(month), query.depot);
      const ratios = new Map(before.rows.map(({ id, ratio }) => [id, ratio]));
      const { rows } = await scoresOfMonth(trx, viewer, month, query.depot);
      const scored = rows.flatMap((row): Scored[] => {
        const { ratio, score } = row;
        if (ratio === null || score === null) return [];
        return [{ ...row, ratio, score, previous: ratios.get(row.id) ?? null }];
      });
      const best = scored.toSorted((a, b) => a.ratio - b.ratio);
      const gain = ({ previous, ratio }: Scored) => (previous ?? 0) - ratio;
      const improved = scored.filter((one) => gain(one) > 0).toSorted((a, b) => gain(b) - gain(a));
      return {
        month,
        best: await this.#list(trx, month, 'best', best),
        improved: await this.#list(trx, month, 'improved', improved),
      };
    });
  }

  /** @throws HttpError 404 for a driver who is not visible */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['recognitions']>,
  ): Promise<AnswerOf<Calls['recognitions']>> {
    checkMaySeeEvents(viewer);
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      if (query.driver !== undefined) await visibleDriver(trx, viewer, query.driver);
      return recognitionPage(trx, viewer, query, pageOf(query));
    });
    return { count, results: rows.map(toRecognition) };
  }

  /**
   * Stores a recognition and sends it to the driver's account by e-mail.
   *
   * @throws HttpError 404 for a driver who is not visible, 409 if the driver has one for the same month
   *   and reason
   */
  recognise(viewer: Viewer, body: BodyOf<Calls['recognise']>): Promise<Recognition> {
    checkMaySeeEvents(viewer);
    return this.services.db.asViewer(viewer, async (trx) => {
      await visibleDriver(trx, viewer, body.driver);
      const customerId = await customerOfDriver(trx, body.driver);
      const id = await insertRecognition(trx, { customerId, userId: viewer.userId }, body);
      if (id === undefined) throw conflict('coaching.recognised_already');
      const { rows } = await recognitionPage(trx, viewer, { id }, ONE);
      const row = orNotFound(rows[0]);
      await recordRow(trx, viewer, described, null, row);
      await this.#mail(trx, row);
      return toRecognition(row);
    });
  }

  /** The recognitions of the driver of the caller's account. */
  own(viewer: Viewer): Promise<AnswerOf<Calls['own']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      if (driver === null) return [];
      return (await recognitionsOfDriver(trx, driver.id, SHOWN)).map(toOwn);
    });
  }

  async #list(
    trx: Transaction,
    month: string,
    reason: RecognitionReason,
    sorted: readonly Scored[],
  ) {
    const shown = sorted.slice(0, RECOGNISED_AT_MOST);
    const recognised = await recognisedDrivers(
      trx,
      month,
      reason,
      shown.map(({ id }) => id),
    );
    return shown.map(({ distance, driver, id, previous, ratio, score }) => ({
      driver,
      distance,
      score,
      ratio,
      previous_ratio: previous,
      is_recognised: recognised.has(id),
    }));
  }

  async #mail(trx: Transaction, row: RecognitionRow): Promise<void> {
    const account = await accountOfDriver(trx, row.driver_id);
    if (account === undefined) return;
    await notifyUser(trx, this.services, {
      customerId: row.customer_id,
      userId: account,
      path: '/coaching/own',
      tag: `recognition-${row.id}`,
      write: (language, address) => {
        const values = { author: row.author ?? '–', month: row.month, text: row.text, address };
        return {
          subject: textOf(language, 'coaching.mail.recognition', values),
          text: textOf(language, 'coaching.mail.recognitionBody', values),
        };
      },
    });
  }
}
