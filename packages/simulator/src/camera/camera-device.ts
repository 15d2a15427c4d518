import {
  encodeJt808CameraMessage,
  encodeJt808Packets,
  type Jt808Address,
  type Jt808CameraMessage,
  type Jt808Command,
  type Jt808Message,
  readJt808Command,
} from '@roadworthy/protocols';
import { alarmFile, momentOfLabel, untilFilmed, videoOfAlarm } from './alarm-files.ts';
import { capabilities, listRecordings } from './answers.ts';
import { type EvidenceFile, uploadEvidence } from './attachment-link.ts';
import type { VideoOptions } from './channel-video.ts';
import { Deliveries } from './deliveries.ts';
import type { CameraFaults } from './faults.ts';
import { photograph } from './photograph.ts';
import { recordedFiles, wasFilmed } from './recordings.ts';
import { VIEW_NAMES } from './scene.ts';
import type { MotionSource } from './schedule-motion.ts';
import { Uploads } from './uploads.ts';
import type { EncoderChoice } from './video-encoder.ts';

/** The simulated terminals keep the standard's clock: GMT+8. */
export const CLOCK_OFFSET_MIN = 480;

const DONE = 0;
const FAILED = 1;
const UNSUPPORTED = 3;
const NO_SUCH_CHANNEL = 2;
/** Number of photographs whose packets can be requested again. */
const KEPT_UPLOADS = 4;

type VideoParts = 'channel' | 'name' | 'motionAt' | 'encoder' | 'wasFilmed';
type OrderOf<K extends Jt808Command['kind']> = Extract<Jt808Command, { kind: K }>;

export interface CameraDeviceOptions {
  /** Terminal phone. */
  readonly number: string;
  readonly address: Jt808Address;
  /** Channels from 1. */
  readonly channels: number;
  readonly motion: MotionSource;
  readonly encoder: EncoderChoice;
  readonly faults: () => CameraFaults;
  /** Serial of the next message, and of so many behind it. */
  readonly nextSerial: (count: number) => number;
  /** Writes the position at a moment: the 28 bytes of a location. */
  readonly locationAt: (timeMs: number) => Buffer;
}

/**
 * The cameras of a vehicle: executes the platform's commands, records, and sends requested video.
 */
export class CameraDevice {
  readonly #live = new Deliveries();
  readonly #playback = new Deliveries();
  readonly #files = new Uploads();
  readonly #uploads = new Map<number, Buffer[]>();
  #closed = new AbortController();
  #brought: Promise<void> = Promise.resolve();
  #nextMediaId = 1;

  constructor(private readonly options: CameraDeviceOptions) {}

  /**
   * Handles a message of the platform.
   *
   * @param send sends frames on the connection on which the message came
   * @param host the platform's host, for commands without one
   * @returns false for a message that is not a command
   */
  take(message: Jt808Message, send: (bytes: Buffer) => void, host: string): boolean {
    const order = readJt808Command(message, CLOCK_OFFSET_MIN);
    if (order === null) return false;
    const { ignores, refuses } = this.options.faults();
    if (ignores === true) return true;
    const { serial, id: commandId } = message;
    const say = (cameraMessage: Jt808CameraMessage) => this.#say(cameraMessage, send);
    const result = (code: number) => say({ kind: 'result', serial, commandId, result: code });
    if (refuses === true) result(FAILED);
    else if (order.kind === 'recordings') say(listRecordings(this.options, order, serial));
    else if (order.kind === 'photograph') this.#photograph(order, serial, say, send);
    else if (order.kind === 'mediaAnswer') this.#sendAgain(order, send);
    else if (order.kind === 'fileUpload') result(this.#upload(order, serial, host, say));
    else if (order.kind === 'capabilities') say(capabilities(this.options.channels));
    else if (order.kind !== 'liveLoss') result(this.#follow(order, host));
    return true;
  }

  /** Ends all deliveries. */
  close(): void {
    this.#closed.abort();
    // The device may connect again.
    this.#closed = new AbortController();
    this.#live.endAll();
    this.#playback.endAll();
    this.#files.endAll();
  }

  #say(cameraMessage: Jt808CameraMessage, send: (bytes: Buffer) => void): void {
    const { id, body } = encodeJt808CameraMessage(cameraMessage, CLOCK_OFFSET_MIN);
    const { address, nextSerial } = this.options;
    const packets = encodeJt808Packets(id, address, 0, body).length;
    const first = nextSerial(packets);
    const frames = encodeJt808Packets(id, address, first, body);
    if (cameraMessage.kind === 'media') this.#keepUpload(cameraMessage.mediaId, frames);
    send(Buffer.concat(frames));
  }

  #keepUpload(mediaId: number, frames: Buffer[]): void {
    this.#uploads.set(mediaId, frames);
    for (const oldest of this.#uploads.keys()) {
      if (this.#uploads.size <= KEPT_UPLOADS) break;
      this.#uploads.delete(oldest);
    }
  }

  #follow(order: Jt808Command, host: string): number {
    switch (order.kind) {
      case 'liveStart':
        return this.#startLive(order, host);
      case 'liveControl':
        return this.#controlLive(order);
      case 'playbackStart':
        return this.#startPlayback(order, host);
      case 'playbackControl':
        return this.#controlPlayback(order);
      case 'uploadControl':
        return this.#files.control(order.serial, order.command) ? DONE : FAILED;
      case 'evidence':
      case 'longEvidence':
        return this.#bring(order, host);
      default:
        return UNSUPPORTED;
    }
  }

  #has(channel: number): boolean {
    return channel >= 1 && channel <= this.options.channels;
  }

  #startLive(order: OrderOf<'liveStart'>, host: string): number {
    if (!this.#has(order.channel) || order.data > 1) return FAILED;
    this.#start(this.#live, order, order.host === '' ? host : order.host, {
      size: order.stream === 0 ? 'main' : 'sub',
      hasAudio: order.data === 0,
    });
    return DONE;
  }

  #startPlayback(order: OrderOf<'playbackStart'>, host: string): number {
    const { channel, fromMs, toMs } = order;
    if (!this.#has(channel) || fromMs === null || toMs === null || order.mode !== 0) return FAILED;
    const { number } = this.options;
    if (recordedFiles(number, [channel], fromMs, toMs, Date.now()).length === 0) return FAILED;
    this.#start(this.#playback, order, order.host === '' ? host : order.host, {
      // The main stream is the default for recordings.
      size: order.stream === 2 ? 'sub' : 'main',
      hasAudio: order.media === 0 || order.media === 3,
      stretch: { fromMs, toMs: Math.min(toMs, Date.now()) },
    });
    return DONE;
  }

  /** Uploads a recorded range as a file of packets by FTP. */
  #upload(
    order: OrderOf<'fileUpload'>,
    serial: number,
    ownHost: string,
    say: (cameraMessage: Jt808CameraMessage) => void,
  ): number {
    const { channel, fromMs, toMs, host, port, user, password } = order;
    const { number, address, faults } = this.options;
    const { cannotUpload, uploadBreaksAfterKb } = faults();
    if (cannotUpload === true) return UNSUPPORTED;
    if (!this.#has(channel) || fromMs === null || toMs === null) return FAILED;
    if (recordedFiles(number, [channel], fromMs, toMs, Date.now()).length === 0) return FAILED;
    this.#files.start(
      serial,
      {
        ...{ host: host === '' ? ownHost : host, port, user, password },
        name: `${channel}_${Math.floor(fromMs / 1000)}.jt1078`,
        breaksAfterBytes: uploadBreaksAfterKb === undefined ? null : uploadBreaksAfterKb * 1024,
      },
      Buffer.from(address.phone),
      {
        ...this.#videoParts(channel),
        size: order.stream === 2 ? 'sub' : 'main',
        hasAudio: order.media === 0 || order.media === 3,
        stretch: { fromMs, toMs: Math.min(toMs, Date.now()) },
      },
      (isDone) => say({ kind: 'uploaded', serial, result: isDone ? DONE : FAILED }),
    );
    return DONE;
  }

  #videoParts(channel: number): Pick<VideoOptions, VideoParts> {
    const { number, motion, encoder } = this.options;
    return {
      channel,
      name: number,
      motionAt: (timeMs) => motion.at(timeMs),
      encoder,
      wasFilmed: (timeMs) => wasFilmed(number, timeMs, Date.now()),
    };
  }

  #start(
    deliveries: Deliveries,
    { channel, tcpPort }: { channel: number; tcpPort: number },
    host: string,
    what: Pick<VideoOptions, 'size' | 'hasAudio' | 'stretch'>,
  ): void {
    const { address, faults } = this.options;
    const destination = { host, port: tcpPort, sim: Buffer.from(address.phone), faults };
    deliveries.start(destination, { ...what, ...this.#videoParts(channel) });
  }

  #controlLive({ channel, command, closes, stream }: OrderOf<'liveControl'>): number {
    const live = this.#live;
    if (!live.has(channel)) return command === 0 ? DONE : FAILED;
    if (command === 0 && closes === 1) live.videoOf(channel)?.mute(true);
    else if (command === 0) live.end(channel);
    else if (command === 1) live.restartVideo(channel, stream === 0 ? 'main' : 'sub');
    else if (command === 2) live.holdVideo(channel);
    else if (command === 3) live.restartVideo(channel);
    else return UNSUPPORTED;
    return DONE;
  }

  #controlPlayback({ channel, command, positionMs }: OrderOf<'playbackControl'>): number {
    const video = this.#playback.videoOf(channel);
    if (video === null) return command === 2 ? DONE : FAILED;
    if (command === 0) video.pause(false);
    else if (command === 1) video.pause(true);
    else if (command === 2) this.#playback.end(channel);
    else if (command === 5 && positionMs !== null) video.seek(positionMs);
    else return UNSUPPORTED;
    return DONE;
  }

  #photograph(
    order: OrderOf<'photograph'>,
    serial: number,
    say: (cameraMessage: Jt808CameraMessage) => void,
    send: (bytes: Buffer) => void,
  ): void {
    const { channel, command, resolution, quality } = order;
    const isVideo = command === 0 || command === 0xffff;
    if (!this.#has(channel) || isVideo) {
      const result = isVideo ? FAILED : NO_SUCH_CHANNEL;
      say({ kind: 'photographs', serial, result, media: [] });
      return;
    }
    const mediaId = this.#nextMediaId;
    this.#nextMediaId += 1;
    say({ kind: 'photographs', serial, result: DONE, media: [{ mediaId }] });
    const timeMs = Date.now();
    const about = { mediaId, type: 0, format: 0, cause: 0, channel };
    this.#say({ kind: 'mediaEvent', ...about }, send);
    const data = photograph(this.#view(channel, timeMs), resolution, quality);
    say({ kind: 'media', ...about, location: this.options.locationAt(timeMs), data });
  }

  #view(channel: number, timeMs: number) {
    const { number, motion } = this.options;
    return { channel, name: number, moment: { ...motion.at(timeMs), timeMs, counter: 0 } };
  }

  #sendAgain(order: OrderOf<'mediaAnswer'>, send: (bytes: Buffer) => void): void {
    const frames = this.#uploads.get(order.mediaId);
    if (order.missing.length === 0) this.#uploads.delete(order.mediaId);
    for (const { number } of order.missing) {
      const frame = frames?.[number - 1];
      if (frame !== undefined) send(frame);
    }
  }

  /** Evidence of an alarm: photographs and videos of the road and of the driver. */
  #bring(order: OrderOf<'evidence'> | OrderOf<'longEvidence'>, host: string): number {
    const alarmMs = momentOfLabel(order.label, CLOCK_OFFSET_MIN) ?? Date.now();
    // One alarm at a time: encoding several at once would delay live video.
    this.#brought = this.#brought
      .then(() => this.#bringFiles(order, order.host === '' ? host : order.host, alarmMs))
      .catch(() => undefined);
    return DONE;
  }

  async #bringFiles(
    { label, alarmNumber, tcpPort: port }: OrderOf<'evidence'> | OrderOf<'longEvidence'>,
    host: string,
    alarmMs: number,
  ): Promise<void> {
    const { number, address, channels } = this.options;
    const { signal } = this.#closed;
    await untilFilmed(alarmMs, signal);
    const files: EvidenceFile[] = [];
    for (const [index, channel] of [...new Set([1, channels])].entries()) {
      const still = photograph(this.#view(channel, alarmMs), 2, 4);
      files.push(alarmFile('picture', channel, index, alarmNumber, still));
      if (this.options.faults().photographsOnly === true) continue;
      const video = await videoOfAlarm(this.#videoParts(channel), alarmMs, signal);
      if (video !== null) files.push(alarmFile('video', channel, index, alarmNumber, video));
    }
    if (signal.aborted) return;
    const terminalId = number.slice(-7);
    await uploadEvidence({ host, port, address, terminalId, label, alarmNumber, files });
  }
}

/** Channels of a vehicle with all cameras. */
export const ALL_CHANNELS = VIEW_NAMES.length;
