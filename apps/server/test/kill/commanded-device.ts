import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  encodeTeltonikaAnswer,
  encodeTeltonikaCommand,
  encodeTeltonikaLogin,
} from '@roadworthy/protocols';

const COMMAND_BYTES = encodeTeltonikaCommand('getver').length;

/** A device that answers each command, connects again whenever it is cut off, and counts commands. */
export class CommandedDevice {
  /** Commands that arrived whole. */
  received = 0;
  #stopped = false;

  constructor(
    private readonly number: string,
    private readonly port: number,
  ) {}

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#connection();
      await sleep(30);
    }
  }

  #connection(): Promise<void> {
    return new Promise((done) => {
      const socket = connect(this.port, '127.0.0.1');
      let bytes = Buffer.alloc(0);
      let isAccepted = false;
      const timer = setInterval(() => this.#stopped && socket.destroy(), 50);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        done();
      });
      socket.on('connect', () => socket.write(encodeTeltonikaLogin(this.number)));
      socket.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        if (!isAccepted && bytes.length > 0) {
          isAccepted = true;
          bytes = bytes.subarray(1);
        }
        while (bytes.length >= COMMAND_BYTES) {
          bytes = bytes.subarray(COMMAND_BYTES);
          this.received += 1;
          socket.write(encodeTeltonikaAnswer('Ver:1'));
        }
      });
    });
  }
}
