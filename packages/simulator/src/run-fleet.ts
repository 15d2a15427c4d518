import { setTimeout as sleep } from 'node:timers/promises';
import { parseFaults } from './camera/faults.ts';
import { ScheduleMotion } from './camera/schedule-motion.ts';
import { DeviceLink } from './device-link.ts';
import { encoderOf } from './devices.ts';
import type { Sample } from './drive.ts';
import type { FleetFile, SimulatedProtocol } from './fleet.ts';
import { Schedule } from './planner.ts';
import { RoadGraph } from './road-graph.ts';

/** Reporting interval of moving vehicles in replayed history. */
const HISTORY_EVERY_MS = 30_000;
/** Devices that replay their history at the same time. */
const PARALLEL = 16;
/** Pause between packets, so that the replay leaves CPU time for users. */
const PAUSE_MS = 16;
const HOUR_MS = 3_600_000;

type Vehicle = FleetFile['vehicles'][number];

/** Keeps what a device would report: events, ignition changes, turns, and a sample per interval. */
export function thin(samples: readonly Sample[], everyMs: number): Sample[] {
  const kept: Sample[] = [];
  let last: Sample | null = null;
  for (const sample of samples) {
    const changed = last === null || last.ignition !== sample.ignition;
    const turned = last !== null && Math.abs(last.headingDeg - sample.headingDeg) > 20;
    if (
      changed ||
      turned ||
      sample.eventCode !== null ||
      sample.timeMs - (last?.timeMs ?? 0) >= everyMs
    ) {
      kept.push(sample);
      last = sample;
    }
  }
  return kept;
}

/** A vehicle with its single connection, shared by history and live reports. */
interface Device {
  readonly vehicle: Vehicle;
  readonly link: DeviceLink;
  /** Its current and recent duties. */
  readonly schedule: Schedule;
}

async function replay(fleet: FleetFile, device: Device, graph: RoadGraph, untilMs: number) {
  const { vehicle, link } = device;
  const schedule = new Schedule(graph, vehicle, fleet.epochMs, fleet.seed);
  for (let fromMs = vehicle.resumeMs; fromMs < untilMs; fromMs += 6 * HOUR_MS) {
    const samples = thin(
      schedule.between(fromMs, Math.min(untilMs, fromMs + 6 * HOUR_MS)),
      HISTORY_EVERY_MS,
    );
    for (let at = 0; at < samples.length; at += link.batch) {
      const packet = samples.slice(at, at + link.batch);
      await link.deliver(packet);
      await sleep(PAUSE_MS);
    }
  }
}

/** Replays the fleet's history up to the start, a few devices at a time. */
async function replayAll(
  fleet: FleetFile,
  devices: readonly Device[],
  graph: RoadGraph,
  untilMs: number,
  onDone: (number: string) => void,
): Promise<void> {
  const waiting = [...devices];
  const worker = async () => {
    for (let device = waiting.shift(); device !== undefined; device = waiting.shift()) {
      await replay(fleet, device, graph, untilMs);
      onDone(device.vehicle.number);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

/** Sends a vehicle's reports in real time. */
async function live({ link, schedule }: Device, startMs: number, intervalMs: number) {
  // Report the current position first, even if the vehicle is parked.
  const before = schedule.lastBefore(startMs);
  if (before !== null) {
    await link.deliver([{ ...before, timeMs: startMs, eventCode: null }]);
  }
  let sentMs = startMs;
  let lastParkedMs = startMs;
  for (;;) {
    await sleep(intervalMs);
    const nowMs = Date.now();
    const due = schedule.between(sentMs + 1, nowMs);
    sentMs = nowMs;
    if (due.length > 0) {
      const last = due.at(-1) as Sample;
      const reports = thin(due, intervalMs);
      for (let at = 0; at < reports.length; at += link.batch) {
        await link.deliver(reports.slice(at, at + link.batch));
      }
      lastParkedMs = last.timeMs;
    } else if (nowMs - lastParkedMs > 10 * 60_000) {
      // A parked device reports periodically.
      const rest = schedule.lastBefore(nowMs);
      if (rest !== null) {
        const report = { ...rest, timeMs: nowMs, speedKmh: 0, ignition: false, eventCode: null };
        await link.deliver([report]);
      }
      lastParkedMs = nowMs;
    }
  }
}

/** The port of a protocol; those over HTTP share one. */
const portOf = (protocol: SimulatedProtocol) =>
  protocol === 'osmand' || protocol === 'json' ? 'http' : protocol;

/**
 * Drives a fleet: live reports from now on, and its history in the background.
 *
 * @param onReplayed called with a device's number once its history is delivered
 */
export async function runFleet(
  fleet: FleetFile,
  onReplayed: (number: string) => void,
): Promise<void> {
  const graph = new RoadGraph();
  const startMs = Date.now();
  const faults = parseFaults(fleet.cameraFaults ?? '');
  const devices = fleet.vehicles.map((vehicle) => {
    const schedule = new Schedule(graph, vehicle, fleet.epochMs, fleet.seed);
    const camera = {
      channels: vehicle.cameras ?? 0,
      encoder: 'best' as const,
      faults: () => faults,
      motion: new ScheduleMotion(schedule),
    };
    const link = new DeviceLink({
      host: fleet.host,
      port: fleet.ports[portOf(vehicle.protocol)],
      encoder: encoderOf(vehicle, fleet.host, camera.channels > 0 ? camera : undefined),
    });
    // A camera stays connected even while its vehicle is parked and reports nothing.
    if (camera.channels > 0) link.setOnline(faults.isOffline !== true);
    return { vehicle, link, schedule };
  });
  const drives = devices.map(async (device, index) => {
    // Spread the devices over two seconds; real ones do not report in step.
    await sleep((index * 2000) / devices.length);
    return live(device, startMs, fleet.reportIntervalMs);
  });
  await Promise.all([...drives, replayAll(fleet, devices, graph, startMs, onReplayed)]);
}
