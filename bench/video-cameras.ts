import { connect, type Socket } from 'node:net';
import { StreamWriter } from '../apps/server/test/camera-stream.ts';

/*
 * Many cameras in a process of their own: `video-cameras.js port count kbps fps`. Each sends the same
 * pictures over a connection of its own, with its SIM and the moment of sending as its time stamp.
 */

const [, , port = '', count = '', kbps = '', fps = ''] = process.argv;
const FRAME_MS = 1000 / Number(fps);
const PICTURES = 30;
/** Places in a packet of video with a SIM of six bytes. */
const AT = { sequence: 6, sim: 8, time: 16, length: 28, body: 30 } as const;

/** A picture's packets, and where each begins. */
interface Template {
  readonly bytes: Buffer;
  readonly packets: readonly number[];
}

function template(bytes: Buffer): Template {
  const packets: number[] = [];
  for (let at = 0; at < bytes.length; at += AT.body + bytes.readUInt16BE(at + AT.length)) {
    packets.push(at);
  }
  return { bytes, packets };
}

const writer = new StreamWriter({
  sim: '1',
  keyEvery: PICTURES,
  pictureBytes: (Number(kbps) * 125) / Number(fps),
});
const templates = Array.from({ length: PICTURES }, () => template(writer.picture(0)));

class Camera {
  readonly #sim: Buffer;
  readonly #socket: Socket;
  #sequence = 0;
  #pictures = 0;

  constructor(number: number) {
    this.#sim = Buffer.from(String(number).padStart(12, '0'), 'hex');
    this.#socket = connect(Number(port), '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('error', () => process.exit(1));
  }

  send(): void {
    const made = templates[this.#pictures % PICTURES];
    if (made === undefined) return;
    this.#pictures += 1;
    const bytes = Buffer.from(made.bytes);
    const time = BigInt(Date.now());
    for (const at of made.packets) {
      bytes.writeUInt16BE(this.#sequence, at + AT.sequence);
      this.#sim.copy(bytes, at + AT.sim);
      bytes.writeBigUInt64BE(time, at + AT.time);
      this.#sequence = (this.#sequence + 1) % 0x10000;
    }
    this.#socket.write(bytes);
  }
}

const cameras = Array.from({ length: Number(count) }, (_, n) => new Camera(n + 1));
const startedMs = Date.now();
let sent = 0;

/** Each camera in its own turn of the picture's time, as they would come by themselves. */
function tick(): void {
  const due = Math.floor(((Date.now() - startedMs) / FRAME_MS) * cameras.length);
  for (; sent < due; sent += 1) cameras[sent % cameras.length]?.send();
}
setInterval(tick, 2);
process.on('disconnect', () => process.exit(0));
