import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { allows, type DeviceInstruction } from '@roadworthy/domain';
import { type OfferedCommand, offeredCommands } from '@roadworthy/protocols';
import { type Actor, actorOf, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, forbidden, notFound, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleVehicle, visibleVehicles } from '../../core/fleet/index.ts';
import { confirmedWithCode, hasAuthenticator } from '../../core/sign-in/index.ts';
import {
  type CommandRow,
  cancelCommand,
  commandPage,
  insertCommands,
  type NewCommand,
  visibleCommand,
  waitingImmobiliser,
} from './device-commands.repository.ts';
import { type DeviceRow, devicesOf, standstillOf } from './device-commands-devices.repository.ts';

type Calls = typeof contract.deviceCommands;
type SendBody = BodyOf<Calls['send']>;

const HOUR_MS = 3_600_000;
const IMMOBILISE = { kind: 'module', anyOf: ['Immobilise'], write: true } as const;
const COMMAND = { kind: 'module', anyOf: ['Device Commands'], write: true } as const;
const utc = (time: Date | null) => time?.toISOString() ?? null;

const isImmobiliser = ({ kind }: DeviceInstruction): boolean =>
  kind === 'immobilise' || kind === 'mobilise';

/** The commands that a device has, with its settings. */
const offersOf = (device: DeviceRow): OfferedCommand[] =>
  offeredCommands(device.protocol, {
    deviceId: device.number,
    model: device.model === '' ? null : device.model,
    password: device.password,
    immobiliser:
      device.immobiliser_output === null
        ? null
        : {
            output: device.immobiliser_output,
            cutsWhenOn: device.immobiliser_cuts_when_on ?? true,
          },
    nowMs: 0,
  });

function toCommand(row: CommandRow): AnswerOf<Calls['send']> {
  return {
    id: Number(row.id),
    vehicle: { id: row.vehicle_id, registration: row.registration },
    tracker: { id: row.tracker_id, number: row.number },
    instruction: row.instruction,
    state: row.state,
    waits_for_stop: row.waits_for_stop,
    failure: row.failure,
    answer: row.answer,
    reason: row.reason,
    created_by: row.created_by_name,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    sent_at: utc(row.sent_at),
    ended_at: utc(row.ended_at),
  };
}

/** The device that gets a command: the requested one, otherwise the last heard that has it. */
function deviceFor(
  devices: readonly DeviceRow[],
  { kind }: DeviceInstruction,
  trackerId: number | undefined,
): DeviceRow {
  const among = trackerId === undefined ? devices : devices.filter(({ id }) => id === trackerId);
  if (among.length === 0) throw conflict('device_command.no_device');
  const offer = (device: DeviceRow) => offersOf(device).find((one) => one.kind === kind);
  const ready = among.find((device) => offer(device)?.missing === null);
  if (ready !== undefined) return ready;
  const missing = among.map((device) => offer(device)?.missing).find((one) => one != null);
  throw conflict(
    missing === undefined ? 'device_command.not_offered' : `device_command.needs_${missing}`,
  );
}

/** Commands to the devices of vehicles. The gateway sends them, each at most once. */
export class DeviceCommandsService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'config' | 'log'>) {}

  /** @throws HttpError 404 for a vehicle that the viewer cannot see */
  async offers(viewer: Viewer, vehicleId: number): Promise<AnswerOf<Calls['offers']>> {
    const { db } = this.services;
    const mayImmobilise = allows(IMMOBILISE, viewer);
    const needsCode =
      mayImmobilise && (await db.asSystem((trx) => hasAuthenticator(trx, viewer.userId)));
    return db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      const devices = await devicesOf(trx, [vehicleId]);
      return {
        devices: devices.map((device) => ({
          id: device.id,
          number: device.number,
          model: device.model,
          protocol: device.protocol,
          is_connected: device.is_connected,
          last_seen: utc(device.last_seen_at),
          commands: offersOf(device).filter(({ kind }) => this.#may(viewer, { kind })),
        })),
        standstill: await standstillOf(trx, vehicleId),
        may_immobilise: mayImmobilise,
        needs_code: needsCode,
      };
    });
  }

  /**
   * Queues a command. An immobilisation replaces nothing: a waiting one is refused, and the opposite
   * cancels it.
   *
   * @throws HttpError 404 for a vehicle that the viewer cannot see, 403 without the permission of the
   *   command, 409 if no device has it, 400 and 423 as for a confirmation with the password
   */
  async send(
    viewer: Viewer,
    vehicleId: number,
    body: SendBody,
    ip: string,
  ): Promise<AnswerOf<Calls['send']>> {
    const { db, bus } = this.services;
    const { instruction } = body;
    if (!this.#may(viewer, instruction)) throw forbidden('access.denied');
    const findDevice = async (trx: Transaction) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      const device = deviceFor(await devicesOf(trx, [vehicleId]), instruction, body.tracker);
      return { vehicle, device };
    };
    if (isImmobiliser(instruction)) {
      if (body.reason === '') throw wrongField('reason', 'device_command.reason_required');
      // Before the password, so that a refusal costs no attempt.
      await db.asViewer(viewer, findDevice);
      const { password = '', code = '' } = body;
      await confirmedWithCode(this.services, viewer, { password, code, ip });
    }
    const row = await db.asViewer(viewer, async (trx) => {
      const { device } = await findDevice(trx);
      if (isImmobiliser(instruction)) await this.#replaceWaiting(trx, device.id, instruction);
      const actor = await actorOf(trx, viewer);
      const expiresAt = new Date(Date.now() + body.expires_in_hours * HOUR_MS);
      const [id = ''] = await insertCommands(trx, [
        this.#newCommand(device, instruction, { viewer, actor, expiresAt, reason: body.reason }),
      ]);
      const made = orNotFound(await visibleCommand(trx, viewer, id));
      await this.#record(trx, actor, [made]);
      return made;
    });
    bus.publish('messages.queued', { trackerId: row.tracker_id });
    return toCommand(row);
  }

  /** @throws HttpError 404 for a vehicle that the viewer cannot see */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, isLimit, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      return commandPage(trx, viewer, pageOf(query), query);
    });
    return { count, count_is_limit: isLimit, results: rows.map(toCommand) };
  }

  /** @throws HttpError 404 for a command that the viewer cannot see */
  async read(viewer: Viewer, id: number): Promise<AnswerOf<Calls['read']>> {
    const row = await this.services.db.asViewer(viewer, (trx) => visibleCommand(trx, viewer, id));
    return toCommand(orNotFound(row));
  }

  /** @throws HttpError 404 for a command that the viewer cannot see, 409 if it waits no more */
  async cancel(viewer: Viewer, id: number): Promise<AnswerOf<Calls['cancel']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const found = orNotFound(await visibleCommand(trx, viewer, id));
      if (!this.#may(viewer, found.instruction)) throw forbidden('access.denied');
      if (!(await cancelCommand(trx, found.id))) throw conflict('device_command.not_waiting');
      return toCommand(orNotFound(await visibleCommand(trx, viewer, id)));
    });
  }

  /**
   * Requests the position of the visible vehicles among those given.
   *
   * @throws HttpError 404 if none of them is visible
   */
  async requestPositions(
    viewer: Viewer,
    vehicleIds: readonly number[],
  ): Promise<AnswerOf<Calls['requestPositions']>> {
    const instruction = { kind: 'position' } as const;
    if (!this.#may(viewer, instruction)) throw forbidden('access.denied');
    const { chosen, without } = await this.services.db.asViewer(viewer, async (trx) => {
      const vehicles = await visibleVehicles(trx, viewer)
        .where('v.id', 'in', [...new Set(vehicleIds)])
        .execute();
      if (vehicles.length === 0) throw notFound();
      const devices = await devicesOf(
        trx,
        vehicles.map(({ id }) => id),
      );
      const deviceOf = new Map<number, DeviceRow>();
      for (const device of devices) {
        const has = offersOf(device).some((one) => one.kind === 'position' && one.missing === null);
        if (has && !deviceOf.has(device.vehicle_id)) deviceOf.set(device.vehicle_id, device);
      }
      const actor = await actorOf(trx, viewer);
      const expiresAt = new Date(Date.now() + HOUR_MS);
      const given = { viewer, actor, expiresAt, reason: '' };
      const ready = vehicles.flatMap(({ id, registration }) => {
        const device = deviceOf.get(id);
        return device === undefined ? [] : [{ device, registration }];
      });
      const ids = await insertCommands(
        trx,
        ready.map(({ device }) => this.#newCommand(device, instruction, given)),
      );
      await this.#record(
        trx,
        actor,
        ready.map(({ device, registration }, at) => ({
          id: ids[at] ?? '',
          customer_id: device.customer_id,
          registration,
          number: device.number,
          instruction,
          reason: '',
        })),
      );
      return {
        chosen: ready,
        without: vehicles
          .filter(({ id }) => !deviceOf.has(id))
          .map(({ id, registration }) => ({ id, registration })),
      };
    });
    for (const { device } of chosen) {
      this.services.bus.publish('messages.queued', { trackerId: device.id });
    }
    return { queued: chosen.length, without };
  }

  #may(viewer: Viewer, instruction: Pick<DeviceInstruction, 'kind'>): boolean {
    return allows(isImmobiliser(instruction as DeviceInstruction) ? IMMOBILISE : COMMAND, viewer);
  }

  #newCommand(
    device: DeviceRow,
    instruction: DeviceInstruction,
    given: { viewer: Viewer; actor: Actor; expiresAt: Date; reason: string },
  ): NewCommand {
    return {
      customerId: device.customer_id,
      vehicleId: device.vehicle_id,
      trackerId: device.id,
      instruction,
      reason: given.reason,
      waitsForStop: instruction.kind === 'immobilise',
      userId: given.viewer.userId,
      userName: given.actor.name,
      expiresAt: given.expiresAt,
    };
  }

  /** Cancels the waiting opposite. @throws HttpError 409 if the same command waits */
  async #replaceWaiting(trx: Transaction, trackerId: number, { kind }: DeviceInstruction) {
    for (const waiting of await waitingImmobiliser(trx, trackerId)) {
      if (waiting.kind === kind) throw conflict('device_command.already_waiting');
      await cancelCommand(trx, waiting.id);
    }
  }

  async #record(
    trx: Transaction,
    actor: Actor,
    commands: readonly Pick<
      CommandRow,
      'id' | 'customer_id' | 'registration' | 'number' | 'instruction' | 'reason'
    >[],
  ): Promise<void> {
    await recordChanges(
      trx,
      commands.map((one) => ({
        customerId: one.customer_id,
        actor,
        subject: { kind: 'device_command', id: one.id, name: one.registration },
        action: 'created' as const,
        before: null,
        after: { ...one.instruction, tracker: one.number, reason: one.reason },
      })),
    );
  }
}
