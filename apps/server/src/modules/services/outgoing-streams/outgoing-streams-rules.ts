import type { BodyOf, contract } from '@roadworthy/contract';
import type { OutgoingStreamKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';
import type { ErrorCode } from '../../../platform/error-texts.ts';
import { badRequest, type ErrorMessage } from '../../../platform/errors.ts';

export type StreamBody = BodyOf<typeof contract.outgoingStreams.change>;

interface KindRules {
  readonly protocols: readonly string[];
  readonly wrongAddress: ErrorCode;
  /** Whether the path of the address means something. */
  readonly hasPath: boolean;
  /** Where records go below the address. */
  readonly topic?: { readonly pattern: RegExp; readonly wrong: ErrorCode };
}

/** A topic without wildcards and empty levels (MQTT 5, 4.7). */
const TOPIC = /^[^\s/#+$][^\s/#+]*(\/[^\s/#+]+)*$/;

/** A subject of NATS without wildcards and empty tokens. */
const SUBJECT = /^[^\s.*>$][^\s.*>]*(\.[^\s.*>]+)*$/;

const RULES: Readonly<Record<OutgoingStreamKind, KindRules>> = {
  webhook: {
    protocols: ['http:', 'https:'],
    wrongAddress: 'outgoing_stream.webhook_address',
    hasPath: true,
  },
  mqtt: {
    protocols: ['mqtt:', 'mqtts:'],
    wrongAddress: 'outgoing_stream.mqtt_address',
    hasPath: false,
    topic: { pattern: TOPIC, wrong: 'outgoing_stream.topic' },
  },
  nats: {
    protocols: ['nats:', 'tls:'],
    wrongAddress: 'outgoing_stream.nats_address',
    hasPath: false,
    topic: { pattern: SUBJECT, wrong: 'outgoing_stream.subject' },
  },
};

function addressError({ kind, address }: StreamBody): ErrorCode | null {
  const { protocols, wrongAddress, hasPath } = RULES[kind];
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === '' || !protocols.includes(url.protocol)) return wrongAddress;
  // An address is shown and audited.
  if (url.username !== '' || url.password !== '') return 'outgoing_stream.address_credentials';
  const hasRest = !['', '/'].includes(url.pathname) || url.search !== '';
  return hasPath || !hasRest ? null : wrongAddress;
}

/** The ids of a customer's vehicles or depots among some. */
async function known(
  trx: Transaction,
  table: 'vehicles' | 'depots',
  customerId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where customer_id = ${customerId} and id = any(${[...ids]}::int[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Refuses a stream that is not valid.
 *
 * @throws HttpError 400 with the wrong fields
 */
export async function refuseWrongStream(
  trx: Transaction,
  customerId: number,
  body: StreamBody,
): Promise<void> {
  const errors: Record<string, ErrorMessage[]> = {};
  const address = addressError(body);
  if (address !== null) errors.address = [address];
  const { topic } = RULES[body.kind];
  if (topic !== undefined && !topic.pattern.test(body.topic)) errors.topic = [topic.wrong];
  if (!body.all_vehicles && body.vehicles.length + body.depots.length === 0) {
    errors.vehicles = ['outgoing_stream.vehicles_required'];
  }
  if (!body.all_vehicles && body.feeds.includes('driver_activities')) {
    errors.feeds = ['outgoing_stream.drivers_of_all'];
  }
  const vehicles = await known(trx, 'vehicles', customerId, body.vehicles);
  if (body.vehicles.some((id) => !vehicles.has(id))) errors.vehicles = ['vehicle.one_unknown'];
  const depots = await known(trx, 'depots', customerId, body.depots);
  if (body.depots.some((id) => !depots.has(id))) errors.depots = ['depot.unknown'];
  if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
}
