import { type Gateway, startGateway } from '../src/gateway/index.ts';
import type { DeviceMediaItem } from '../src/platform/device-commands/index.ts';
import { CameraDevice } from './camera-device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from './fleet.ts';
import { type TestServices, testServices } from './services.ts';

/** A gateway with a camera's vehicle, and a store of what devices bring that can fail. */
export class CameraGateway {
  /** What was kept, with its bytes. */
  readonly kept: { item: DeviceMediaItem; data: Buffer }[] = [];
  keepFails = false;
  readonly #open: CameraDevice[] = [];

  private constructor(
    readonly services: TestServices,
    readonly gateway: Gateway,
    readonly place: Awaited<ReturnType<typeof makeCustomer>>,
    readonly vehicle: TestVehicle,
  ) {
    services.deviceMedia.keepWith(async (item) => {
      if (this.keepFails) throw new Error('the store is down');
      const data: Buffer[] = [];
      for await (const chunk of item.open()) data.push(chunk);
      this.kept.push({ item, data: Buffer.concat(data) });
    });
  }

  /** @param options other paces of the gateway */
  static async open(options: Parameters<typeof startGateway>[1] = {}): Promise<CameraGateway> {
    const services = await testServices();
    const place = await makeCustomer(services.db, 'Albion');
    const device = { number: '13912345678', protocol: 'jt808' } as const;
    const vehicle = await makeVehicle(services.db, place, device);
    const gateway = await startGateway(services, options);
    return new CameraGateway(services, gateway, place, vehicle);
  }

  /** A camera device, on the port of JT/T 808 where no other is named. */
  async connect(
    port = this.gateway.addresses.jt808,
    number = this.vehicle.number,
  ): Promise<CameraDevice> {
    const camera = await CameraDevice.connect(port, number);
    this.#open.push(camera);
    return camera;
  }

  /** Ends the connections of a test. */
  hangUp(): void {
    for (const camera of this.#open.splice(0)) camera.end();
  }

  async close(): Promise<void> {
    this.hangUp();
    await this.gateway.stop();
    await this.services.close();
  }
}
