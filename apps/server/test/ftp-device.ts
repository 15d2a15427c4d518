import { connect, type Socket } from 'node:net';
import { TestDevice, until } from './device.ts';

/** A device's FTP client, command by command, on real sockets. */
export class FtpDevice {
  #read = 0;

  private constructor(readonly control: TestDevice) {}

  /** @param from the address of this machine that it connects from */
  static async connect(port: number, from?: string): Promise<FtpDevice> {
    const device = new FtpDevice(await TestDevice.connect(port, from));
    await device.reply();
    return device;
  }

  /** Connects and signs in. */
  static async signedIn(
    port: number,
    { user, password }: { readonly user: string; readonly password: string },
  ): Promise<FtpDevice> {
    const device = await FtpDevice.connect(port);
    await device.ask(`USER ${user}`);
    const answer = await device.ask(`PASS ${password}`);
    if (!answer.startsWith('230')) throw new Error(answer);
    return device;
  }

  /** The next reply, without what announces more lines. */
  async reply(): Promise<string> {
    let found: string | undefined;
    await until(() => {
      const lines = this.control.received().toString('latin1').split('\r\n').slice(0, -1);
      const replies = lines.filter((line) => /^\d{3} /.test(line));
      found = replies[this.#read];
      return found !== undefined || this.control.closed;
    });
    if (found === undefined) throw new Error('the server hung up');
    this.#read += 1;
    return found;
  }

  ask(command: string): Promise<string> {
    this.control.send(Buffer.from(`${command}\r\n`));
    return this.reply();
  }

  /** Asks for a data port and connects to it. */
  async data(from?: string): Promise<Socket> {
    const told = await this.ask('PASV');
    const [, high = '', low = ''] = /,(\d+),(\d+)\)$/.exec(told) ?? [];
    const port = Number(high) * 256 + Number(low);
    const socket = connect({
      port,
      host: '127.0.0.1',
      ...(from === undefined ? {} : { localAddress: from }),
    });
    socket.on('error', () => undefined);
    await new Promise<void>((done, failed) => {
      socket.once('connect', done);
      socket.once('error', failed);
    });
    return socket;
  }

  /** Sends a file, or its rest; returns the last reply. */
  async store(command: string, bytes: Buffer): Promise<string> {
    const data = await this.data();
    const begun = await this.ask(command);
    if (!begun.startsWith('150')) return begun;
    data.end(bytes);
    return this.reply();
  }

  end(): void {
    this.control.end();
  }
}
