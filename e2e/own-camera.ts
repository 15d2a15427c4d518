import {
  type CameraFaults,
  type MotionSource,
  type Sample,
  SimulatedCamera,
} from '@roadworthy/simulator';
import { administratorToken, call, makeVehicle } from './calls.ts';
import type { Product } from './product.ts';

interface OwnCamera {
  /** Terminal phone: 11 digits that no other device has. */
  readonly number: string;
  readonly channels: number;
  readonly liveMode: 'stream' | 'snapshot';
  /** A van by default; lorries (STR) have a tachograph. */
  readonly type?: 'STR' | 'VAN';
  /** Whether recordings can be fetched from the device; yes by default. */
  readonly keepsRecordings?: boolean;
  readonly faults?: CameraFaults;
  /** Default: 50 km/h all the time. */
  readonly motion?: MotionSource;
}

/**
 * Creates a vehicle of Albion with a connected dash camera (JT/T 808), which records on request.
 */
export async function makeVehicleWithCamera(
  product: Product,
  registration: string,
  { number, channels, liveMode, type, keepsRecordings, faults, motion }: OwnCamera,
): Promise<{ vehicleId: number; camera: SimulatedCamera }> {
  const token = await administratorToken(product);
  const vehicleId = await makeVehicle(product, token, registration, undefined, type);
  const tracker = { tracker: number, protocol: 'jt808', vehicle: vehicleId };
  await call(product, '/api/vehicles_trackers/', token, tracker);
  for (let channel = 1; channel <= channels; channel += 1) {
    await call(product, '/video-evidence/api/cameras/', token, {
      vehicle: vehicleId,
      channel,
      name: `Camera ${channel}`,
      source: keepsRecordings === false ? 'upload' : 'jt1078',
      live_mode: liveMode,
    });
  }
  const camera = new SimulatedCamera({
    host: '127.0.0.1',
    port: product.jt808Port,
    number,
    channels,
    ...(faults === undefined ? {} : { faults }),
    ...(motion === undefined ? {} : { motion }),
  });
  await camera.connect();
  return { vehicleId, camera };
}

const SPEED_KMH = 60;
const METRES_A_DEGREE = 111_195;
const SAMPLE_EVERY_MS = 5000;

/** A drive to the north at 60 km/h, stopped before and after. */
export class NorthDrive implements MotionSource {
  /** @param startMs its start, ms since 1970 UTC */
  constructor(
    private readonly startMs: number,
    private readonly durationMs: number,
  ) {}

  at(timeMs: number) {
    const drivenMs = Math.max(0, Math.min(this.durationMs, timeMs - this.startMs));
    const isDriving = timeMs >= this.startMs && timeMs < this.startMs + this.durationMs;
    return {
      speedKmh: isDriving ? SPEED_KMH : 0,
      distanceM: (drivenMs / 3_600_000) * SPEED_KMH * 1000,
      headingDeg: 0,
    };
  }

  sampleAt(timeMs: number): Sample {
    const { speedKmh, distanceM, headingDeg } = this.at(timeMs);
    return {
      timeMs,
      latitudeDeg: 52.2583 + distanceM / METRES_A_DEGREE,
      longitudeDeg: -1.1622,
      speedKmh,
      headingDeg,
      ignition: speedKmh > 0,
      odometerM: Math.round(distanceM),
      eventCode: null,
    };
  }

  /** Its records every five seconds, with a minute stopped before and after. */
  samples(): Sample[] {
    const count = Math.ceil((this.durationMs + 60_000) / SAMPLE_EVERY_MS);
    return Array.from({ length: count }, (_, n) =>
      this.sampleAt(this.startMs + n * SAMPLE_EVERY_MS),
    );
  }
}
