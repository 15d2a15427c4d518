import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { actorOf, recordChanges } from '../../../platform/audit/index.ts';
import type { SecretBox, Viewer } from '../../../platform/auth/index.ts';
import { chosenCustomer } from '../../../platform/chosen-customer.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { failureText } from '../../../platform/deliveries/index.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import { storedFailure } from './delivery/outgoing-streams-failure.ts';
import { openDestination } from './destinations/index.ts';
import {
  deleteOtherCursors,
  deleteStream,
  insertStream,
  type StreamRow,
  type StreamValues,
  setCredentials,
  streamCount,
  streamPage,
  takeBack,
  updateStream,
  visibleStream,
} from './outgoing-streams.repository.ts';
import { described, type Stream, toStream } from './outgoing-streams-answer.ts';
import {
  credentialsBox,
  NO_CREDENTIALS,
  newSecret,
  opened,
  rotated,
  seal,
} from './outgoing-streams-credentials.ts';
import { refuseWrongStream, type StreamBody } from './outgoing-streams-rules.ts';
import { beginFeeds } from './outgoing-streams-start.ts';
import { targetOf } from './outgoing-streams-target.ts';

type Calls = typeof contract.outgoingStreams;

/** More destinations of a customer would load the database for nobody. */
const MOST_STREAMS = 50;

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/** The columns of what a person entered; a webhook has no topic and no user. */
function valuesOf(body: StreamBody, credentials: Buffer | null): StreamValues {
  const isWebhook = body.kind === 'webhook';
  return {
    ...{ name: body.name, kind: body.kind, address: body.address, is_on: body.is_on, credentials },
    settings: {
      topic: isWebhook ? '' : body.topic,
      mqtt_version: body.mqtt_version,
      nats_mode: body.nats_mode,
      username: isWebhook ? '' : body.username,
    },
    feeds: unique(body.feeds),
    vehicle_ids: body.all_vehicles ? [] : unique(body.vehicles),
    depot_ids: body.all_vehicles ? [] : unique(body.depots),
  };
}

/** Outgoing streams: administrators set destinations up, test, pause and delete them. */
export class OutgoingStreamsService {
  readonly #box: SecretBox;

  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {
    this.#box = credentialsBox(services.config);
  }

  /** The streams of the viewer's customer; those of all customers for a global administrator. */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await streamPage(trx, viewer, pageOf(query));
      return { count, results: rows.map((row) => this.#answer(viewer, row)) };
    });
  }

  /** @throws HttpError 404 if the stream does not exist or is of another customer */
  read(viewer: Viewer, id: number): Promise<Stream> {
    return this.services.db.asViewer(viewer, async (trx) =>
      this.#answer(viewer, await this.#one(trx, viewer, id)),
    );
  }

  /**
   * Creates a stream that sends records from now on.
   *
   * @throws HttpError 400 with the wrong fields, 409 if the customer has too many
   */
  create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<AnswerOf<Calls['create']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await chosenCustomer(trx, viewer, body.customer);
      await refuseWrongStream(trx, customerId, body);
      if ((await streamCount(trx, customerId)) >= MOST_STREAMS) {
        throw conflict({ code: 'outgoing_stream.too_many', params: { most: MOST_STREAMS } });
      }
      const secret = body.kind === 'webhook' ? newSecret() : null;
      const credentials =
        secret === null
          ? { ...NO_CREDENTIALS, password: body.password ?? '' }
          : rotated(NO_CREDENTIALS, secret, Date.now());
      const values = valuesOf(body, seal(this.#box, credentials));
      const { name } = await actorOf(trx, viewer);
      const id = await insertStream(trx, customerId, values, name);
      await beginFeeds(trx, { id, customer_id: customerId }, values.feeds, 'now');
      const made = await this.#one(trx, viewer, id);
      await recordRow(trx, viewer, described, null, made);
      return { ...this.#answer(viewer, made), secret };
    });
  }

  /**
   * Changes a stream. Feeds that are added begin now.
   *
   * @throws HttpError 400 with the wrong fields, also for another kind of destination, 404
   */
  change(viewer: Viewer, id: number, body: StreamBody): Promise<Stream> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#one(trx, viewer, id);
      if (body.kind !== before.kind) throw wrongField('kind', 'outgoing_stream.kind_fixed');
      await refuseWrongStream(trx, before.customer_id, body);
      const { kind, password } = body;
      const credentials =
        kind === 'webhook' || password === undefined
          ? before.credentials
          : seal(this.#box, { ...NO_CREDENTIALS, password });
      const values = valuesOf(body, credentials);
      await updateStream(trx, id, values);
      await deleteOtherCursors(trx, id, values.feeds);
      const added = values.feeds.filter((feed) => !before.feeds.includes(feed));
      await beginFeeds(trx, before, added, 'now');
      const after = await this.#one(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return this.#answer(viewer, after);
    });
  }

  /** @throws HttpError 404 */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#one(trx, viewer, id);
      await deleteStream(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  /**
   * Sends a message without records.
   *
   * @throws HttpError 404
   */
  async test(viewer: Viewer, id: number): Promise<AnswerOf<Calls['test']>> {
    const row = await this.services.db.asViewer(viewer, (trx) => this.#one(trx, viewer, id));
    try {
      const credentials = opened(this.#box, row.credentials);
      const destination = await openDestination(targetOf(row, credentials, this.services.config));
      try {
        await destination.send({ feed: 'test', rows: [] });
      } finally {
        destination.close();
      }
      return { is_delivered: true, error: null };
    } catch (error) {
      const text = failureText(languageOf(viewer.language), storedFailure(error));
      return { is_delivered: false, error: text };
    }
  }

  /**
   * Begins all feeds of a stream again.
   *
   * @throws HttpError 400 on the field `from`, 404
   */
  restart(viewer: Viewer, id: number, { start, from }: BodyOf<Calls['restart']>): Promise<Stream> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#one(trx, viewer, id);
      await takeBack(trx, id);
      const fromMs = from === null ? null : Date.parse(from);
      await beginFeeds(trx, row, row.feeds, start, fromMs);
      await this.#noteChange(trx, viewer, row, { start, ...(start === 'date' ? { from } : {}) });
      return this.#answer(viewer, await this.#one(trx, viewer, id));
    });
  }

  /**
   * Replaces the signing secret of a webhook.
   *
   * @throws HttpError 404, 409 for another kind of destination
   */
  rotate(viewer: Viewer, id: number): Promise<AnswerOf<Calls['rotate']>> {
    const secret = newSecret();
    return this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#one(trx, viewer, id);
      if (row.kind !== 'webhook') throw conflict('outgoing_stream.no_secret');
      const before = opened(this.#box, row.credentials) ?? NO_CREDENTIALS;
      await setCredentials(trx, id, seal(this.#box, rotated(before, secret, Date.now())));
      await takeBack(trx, id);
      await this.#noteChange(trx, viewer, row, { signing_secret: 'replaced' });
      return { secret };
    });
  }

  async #noteChange(trx: Transaction, viewer: Viewer, row: StreamRow, after: object) {
    const { customerId, subject } = described(row);
    const actor = await actorOf(trx, viewer);
    await recordChanges(trx, [
      { customerId, actor, subject, action: 'changed', before: null, after },
    ]);
  }

  #answer(viewer: Viewer, row: StreamRow): Stream {
    return toStream(row, opened(this.#box, row.credentials), languageOf(viewer.language));
  }

  async #one(trx: Transaction, viewer: Viewer, id: number): Promise<StreamRow> {
    return orNotFound(await visibleStream(trx, viewer, id));
  }
}
