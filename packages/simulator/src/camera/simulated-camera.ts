import { DeviceLink } from '../device-link.ts';
import type { Sample } from '../drive.ts';
import { cameraVehicle } from '../fleet.ts';
import { jt808 } from '../jt808-encoder.ts';
import { ALL_CHANNELS } from './camera-device.ts';
import type { CameraFaults } from './faults.ts';
import type { Motion } from './moment.ts';
import type { MotionSource } from './schedule-motion.ts';
import type { EncoderChoice } from './video-encoder.ts';

/** Position of a camera without a route. */
const START = { latitudeDeg: 52.2583, longitudeDeg: -1.1622 };
const DEFAULT_SPEED_KMH = 50;

export interface SimulatedCameraOptions {
  readonly host: string;
  /** JT/T 808 port of the gateway. */
  readonly port: number;
  /** Terminal phone: the tracker's number. */
  readonly number: string;
  /** Default: four. */
  readonly channels?: number;
  /** Default: the prepared clip, which needs no processor time. */
  readonly encoder?: EncoderChoice;
  /** Default: 50 km/h all the time. */
  readonly speedKmh?: number;
  /** Motion of its vehicle; replaces the speed. */
  readonly motion?: MotionSource;
  readonly faults?: CameraFaults;
}

/** A vehicle that drives at a constant speed. */
class SteadyMotion implements MotionSource {
  constructor(private readonly speedKmh: number) {}

  at(timeMs: number): Motion {
    // Counted from midnight, so that a past moment looks the same as it did live.
    const distanceM = ((timeMs % 86_400_000) / 1000) * (this.speedKmh / 3.6);
    return { speedKmh: this.speedKmh, distanceM, headingDeg: 90 };
  }

  sampleAt(timeMs: number): Sample {
    const { speedKmh, distanceM, headingDeg } = this.at(timeMs);
    const odometerM = Math.round(distanceM);
    return { ...START, timeMs, speedKmh, headingDeg, ignition: true, odometerM, eventCode: null };
  }
}

/**
 * A standalone simulated dash camera for tests and benchmarks: a JT/T 808 terminal that stays
 * connected, reports its position once, and executes video commands.
 */
export class SimulatedCamera {
  readonly #link: DeviceLink;
  readonly #motion: MotionSource;
  #faults: CameraFaults;
  #reportedMs = 0;

  constructor(options: SimulatedCameraOptions) {
    this.#faults = options.faults ?? {};
    this.#motion = options.motion ?? new SteadyMotion(options.speedKmh ?? DEFAULT_SPEED_KMH);
    const vehicle = cameraVehicle(options.number);
    const encoder = jt808(vehicle, {
      channels: options.channels ?? ALL_CHANNELS,
      encoder: options.encoder ?? 'clip',
      motion: this.#motion,
      faults: () => this.#faults,
      // The test triggers events itself.
      warnsByItself: false,
    });
    this.#link = new DeviceLink({ host: options.host, port: options.port, encoder });
  }

  /** Connects and reports a position; resolves when the platform has stored it. */
  async connect(): Promise<void> {
    if (this.#faults.isOffline === true) this.#link.setOnline(false);
    await this.report();
  }

  /**
   * Reports the current position.
   *
   * @param eventCode of the current event: harsh driving (40, 41, 42), or a warning of driver assistance
   *   (75 to 78), which adds photographs and videos
   */
  async report(eventCode: number | null = null): Promise<void> {
    // Locations have a resolution of one second: two in the same second become one record.
    this.#reportedMs = Math.max(Date.now(), this.#reportedMs + 1000);
    const sample = this.#motion.sampleAt(this.#reportedMs);
    if (sample !== null) await this.deliver([{ ...sample, eventCode }]);
  }

  /** Reports past moments; resolves when the platform has stored them. */
  async deliver(samples: readonly Sample[]): Promise<void> {
    for (let at = 0; at < samples.length; at += this.#link.batch) {
      await this.#link.deliver(samples.slice(at, at + this.#link.batch));
    }
  }

  get isConnected(): boolean {
    return this.#link.isConnected;
  }

  /** Replaces the active faults; an empty object clears them. */
  setFaults(faults: CameraFaults): void {
    const wasOffline = this.#faults.isOffline === true;
    this.#faults = faults;
    const isOffline = faults.isOffline === true;
    if (isOffline !== wasOffline) this.#link.setOnline(!isOffline);
  }

  /** Disconnects permanently, and ends all video. */
  close(): void {
    this.#link.close();
  }
}
