import {
  type DeviceInstruction,
  type DeviceProtocol,
  STANDSTILL_MAX_AGE_S,
} from '@roadworthy/domain';
import { type EncodedInstruction, encodeInstruction } from '@roadworthy/protocols';
import type pg from 'pg';
import {
  type DeviceLink,
  type Motion,
  type Outgoing,
  type OutgoingSource,
  storedAnswer,
} from './outgoing-source.ts';

/*
 * Commands to devices. Each is sent at most once: it is marked as sent before its bytes leave, and a
 * sent command without an answer fails with `no_answer` instead of being sent again. An
 * immobilisation is due only while the vehicle stands still.
 */

interface CommandRow {
  readonly id: string;
  readonly instruction: DeviceInstruction;
  readonly number: string;
  readonly model: string;
  readonly protocol: DeviceProtocol;
  readonly password: string | null;
  readonly immobiliser_output: number | null;
  readonly immobiliser_cuts_when_on: boolean | null;
}

const OPEN = `c.state = 'waiting' and c.ended_at is null and c.expires_at > now()`;
/** The vehicle's last position, for a device that has not reported since it connected. */
const STILL = `exists (select from vehicle_states s where s.vehicle_id = c.vehicle_id
  and s.speed_kmh = 0 and not s.is_private
  and s.device_time > now() - make_interval(secs => ${STANDSTILL_MAX_AGE_S}))`;
/** Clocks of devices may be ahead by a little. */
const MAX_AHEAD_MS = 60_000;

/** Whether a record shows that the vehicle stands still now. */
function standsStill({ timeMs, speedKmh }: Motion, nowMs: number): boolean {
  const ageMs = nowMs - timeMs;
  return speedKmh === 0 && ageMs <= STANDSTILL_MAX_AGE_S * 1000 && ageMs >= -MAX_AHEAD_MS;
}

/** The oldest due command of a tracker, locked. */
async function dueCommand(
  client: pg.PoolClient,
  trackerId: number,
  motion: Motion | null,
): Promise<CommandRow | undefined> {
  const isStill = motion === null ? null : standsStill(motion, Date.now());
  const { rows } = await client.query<CommandRow>(
    `select c.id, c.instruction, t.number, t.model, t.protocol, s.password, s.immobiliser_output,
       s.immobiliser_cuts_when_on
     from device_commands c join trackers t on t.id = c.tracker_id
     left join device_command_settings s on s.tracker_id = t.id
     where c.tracker_id = $1 and ${OPEN} and t.vehicle_id = c.vehicle_id
       and (not c.waits_for_stop or coalesce($2::boolean, ${STILL}))
     order by c.id limit 1 for update of c skip locked`,
    [trackerId, isStill],
  );
  return rows[0];
}

function encoded(row: CommandRow): EncodedInstruction | null {
  const found = encodeInstruction(row.protocol, row.instruction, {
    deviceId: row.number,
    model: row.model === '' ? null : row.model,
    password: row.password,
    immobiliser:
      row.immobiliser_output === null
        ? null
        : { output: row.immobiliser_output, cutsWhenOn: row.immobiliser_cuts_when_on ?? true },
    nowMs: Date.now(),
  });
  return typeof found === 'string' ? null : found;
}

function sendTo(link: DeviceLink, instruction: EncodedInstruction): boolean {
  switch (instruction.form) {
    case 'text':
      return link.sendText(instruction.text);
    case 'bytes':
      return link.sendBytes(instruction.bytes);
    case 'message':
      return link.sendMessage(instruction.id, instruction.body);
  }
}

const END = `update device_commands set state = $2, failure = $3, answer = $4, ended_at = now()
  where id = $1 and state = 'sent' and ended_at is null`;

function outgoing(id: string, instruction: EncodedInstruction): Outgoing {
  const end = async (pool: pg.Pool, state: string, failure: string | null, answer: string | null) =>
    void (await pool.query(END, [id, state, failure, answer]));
  return {
    key: `command ${id}`,
    expectsAnswer: instruction.answer !== 'none',
    isAnsweredByRecords: instruction.answer === 'records',
    send: (link) => sendTo(link, instruction),
    answered: (pool, { text, accepted }) =>
      end(pool, accepted ? 'confirmed' : 'failed', accepted ? null : 'refused', storedAnswer(text)),
    unanswered: (pool) => end(pool, 'failed', 'no_answer', null),
    notSent: async (pool) => {
      await pool.query(
        `update device_commands set state = 'waiting', sent_at = null, ended_at = null
         where id = $1 and state = 'sent'`,
        [id],
      );
    },
  };
}

/** Takes a command within a transaction: locked, encoded, marked. */
async function take(
  client: pg.PoolClient,
  trackerId: number,
  motion: Motion | null,
): Promise<Outgoing | null> {
  for (;;) {
    const row = await dueCommand(client, trackerId, motion);
    if (row === undefined) return null;
    const instruction = encoded(row);
    if (instruction !== null) {
      await client.query(
        `update device_commands set state = 'sent', sent_at = now(),
           ended_at = case when $2 then now() end where id = $1`,
        [row.id, instruction.answer === 'none'],
      );
      return outgoing(row.id, instruction);
    }
    await client.query(
      `update device_commands set state = 'failed', failure = 'not_offered', ended_at = now()
       where id = $1`,
      [row.id],
    );
  }
}

/** Commands that wait for devices. */
export const outgoingCommands: OutgoingSource = {
  waiting: async (pool) => {
    const { rows } = await pool.query<{ tracker_id: number }>(
      `select distinct c.tracker_id from device_commands c where ${OPEN}`,
    );
    return rows.map(({ tracker_id: trackerId }) => trackerId);
  },
  take: async (pool, trackerId, { motion }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const item = await take(client, trackerId, motion);
      const { rows } =
        item === null
          ? await client.query(
              `select 1 from device_commands c where c.tracker_id = $1 and ${OPEN} limit 1`,
              [trackerId],
            )
          : { rows: [] };
      await client.query('commit');
      return item ?? (rows.length > 0 ? 'later' : null);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  },
};
