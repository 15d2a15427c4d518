import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeTeltonikaPacket } from '@roadworthy/protocols';
import type { Page } from 'playwright-core';
import { makeVehicleWithDevice } from '../e2e/own-device.ts';
import { type Product, startProduct } from '../e2e/product.ts';
import { openChromium, signInAt } from './browser.ts';
import { type BenchRow, row } from './track.ts';

const SAMPLES = 240;
const P50_LIMIT_MS = 200;
const P99_LIMIT_MS = 1000;
/** A device on a vehicle of our own that nothing else moves. */
const IMEI = '356307042441013';
const PAUSE_MS = { least: 250, spread: 700 };
const START = { latitudeDeg: 52.4, longitudeDeg: -1.4, stepDeg: 0.002 };
/** A frame whose marker has not moved by then counts as this long. */
const GIVE_UP_MS = 10_000;

interface Sighting {
  readonly latitudeDeg: number;
  /** When the marker was drawn there, ms since 1970 UTC. */
  readonly paintedMs: number;
}

/** The live map of a manager, who watches one vehicle; `seen` fills with what is drawn. */
async function openMap(page: Page, product: Product, vehicleId: number, seen: Sighting[]) {
  await page.exposeFunction('sighted', (latitudeDeg: number, paintedMs: number) => {
    seen.push({ latitudeDeg, paintedMs });
  });
  await signInAt(page, `${product.url}/telematics/track`, 'manager@demo.test');
  await page.locator('.fleet-map[data-ready=true]').waitFor({ timeout: 60_000 });
  await page.locator('.fleet-map').evaluate((map, id) => {
    const scope = globalThis as unknown as { sighted: (latitude: number, ms: number) => void };
    let last = Number.NaN;
    map.addEventListener('fleetpaint', (event: unknown) => {
      const paintedMs = performance.timeOrigin + performance.now();
      const vehicles: { id: number; latitudeDeg: number }[] = (
        event as { detail: { id: number; latitudeDeg: number }[] }
      ).detail;
      const latitude = vehicles.find((one) => one.id === id)?.latitudeDeg ?? Number.NaN;
      if (latitude === last) return;
      last = latitude;
      scope.sighted(latitude, paintedMs);
    });
  }, vehicleId);
}

function frame(latitudeDeg: number): Buffer {
  return encodeTeltonikaPacket([
    {
      timeMs: Date.now(),
      latitudeDeg,
      longitudeDeg: START.longitudeDeg,
      altitudeM: 100,
      angleDeg: 0,
      satellites: 9,
      speedKmh: 50,
      io: [{ id: 239, width: 1, value: 1 }],
    },
  ]);
}

/** From the frame's bytes on the socket to the marker drawn at its place, ms. */
async function sample(socket: Socket, latitudeDeg: number, seen: Sighting[]): Promise<number> {
  const startedMs = performance.timeOrigin + performance.now();
  socket.write(frame(latitudeDeg));
  while (performance.timeOrigin + performance.now() - startedMs < GIVE_UP_MS) {
    const found = seen.find((one) => Math.abs(one.latitudeDeg - latitudeDeg) < START.stepDeg / 4);
    if (found !== undefined) return found.paintedMs - startedMs;
    await sleep(5);
  }
  return GIVE_UP_MS;
}

/**
 * A frame in, a marker moved in a browser: the whole product with its demo fleet driving, a
 * real Chromium on the live map, and a device of our own on a real socket, which reports at moments
 * that have nothing to do with the stream's.
 */
export async function benchMarker(): Promise<BenchRow[]> {
  const product = await startProduct();
  const browser = await openChromium();
  try {
    const { vehicleId, socket } = await makeVehicleWithDevice(product, 'BE26 NCH', IMEI);
    const seen: Sighting[] = [];
    const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
    await openMap(page, product, vehicleId, seen);
    const times: number[] = [];
    // The first ones warm up, and are not counted.
    for (let n = -10; n < SAMPLES; n += 1) {
      const tookMs = await sample(socket, START.latitudeDeg + (n + 10) * START.stepDeg, seen);
      if (n >= 0) times.push(tookMs);
      seen.length = 0;
      await sleep(PAUSE_MS.least + Math.random() * PAUSE_MS.spread);
    }
    socket.destroy();
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? GIVE_UP_MS;
    const what = 'frame in, marker moved in a browser';
    return [
      row(`${what}, p50`, at(0.5), 'ms', P50_LIMIT_MS),
      row(`${what}, p99`, at(0.99), 'ms', P99_LIMIT_MS),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
