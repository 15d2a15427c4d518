import type { Jt808CameraMessage } from '@roadworthy/protocols';
import type {
  CommandAnswer,
  DeviceCommand,
  DeviceRecording,
  Refusal,
} from '../../platform/device-commands/index.ts';

/** A list that is incomplete after this silence is returned as it is. */
const LIST_SILENCE_MS = 3000;
const MAX_RECORDINGS = 20_000;

const RESULT_OK = 0;
const RESULT_UNSUPPORTED = 3;
const NO_SUCH_CHANNEL = 2;
/** Causes and types of 0801. */
const BY_ORDER = 0;
const PICTURE = 0;

type Said<K extends Jt808CameraMessage['kind']> = Extract<Jt808CameraMessage, { kind: K }>;

/** Called once with the outcome: the device's answer, or that there was none. */
export type Settle = (answer: CommandAnswer) => void;

/**
 * One command that was sent to a device, and the messages that answer it. A command may have a
 * general reply (0001) and a specific one; a device may omit either.
 */
export class PendingCommand {
  readonly #recordings: DeviceRecording[] = [];
  #listTimer: NodeJS.Timeout | null = null;
  #pictureIds: readonly number[] = [];

  /** @param serial serial number of the message that carried the command; answers refer to it */
  constructor(
    readonly command: DeviceCommand,
    private readonly serial: number,
    private readonly settle: Settle,
  ) {}

  /** Stops waiting for further parts of a list. */
  close(): void {
    if (this.#listTimer !== null) clearTimeout(this.#listTimer);
  }

  /**
   * Handles a message from the device.
   *
   * @returns whether it answered this command
   */
  hear(cameraMessage: Jt808CameraMessage, arrivedMs: number): boolean {
    switch (cameraMessage.kind) {
      case 'result':
        return this.#result(cameraMessage);
      case 'recordings':
        return this.#list(cameraMessage);
      case 'photographs':
        return this.#photographs(cameraMessage);
      case 'capabilities':
        return this.#capabilities(cameraMessage);
      case 'media':
        return this.#picture(cameraMessage, arrivedMs);
      case 'uploaded':
        return this.#uploaded(cameraMessage);
      default:
        return false;
    }
  }

  #refuse(why: Refusal): void {
    this.settle({ state: 'refused', why });
  }

  #result({ serial, result }: Said<'result'>): boolean {
    if (serial !== this.serial) return false;
    if (result !== RESULT_OK) {
      this.#refuse(result === RESULT_UNSUPPORTED ? 'unsupported' : 'failed');
      return true;
    }
    const { kind } = this.command;
    if (kind === 'file-upload') {
      this.settle({ state: 'done', result: { serial: this.serial } });
      return true;
    }
    // These have a specific reply, which is still to come.
    const hasMore = kind === 'recordings' || kind === 'photograph' || kind === 'capabilities';
    if (!hasMore) this.settle({ state: 'done', result: null });
    return true;
  }

  #list({ serial, total, items }: Said<'recordings'>): boolean {
    if (serial !== this.serial) return false;
    if (this.command.kind === 'playback-start') this.settle({ state: 'done', result: null });
    if (this.command.kind !== 'recordings') return true;
    this.#recordings.push(...items.map(recording).filter((one) => one !== null));
    this.close();
    if (items.length >= total || this.#recordings.length >= Math.min(total, MAX_RECORDINGS)) {
      this.#listDone();
    } else {
      this.#listTimer = setTimeout(() => this.#listDone(), LIST_SILENCE_MS);
    }
    return true;
  }

  #listDone(): void {
    this.settle({ state: 'done', result: this.#recordings.slice(0, MAX_RECORDINGS) });
  }

  /** The device uploads without having confirmed the command. */
  #uploaded({ serial }: Said<'uploaded'>): boolean {
    if (serial !== this.serial || this.command.kind !== 'file-upload') return false;
    this.settle({ state: 'done', result: { serial } });
    return true;
  }

  #photographs({ serial, result, media }: Said<'photographs'>): boolean {
    if (serial !== this.serial || this.command.kind !== 'photograph') return false;
    if (result !== RESULT_OK) this.#refuse(result === NO_SUCH_CHANNEL ? 'unsupported' : 'failed');
    this.#pictureIds = media.map(({ mediaId }) => mediaId);
    return true;
  }

  #capabilities(said: Said<'capabilities'>): boolean {
    if (this.command.kind !== 'capabilities') return false;
    const { audioCodec, videoCodec, maxAudioChannels, maxVideoChannels } = said;
    const channels = { audioChannels: maxAudioChannels, videoChannels: maxVideoChannels };
    this.settle({ state: 'done', result: { audioCodec, videoCodec, ...channels } });
    return true;
  }

  #picture(said: Said<'media'>, arrivedMs: number): boolean {
    const { command } = this;
    if (command.kind !== 'photograph' || said.type !== PICTURE || said.format !== 0) return false;
    const isOurs =
      this.#pictureIds.includes(said.mediaId) ||
      (said.cause === BY_ORDER && said.channel === command.channel);
    if (!isOurs) return false;
    const dataBase64 = said.data.toString('base64');
    const result = { mediaType: 'image/jpeg', dataBase64, takenAtMs: arrivedMs } as const;
    this.settle({ state: 'done', result });
    return true;
  }
}

const MEDIA = ['sound+video', 'sound', 'video'] as const;

/** An item of a list; null if its times are invalid. */
function recording(item: Said<'recordings'>['items'][number]): DeviceRecording | null {
  const { channel, fromMs, toMs, media, stream, sizeBytes } = item;
  if (fromMs === null || toMs === null || toMs <= fromMs) return null;
  return {
    channel,
    fromMs,
    toMs,
    media: MEDIA[media] ?? 'sound+video',
    stream: stream === 1 ? 'main' : stream === 2 ? 'sub' : 'any',
    sizeBytes,
  };
}
