import type { Services } from '../../platform/services.ts';
import type { ConnectionLog } from '../connection-log.ts';
import type { Intake } from '../intake.ts';
import type { GatewayMetrics } from '../metrics.ts';
import type { RawFrames } from '../raw-frames.ts';
import { HttpInputs } from './http-inputs.ts';
import { InputIntake } from './input-intake.ts';
import { InputLog } from './input-log.ts';
import { InputRegistry } from './input-registry.ts';
import { MqttInputs, type MqttTimes } from './mqtt-inputs.ts';

interface Parts {
  readonly intake: Intake;
  readonly connections: ConnectionLog;
  readonly frames: RawFrames;
  readonly counters: GatewayMetrics;
}

/** The data inputs of this gateway. */
interface RunningInputs {
  readonly http: HttpInputs;
  /** Writes what is counted. */
  close(): Promise<void>;
}

/**
 * Starts the data inputs.
 *
 * @param times times of MQTT that differ from the defaults, for tests
 */
export function startInputs(
  services: Pick<Services, 'db' | 'bus' | 'config' | 'log'>,
  { intake, connections, frames, counters: metrics }: Parts,
  times: Partial<MqttTimes> = {},
): RunningInputs {
  const { db, bus } = services;
  const log = new InputLog(db.pool);
  const registry = new InputRegistry(db.pool, bus);
  const inputs = new InputIntake({ intake, connections, frames, metrics, log });
  const mqtt = new MqttInputs({ services, inputs, log }, times);
  return {
    http: new HttpInputs(registry, inputs),
    close: async () => {
      await mqtt.close();
      registry.close();
      await log.close();
    },
  };
}
