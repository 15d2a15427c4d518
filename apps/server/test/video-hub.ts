import { connect, type Socket } from 'node:net';
import { createVideoHub, type HubOptions, type RunningHub } from '../src/video/hub.ts';
import { StreamWriter } from './camera-stream.ts';
import { TestCamera, type TestCameraOptions, TestCameras } from './cameras.ts';
import { until } from './device.ts';
import { makeCustomer, makeVehicle } from './fleet.ts';
import { type TestServices, testServices } from './services.ts';
import { Watching } from './watching.ts';

/** The number of the first camera's device. */
export const HUB_NUMBER = '13912345678';
/** Everything that takes seconds in earnest takes parts of one. */
const PACE = {
  silenceMs: 600,
  lingerMs: 300,
  retryMs: [50, 400] as const,
  chunksWantedMs: 40_000,
  tickMs: 50,
  lossReportMs: 200,
};

/** A hub on real ports, and cameras that execute its commands. */
export class TestHub {
  readonly #trackers: number[] = [];

  private constructor(
    readonly services: TestServices,
    readonly hub: RunningHub,
    private readonly cameras: TestCameras,
  ) {}

  static async start(options: HubOptions = {}): Promise<TestHub> {
    const services = await testServices();
    const cameras = new TestCameras();
    const pace = { ...PACE, ...options.pace };
    const hub = createVideoHub({ ...services, deviceCommands: cameras }, { ...options, pace });
    await hub.listen();
    return new TestHub(services, hub, cameras);
  }

  /** The first camera. */
  get first() {
    return { trackerId: this.#trackers[0] ?? 0, channel: 1 };
  }

  async camera(options: Partial<TestCameraOptions> = {}, number = HUB_NUMBER): Promise<TestCamera> {
    const { db } = this.services;
    const place = await makeCustomer(db, 'Albion');
    const { trackerId } = await makeVehicle(db, place, { number, protocol: 'jt808' });
    this.#trackers.push(trackerId);
    return this.cameras.add(trackerId, new TestCamera({ sim: number, keyEvery: 5, ...options }));
  }

  /** Begins to watch the first camera. */
  watch(): Watching {
    const viewer = new Watching();
    this.hub.watch(this.first, viewer);
    return viewer;
  }

  /** A camera that was asked and did not come: a test comes in its place. */
  async asked() {
    const device = await this.camera();
    device.staysAway = true;
    const viewer = this.watch();
    await until(() => device.count('live-start') === 1);
    return { device, viewer };
  }

  /** A connection of a camera that sends three pictures. */
  send(sim: string): Socket {
    const writer = new StreamWriter({ sim, keyEvery: 1 });
    const socket = this.connect();
    socket.write(Buffer.concat([writer.picture(0), writer.picture(40), writer.picture(80)]));
    return socket;
  }

  /** A connection that has not said anything. */
  connect(): Socket {
    const socket = connect(this.hub.ports.live, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    return socket;
  }

  /** A counter's value for these labels. */
  async counted(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const metric = this.services.metrics.registry.getSingleMetric(`roadworthy_video_${name}`);
    const { values = [] } = (await metric?.get()) ?? {};
    const fit = values.filter((one) =>
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
    return fit.reduce((sum, { value }) => sum + value, 0);
  }

  async close(): Promise<void> {
    this.cameras.close();
    await this.hub.close();
    await this.services.close();
  }
}
