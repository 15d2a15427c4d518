import { type AlarmLabel, alarmLabels, type DeviceRecord } from '@roadworthy/protocols';
import { COMMAND_LIMIT_MS, type CommandAnswer } from '../../platform/device-commands/index.ts';
import { alarmNumber } from './alarm-number.ts';
import type { CommandSender } from './command-sender.ts';

/** Maximum alarms of one device whose files are still to be requested; the oldest are dropped. */
const MAX_WAITING = 64;
/** Alarms that were already requested, so that a repeated record does not request them again. */
const MAX_REMEMBERED = 20_000;
const MAX_TRIES = 3;
const RETRY_MS = 20_000;

interface Wanted {
  readonly label: AlarmLabel;
  readonly occurredMs: number;
  tries: number;
}

export interface EvidenceParts {
  readonly deviceCommands: Pick<CommandSender, 'take'>;
  readonly secret: string;
  /** Port of the attachment listener. */
  readonly port: () => number;
  /** Between two attempts, ms. */
  readonly retryMs?: number;
}

/** Requests the files of AI alarms from devices (9208), one alarm per device at a time. */
export class Evidence {
  readonly #asked = new Set<string>();
  readonly #waiting = new Map<number, Wanted[]>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(private readonly parts: EvidenceParts) {}

  /** Finds alarms with files in records that were just committed. */
  look(trackerId: number, records: readonly DeviceRecord[]): void {
    for (const record of records) {
      for (const label of alarmLabels(record)) {
        const key = `${trackerId} ${label.labelHex}`;
        if (record.timeMs === null || this.#asked.has(key)) continue;
        this.#remember(key);
        this.#want(trackerId, { label, occurredMs: record.timeMs, tries: 0 });
      }
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting.clear();
  }

  #remember(key: string): void {
    this.#asked.add(key);
    if (this.#asked.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#asked;
    if (oldest !== undefined) this.#asked.delete(oldest);
  }

  #want(trackerId: number, wanted: Wanted): void {
    const waiting = this.#waiting.get(trackerId);
    if (waiting === undefined) {
      this.#waiting.set(trackerId, [wanted]);
      void this.#askAll(trackerId);
    } else {
      if (waiting.length >= MAX_WAITING) waiting.splice(1, 1);
      waiting.push(wanted);
    }
  }

  async #askAll(trackerId: number): Promise<void> {
    for (;;) {
      const next = this.#waiting.get(trackerId)?.[0];
      if (next === undefined) break;
      const answer = await this.#ask(trackerId, next);
      this.#waiting.get(trackerId)?.shift();
      // The device has reconnected or is busy: retry later.
      if (answer?.state === 'timeout' || answer?.state === 'refused') this.#later(trackerId, next);
    }
    this.#waiting.delete(trackerId);
  }

  #ask(trackerId: number, { label, occurredMs }: Wanted): Promise<CommandAnswer> | null {
    const { deviceCommands, secret, port } = this.parts;
    const { labelHex, eventCode, number } = label;
    const ours = alarmNumber(secret, { trackerId, eventCode, occurredMs, number });
    return deviceCommands.take(
      trackerId,
      { kind: 'evidence', port: port(), labelHex, alarmNumber: ours },
      COMMAND_LIMIT_MS.evidence,
    );
  }

  #later(trackerId: number, wanted: Wanted): void {
    wanted.tries += 1;
    if (wanted.tries >= MAX_TRIES) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#want(trackerId, wanted);
    }, this.parts.retryMs ?? RETRY_MS);
    this.#timers.add(timer);
  }
}
