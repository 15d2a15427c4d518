import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { actorOf, recordChanges } from '../../../platform/audit/index.ts';
import {
  randomToken,
  type SecretBox,
  secretBox,
  tokenHash,
  type Viewer,
} from '../../../platform/auth/index.ts';
import { chosenCustomer } from '../../../platform/chosen-customer.ts';
import { DATA_INPUT_PATH, DATA_INPUT_SECRETS } from '../../../platform/data-inputs.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import {
  deleteInput,
  type InputRow,
  inputCount,
  inputPage,
  insertInput,
  keptMessages,
  setTokenDigest,
  updateInput,
  vehiclesOfDevices,
  visibleInput,
} from './data-inputs.repository.ts';
import { described, type Input, toInput, toMessage } from './data-inputs-answer.ts';
import { previewOf } from './data-inputs-preview.ts';
import { type InputBody, refuseWrongInput, settingsOf } from './data-inputs-rules.ts';

type Calls = typeof contract.dataInputs;

/** Each open MQTT input is a connection. */
const MOST_INPUTS = 30;

/** Data inputs: administrators set them up, map their messages, switch them off and delete them. */
export class DataInputsService {
  readonly #box: SecretBox;

  constructor(private readonly services: Pick<Services, 'db' | 'config' | 'bus'>) {
    this.#box = secretBox(services.config, DATA_INPUT_SECRETS);
  }

  /** The inputs of the viewer's customer; those of all customers for a global administrator. */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await inputPage(trx, viewer, pageOf(query));
      return { count, results: rows.map((row) => this.#answer(viewer, row)) };
    });
  }

  /** @throws HttpError 404 if the input does not exist or is of another customer */
  read(viewer: Viewer, id: number): Promise<Input> {
    return this.services.db.asViewer(viewer, async (trx) =>
      this.#answer(viewer, await this.#one(trx, viewer, id)),
    );
  }

  /**
   * Creates an input.
   *
   * @throws HttpError 400 with the wrong fields, 409 if the customer has too many
   */
  async create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<AnswerOf<Calls['create']>> {
    refuseWrongInput(body);
    const token = body.kind === 'http' ? randomToken() : null;
    const made = await this.services.db.asViewer(viewer, async (trx) => {
      const customerId = await chosenCustomer(trx, viewer, body.customer);
      if ((await inputCount(trx, customerId)) >= MOST_INPUTS) {
        throw conflict({ code: 'data_input.too_many', params: { most: MOST_INPUTS } });
      }
      const { name } = await actorOf(trx, viewer);
      const digest = token === null ? null : tokenHash(token);
      const id = await insertInput(trx, customerId, this.#valuesOf(body, null), digest, name);
      const row = await this.#one(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return row;
    });
    this.#publish();
    const secretPath = token === null ? null : `${DATA_INPUT_PATH}${token}`;
    return { ...this.#answer(viewer, made), secret_path: secretPath };
  }

  /**
   * Changes an input.
   *
   * @throws HttpError 400 with the wrong fields, also for another kind, 404
   */
  async change(viewer: Viewer, id: number, body: InputBody): Promise<Input> {
    const answer = await this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#one(trx, viewer, id);
      if (body.kind !== before.kind) throw wrongField('kind', 'data_input.kind_fixed');
      refuseWrongInput(body);
      await updateInput(trx, id, this.#valuesOf(body, before));
      const after = await this.#one(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return this.#answer(viewer, after);
    });
    this.#publish();
    return answer;
  }

  /** @throws HttpError 404 */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#one(trx, viewer, id);
      await deleteInput(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
    this.#publish();
  }

  /**
   * Replaces the address of an HTTP input.
   *
   * @throws HttpError 404, 409 for another kind
   */
  async rotate(viewer: Viewer, id: number): Promise<AnswerOf<Calls['rotate']>> {
    const token = randomToken();
    await this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#one(trx, viewer, id);
      if (row.kind !== 'http') throw conflict('data_input.no_address');
      await setTokenDigest(trx, id, tokenHash(token));
      const { customerId, subject } = described(row);
      const actor = await actorOf(trx, viewer);
      const after = { address: 'replaced' };
      await recordChanges(trx, [
        { customerId, actor, subject, action: 'changed', before: null, after },
      ]);
    });
    this.#publish();
    return { secret_path: `${DATA_INPUT_PATH}${token}` };
  }

  /** @throws HttpError 404 */
  messages(viewer: Viewer, id: number): Promise<AnswerOf<Calls['messages']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await this.#one(trx, viewer, id);
      const rows = await keptMessages(trx, viewer, id);
      return { results: rows.map((row) => toMessage(row, languageOf(viewer.language))) };
    });
  }

  /** What a mapping would store of a message. Nothing is stored. */
  async preview(
    viewer: Viewer,
    body: BodyOf<Calls['preview']>,
  ): Promise<AnswerOf<Calls['preview']>> {
    const { error, count, records } = previewOf(body);
    const numbers = records.flatMap(({ device }) => device ?? []);
    const vehicles = await this.services.db.asViewer(viewer, (trx) =>
      vehiclesOfDevices(trx, viewer, numbers),
    );
    return {
      error: error === null ? null : errorText(languageOf(viewer.language), error),
      count,
      records: records.map((one) => ({ ...one, vehicle: vehicles.get(one.device ?? '') ?? null })),
    };
  }

  #valuesOf(body: InputBody, before: InputRow | null) {
    const { name, kind, is_on, mapping, password } = body;
    const isKept = password === undefined;
    const sealed =
      kind === 'http' || password === undefined || password === ''
        ? null
        : this.#box.seal(password);
    return {
      ...{ name, kind, is_on, mapping },
      settings: settingsOf(body, before?.settings ?? null),
      credentials: isKept ? (before?.credentials ?? null) : sealed,
    };
  }

  /** Lets the gateways read the inputs again. */
  #publish(): void {
    this.services.bus.publish('data-inputs.changed', {});
  }

  #answer(viewer: Viewer, row: InputRow): Input {
    return toInput(row, row.credentials !== null, languageOf(viewer.language));
  }

  async #one(trx: Transaction, viewer: Viewer, id: number): Promise<InputRow> {
    return orNotFound(await visibleInput(trx, viewer, id));
  }
}
