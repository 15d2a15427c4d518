import type { Log } from '../platform/log/index.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { FailedArrivals } from './failed-arrivals.ts';
import type { Intake } from './intake.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { RawFrames } from './raw-frames.ts';

/** The address of a listener, and what receives its records and notes. */
export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly intake: Intake;
  readonly connections: ConnectionLog;
  readonly failed: FailedArrivals;
  readonly metrics: GatewayMetrics;
  readonly frames: RawFrames;
  readonly log: Log;
}
