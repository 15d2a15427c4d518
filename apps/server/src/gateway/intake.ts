import type { DeviceProtocol } from '@roadworthy/domain';
import { type DeviceRecord, EMPTY_RECORD } from '@roadworthy/protocols';
import type { Log } from '../platform/log/index.ts';
import { clockFault } from './clock-plausibility.ts';
import type { ConnectionLog } from './connection-log.ts';
import { type Device, type DeviceRegistry, vehicleAt } from './device-registry.ts';
import type { FailedArrivals } from './failed-arrivals.ts';
import type { GroupCommit } from './group-commit.ts';
import type { GatewayMetrics } from './metrics.ts';
import { type Owner, type PositionRow, positionRow } from './position-row.ts';
import type { FaultRow } from './position-store.ts';
import type { PrivateUse } from './private-use.ts';
import type { ServerClock } from './server-clock.ts';
import type { TrackerContacts } from './tracker-contacts.ts';
import type { UnknownDevices } from './unknown-devices.ts';

export interface IntakeParts {
  readonly registry: DeviceRegistry;
  readonly commit: GroupCommit;
  readonly store: { storeFaults(faults: readonly FaultRow[]): Promise<void> };
  /** Whether the ingest stream refuses records; always false without one. */
  readonly isRefusing: () => boolean;
  readonly unknown: UnknownDevices;
  readonly contacts: TrackerContacts;
  readonly privateUse: PrivateUse;
  readonly connections: ConnectionLog;
  readonly failed: FailedArrivals;
  readonly clock: ServerClock;
  /** Whether any device may connect from an address (DEVICE_NETWORKS). */
  readonly mayConnectFrom: (address: string) => boolean;
  readonly metrics: GatewayMetrics;
  readonly log: Log;
  readonly retentionDays: number;
}

/** A device that may send: registered and fitted to a vehicle. */
export type KnownDevice = Device & Owner;

/**
 * Why a device is refused: not registered, not fitted, or connecting from a network that is not
 * allowed.
 */
export type NotAdmitted = 'unknown' | 'network';

/**
 * The vehicle of a record with this time; after a device was moved this may be its previous
 * vehicle.
 */
function ownerOf(device: KnownDevice, timeMs: number): Owner {
  if (device.fittings.length < 2) return device;
  return { ...device, vehicleId: vehicleAt(device, timeMs) };
}

/** Rows by vehicle. */
function byVehicle(rows: readonly PositionRow[]): (readonly PositionRow[])[] {
  const ids = new Set(rows.map(({ vehicleId }) => vehicleId));
  return [...ids].map((id) => rows.filter(({ vehicleId }) => vehicleId === id));
}

/** The path of every record, from any socket: identification, time check, commit. */
export class Intake {
  constructor(private readonly parts: IntakeParts) {}

  /** Whether sockets should pause until the database has caught up. */
  get isFull(): boolean {
    return this.parts.commit.isFull || this.parts.isRefusing();
  }

  /** Changes whenever a device may have been moved; the device is then identified again. */
  get version(): number {
    return this.parts.registry.version;
  }

  /**
   * The device with an identity. A refused one is recorded: an unknown one in the list of unknown
   * devices, a known one from a network that is not allowed in its connections.
   *
   * @param address the address it connects from
   * @param customerId only a device of this customer is known; null for any
   * @throws the database error when the database is down
   */
  async recognise(
    protocol: DeviceProtocol,
    numbers: readonly string[],
    address: string,
    customerId: number | null = null,
  ): Promise<KnownDevice | NotAdmitted> {
    const { connections, failed, mayConnectFrom, metrics, registry, unknown } = this.parts;
    const found = await registry.find(numbers);
    const isForeign = found !== null && customerId !== null && found.customerId !== customerId;
    const device = isForeign ? null : found;
    if (!mayConnectFrom(address) || device?.mayConnectFrom(address) === false) {
      metrics.refusedConnections.inc({ protocol, rule: 'network' });
      failed.refused(protocol, address, device?.customerId ?? null);
      if (device !== null) connections.refused(device, protocol, address);
      return 'network';
    }
    if (device === null) {
      metrics.unknownDevices.inc({ protocol });
      // The device of another customer is registered: it is not offered for adoption.
      if (!isForeign) unknown.note(protocol, numbers[0] ?? '');
      return 'unknown';
    }
    return device.vehicleId === null ? 'unknown' : (device as KnownDevice);
  }

  /**
   * Stores records of one device. Resolves after their commit: only then may the device be
   * acknowledged.
   *
   * @returns the records whose files may be requested: those of private use are excluded
   * @throws if they were not stored
   */
  async accept(
    protocol: DeviceProtocol,
    device: KnownDevice,
    records: readonly DeviceRecord[],
  ): Promise<readonly DeviceRecord[]> {
    const { privateUse } = this.parts;
    if (privateUse.loading !== null) await privateUse.loading.catch(() => undefined);
    const nowMs = Date.now();
    const sound: PositionRow[] = [];
    let hidden: Set<DeviceRecord> | null = null;
    let faults: FaultRow[] | null = null;
    let before: PositionRow | null = null;
    let newestFixMs: number | null = null;
    for (const record of records) {
      if (record.fixValid && record.timeMs !== null && record.timeMs > (newestFixMs ?? 0)) {
        newestFixMs = record.timeMs;
      }
      const told = positionRow(ownerOf(device, record.timeMs ?? nowMs), record, nowMs);
      const fault = clockFault(told.timeMs, nowMs, this.parts.retentionDays);
      const row: PositionRow =
        fault === null ? privateUse.applied(told, before) : privateUse.appliedAt(told, nowMs);
      if (row.privateLegM !== null) {
        hidden ??= new Set();
        hidden.add(record);
      }
      if (fault === null) {
        sound.push(row);
        before = told;
      } else {
        faults ??= [];
        faults.push({ row, fault });
      }
    }
    if (newestFixMs !== null) this.parts.clock.heard(device.trackerId, newestFixMs);
    if (faults !== null) await this.#keepApart(faults);
    try {
      if (sound.length > 0) await this.#submit(sound);
    } catch (error) {
      privateUse.notStored(sound);
      throw error;
    }
    this.parts.metrics.records.inc({ protocol }, records.length);
    this.parts.contacts.seen(device, sound.length > 0 && faults === null);
    return hidden === null ? records : records.filter((record) => !hidden.has(record));
  }

  /**
   * Stores quarantined records whose time is now plausible; skips the others.
   *
   * @throws if they were not stored
   */
  async takeBack(device: KnownDevice, records: readonly DeviceRecord[]): Promise<void> {
    const { privateUse, retentionDays } = this.parts;
    const nowMs = Date.now();
    const rows: PositionRow[] = [];
    let before: PositionRow | null = null;
    for (const record of records) {
      const told = positionRow(ownerOf(device, record.timeMs ?? nowMs), record, nowMs);
      if (clockFault(told.timeMs, nowMs, retentionDays) !== null) continue;
      rows.push(privateUse.applied(told, before));
      before = told;
    }
    try {
      if (rows.length > 0) await this.#submit(rows);
    } catch (error) {
      privateUse.notStored(rows);
      throw error;
    }
  }

  /** Whether the device's vehicle is in private use now: then its frames are not stored. */
  isPrivate(device: KnownDevice): boolean {
    const nowMs = Date.now();
    const row = positionRow(device, EMPTY_RECORD, nowMs);
    return this.parts.privateUse.appliedAt(row, nowMs).privateLegM !== null;
  }

  /** Commits rows, at least one; nearly always of one vehicle. */
  #submit(rows: readonly PositionRow[]): Promise<unknown> {
    const { commit } = this.parts;
    const vehicleOfFirst = rows[0]?.vehicleId;
    if (rows.every(({ vehicleId }) => vehicleId === vehicleOfFirst)) return commit.submit(rows);
    return Promise.all(byVehicle(rows).map((ofOne) => commit.submit(ofOne)));
  }

  async #keepApart(faults: readonly FaultRow[]): Promise<void> {
    await this.parts.store.storeFaults(faults);
    for (const { fault } of faults) this.parts.metrics.clockFaults.inc({ fault });
    this.parts.registry.clear();
  }
}
