import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { FleetFile } from './fleet.ts';
import { runFleet } from './run-fleet.ts';

/** Lower priority than the server, so that users never wait for the simulated fleet. */
const PRIORITY = 15;

// The process of the simulated fleet: `node simulator.js <fleet file> [camera faults]`, started by
// the server. It exits whenever the server exits, even after a crash.
const [, , path, cameraFaults] = process.argv;
if (path === undefined) {
  console.error('Usage: simulator <fleet file> [camera faults, such as loss=5,stall=10,rubbish]');
  process.exit(1);
}
setPriority(PRIORITY);
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
const fleet = JSON.parse(readFileSync(path, 'utf8')) as FleetFile;
const withFaults = cameraFaults === undefined ? fleet : { ...fleet, cameraFaults };
await runFleet(withFaults, (number) => process.send?.({ replayed: number }));
