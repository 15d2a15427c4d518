import { isWithin } from '../platform/networks.ts';
import type { Services } from '../platform/services.ts';
import { ClockFaultRecovery } from './clock-fault-recovery.ts';
import { ClockOffsets } from './clock-offsets.ts';
import { CommitHealth } from './commit-health.ts';
import { ConnectionLog } from './connection-log.ts';
import { DeviceRegistry } from './device-registry.ts';
import { FailedArrivals } from './failed-arrivals.ts';
import { GroupCommit } from './group-commit.ts';
import { Intake } from './intake.ts';
import { KnownDevices } from './known-devices.ts';
import { gatewayMetrics } from './metrics.ts';
import { Partitions } from './partitions.ts';
import { PositionStore } from './position-store.ts';
import { PrivateDistances } from './private-distances.ts';
import { PrivateUse } from './private-use.ts';
import { RawFrames } from './raw-frames.ts';
import { ServerClock } from './server-clock.ts';
import { type IngestStream, StreamStore } from './stream/index.ts';
import { TrackerContacts } from './tracker-contacts.ts';
import { UnknownDevices } from './unknown-devices.ts';
import { VehicleStateStore } from './vehicle-state-store.ts';
import { type StateRows, VehicleStates } from './vehicle-states.ts';

export type GatewayServices = Pick<
  Services,
  'config' | 'db' | 'bus' | 'log' | 'metrics' | 'deviceCommands' | 'deviceMedia'
>;

/** Rows of states that another process writes. */
const readOnly = (rows: VehicleStateStore): StateRows => ({
  load: (vehicleIds) => rows.load(vehicleIds),
  vehicleIds: () => rows.vehicleIds(),
  keep: async () => undefined,
});

/** Creates the pipeline that all records pass through. */
export function createIntake(
  { config, db, bus, log, metrics }: GatewayServices,
  stream: IngestStream | null,
) {
  const counters = gatewayMetrics(metrics);
  const partitions = new Partitions(db.pool);
  const rows = new VehicleStateStore(db.pool);
  const states = new VehicleStates(stream === null ? rows : readOnly(rows), bus, log);
  const store =
    stream === null
      ? new PositionStore(db.pool, partitions, states, (count) =>
          counters.implausiblePositions.inc(count),
        )
      : new StreamStore(stream, states, bus);
  const known = stream === null ? null : new KnownDevices(db.pool, bus);
  const registry = new DeviceRegistry(db.pool, bus, known);
  const unknown = new UnknownDevices(db.pool);
  const contacts = new TrackerContacts(db.pool, registry);
  const connections = new ConnectionLog(db.pool, bus);
  const failed = new FailedArrivals(bus);
  const clock = new ServerClock(db.pool);
  const { networks } = config.gateway;
  const clocks = new ClockOffsets(db.pool, bus, log);
  const frames = new RawFrames(db.pool, log, config.rawFrames.perDevice > 0);
  const commits = new CommitHealth();
  const commit = new GroupCommit((rows) => store.store(rows), {
    committed: (rows, moved) => {
      commits.succeeded();
      counters.batches.inc();
      // With a stream, the writer publishes them after their commit.
      if (stream === null) bus.publish('records.committed', { records: rows });
      if (moved.length > 0) bus.publish('positions.committed', { states: moved });
    },
    failed: (error) => {
      commits.failed();
      counters.commitFailures.inc();
      log.warn({ err: error }, 'storing positions failed; devices will send them again');
    },
  });
  metrics.gauge('gateway_queued_rows', 'Rows that wait for their transaction', (gauge) =>
    gauge.set(commit.queuedRows),
  );
  const retentionDays = config.positionsRetentionDays;
  const distances = new PrivateDistances((vehicleId) => states.of(vehicleId));
  const privateUse = new PrivateUse(db, bus, log, distances, retentionDays);
  const parts = {
    registry,
    commit,
    store,
    unknown,
    contacts,
    privateUse,
    connections,
    failed,
    clock,
    mayConnectFrom: networks.length === 0 ? () => true : isWithin(networks),
    metrics: counters,
    log,
    retentionDays,
    isRefusing: () => stream?.isFull === true,
  };
  const intake = new Intake(parts);
  const recovery = new ClockFaultRecovery({ pool: db.pool, registry, intake, retentionDays, log });
  return {
    intake,
    recovery,
    clock,
    partitions,
    states,
    registry,
    known,
    unknown,
    contacts,
    privateUse,
    connections,
    failed,
    clocks,
    frames,
    commits,
    counters,
  };
}
