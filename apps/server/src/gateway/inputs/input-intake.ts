import { type DeviceRecord, type FieldProblem, mapJsonMessage } from '@roadworthy/protocols';
import type { ConnectionLog } from '../connection-log.ts';
import type { Intake, KnownDevice, NotAdmitted } from '../intake.ts';
import type { GatewayMetrics } from '../metrics.ts';
import type { RawFrames } from '../raw-frames.ts';
import type { ArrivedMessage, InputLog, InputRefusal } from './input-log.ts';
import type { GatewayInput } from './input-registry.ts';

/** What became of a message. */
export interface InputOutcome {
  /** Records that are stored. */
  readonly stored: number;
  /** Records that the mapping leaves out. */
  readonly ignored: number;
  /** Records without a readable device or time; kept as they arrived. */
  readonly refused: number;
  /** Records of devices that are not registered, have no vehicle, or may not send from this network. */
  readonly unknown: number;
  /** Why not all of it was stored; null if it was. */
  readonly refusal: InputRefusal | null;
  /** Whether the message is one record, and no list. */
  readonly isSingle: boolean;
}

export interface InputIntakeParts {
  readonly intake: Intake;
  readonly connections: ConnectionLog;
  readonly frames: RawFrames;
  readonly metrics: GatewayMetrics;
  readonly log: InputLog;
}

const PROTOCOL = 'json';

interface Mapped {
  readonly source: unknown;
  readonly record: DeviceRecord;
  readonly problems: readonly FieldProblem[];
}

/** What became of the records of one device. */
interface DeviceOutcome {
  readonly refusal: InputRefusal | null;
  readonly stored: number;
  /** Some of it is of private use: the message must not be kept. */
  readonly isHidden: boolean;
}

const NOT_ADMITTED: Readonly<Record<NotAdmitted, InputRefusal>> = {
  unknown: 'data_input.unknown_device',
  network: 'data_input.network',
};
const nothing = (refusal: InputRefusal): InputOutcome => ({
  ...{ stored: 0, ignored: 0, refused: 1, unknown: 0, refusal, isSingle: true },
});

/** The path of the messages of inputs: mapping, identification, commit. */
export class InputIntake {
  constructor(private readonly parts: InputIntakeParts) {}

  /** Whether senders should wait until the database has caught up. */
  get isFull(): boolean {
    return this.parts.intake.isFull;
  }

  /**
   * Stores the records of a message. Resolves after their commit, and after what was not stored is
   * kept as it arrived: only then may the message be acknowledged.
   *
   * @param address the address it was sent from
   * @throws if they were not stored
   */
  async take(input: GatewayInput, message: ArrivedMessage, address: string): Promise<InputOutcome> {
    const { log, metrics } = this.parts;
    if (!input.isMapped) return this.#refuse(input, message, 'data_input.not_mapped');
    let body: unknown;
    try {
      body = JSON.parse(message.text.toString());
    } catch {
      metrics.badFrames.inc({ protocol: PROTOCOL, reason: 'structure' });
      return this.#refuse(input, message, 'data_input.not_json');
    }
    const read = mapJsonMessage(body, input.mapping, message.topic);
    if (read.kind === 'bad') {
      metrics.badFrames.inc({ protocol: PROTOCOL, reason: 'structure' });
      return this.#refuse(input, message, `data_input.${read.problem}`);
    }
    const byDevice = new Map<string, Mapped[]>();
    for (const one of read.records) {
      if (one.kind !== 'record') continue;
      const known = byDevice.get(one.deviceId);
      if (known === undefined) byDevice.set(one.deviceId, [one]);
      else known.push(one);
    }
    const refused = read.records.flatMap((one) => (one.kind === 'refused' ? [one] : []));
    const devices = await Promise.all(
      [...byDevice].map(([number, records]) => this.#store(input, number, records, address)),
    );
    const stored = devices.reduce((sum, one) => sum + one.stored, 0);
    const mapped = [...byDevice.values()].reduce((sum, records) => sum + records.length, 0);
    const problems = [...byDevice.values()].flat().flatMap((one) => one.problems);
    const refusal =
      refused.length > 0
        ? 'data_input.unreadable'
        : (devices.find((one) => one.refusal !== null)?.refusal ??
          (problems.length > 0 ? 'data_input.partly_unreadable' : null));
    const unreadable = refused.flatMap((one) => one.problems);
    const isHidden =
      devices.some((one) => one.isHidden) ||
      (await this.#areHidden(
        input,
        refused.flatMap(({ deviceId }) => deviceId ?? []),
        address,
      ));
    if (!isHidden && refusal !== null) {
      await log.keep(input, message, refusal, [...unreadable, ...problems]);
    } else if (!isHidden && stored > 0) log.sample(input, message);
    const outcome = {
      stored,
      ignored: read.records.length - refused.length - mapped,
      refused: refused.length,
      unknown: mapped - stored,
      refusal,
      isSingle: read.isSingle,
    };
    log.count(input, { stored, refused: outcome.refused + outcome.unknown }, refusal);
    return outcome;
  }

  /** Counts and keeps a message that cannot be read at all. */
  async #refuse(
    input: GatewayInput,
    message: ArrivedMessage,
    refusal: InputRefusal,
  ): Promise<InputOutcome> {
    await this.parts.log.keep(input, message, refusal, []);
    this.parts.log.count(input, { stored: 0, refused: 1 }, refusal);
    return nothing(refusal);
  }

  async #store(
    { customerId }: GatewayInput,
    number: string,
    records: readonly Mapped[],
    address: string,
  ): Promise<DeviceOutcome> {
    const { connections, intake } = this.parts;
    const device = await intake.recognise(PROTOCOL, [number], address, customerId);
    if (device === 'unknown' || device === 'network') {
      return { refusal: NOT_ADMITTED[device], stored: 0, isHidden: false };
    }
    connections.heard(device, PROTOCOL, address);
    const open = await intake.accept(
      PROTOCOL,
      device,
      records.map(({ record }) => record),
    );
    const shown = new Set(open);
    await this.#keepFrames(
      device,
      records.filter(({ record }) => shown.has(record)),
    );
    return { refusal: null, stored: records.length, isHidden: open.length < records.length };
  }

  /** Keeps each record as it arrived; one with fields that could not be read before the answer. */
  async #keepFrames(device: KnownDevice, records: readonly Mapped[]): Promise<void> {
    const { frames, metrics } = this.parts;
    for (const { source, problems } of records) {
      const bytes = Buffer.from(JSON.stringify(source));
      const understood = problems.length === 0;
      const frame = { bytes, kind: 'request', understood, offsetMin: 0 };
      if (understood) frames.note(device, PROTOCOL, frame);
      else {
        metrics.framesNotUnderstood.inc({ protocol: PROTOCOL });
        await frames.keep(device, PROTOCOL, frame);
      }
    }
  }

  /** Whether a device whose record could not be read is of a vehicle in private use. */
  async #areHidden(
    { customerId }: GatewayInput,
    numbers: readonly string[],
    address: string,
  ): Promise<boolean> {
    for (const number of new Set(numbers)) {
      const device = await this.parts.intake.recognise(PROTOCOL, [number], address, customerId);
      if (typeof device !== 'string' && this.parts.intake.isPrivate(device)) return true;
    }
    return false;
  }
}
