import { connect } from 'node:net';
import {
  type AttachmentFile,
  encodeAnnouncement,
  encodeAttachmentBlock,
  encodeAttachmentFile,
  encodeJt808,
  type FileRange,
  type Jt808Address,
  readJt808Command,
  readJt808Message,
  unescapeJt808,
} from '@roadworthy/protocols';

const BLOCK_BYTES = 64 * 1024;
const LIMIT_MS = 60_000;
const MARK = 0x7e;

/** An evidence file of an alarm. */
export interface EvidenceFile {
  readonly name: string;
  readonly type: number;
  readonly data: Buffer;
}

/** The platform's upload command: the alarm and the target server. */
export interface EvidenceUpload {
  readonly host: string;
  readonly port: number;
  readonly address: Jt808Address;
  readonly terminalId: string;
  readonly label: string;
  readonly alarmNumber: string;
  readonly files: readonly EvidenceFile[];
}

/** Complete frames at the front of the received bytes, and the rest. */
function framesOf(received: Buffer): { frames: Buffer[]; rest: Buffer } {
  const frames: Buffer[] = [];
  let rest = received;
  for (;;) {
    const start = rest.indexOf(MARK);
    const end = start < 0 ? -1 : rest.indexOf(MARK, start + 1);
    if (end < 0) return { frames, rest };
    frames.push(rest.subarray(start, end + 1));
    rest = rest.subarray(end + 1);
  }
}

/**
 * Uploads the files of an alarm over a separate connection: announces them, sends each in blocks,
 * and resends blocks that the platform reports missing. Resolves when the platform has all, or
 * times out.
 */
export async function uploadEvidence(upload: EvidenceUpload): Promise<void> {
  const { address, files, host, port } = upload;
  const socket = connect(port, host);
  let serial = 0;
  let received: Buffer = Buffer.alloc(0);
  const waiting: ((frame: Buffer | null) => void)[] = [];
  const answers: Buffer[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
    for (const done of waiting.splice(0)) done(null);
  };
  socket.setTimeout(LIMIT_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.once('close', end);
  socket.on('data', (chunk) => {
    const { frames, rest } = framesOf(Buffer.concat([received, chunk]));
    received = rest;
    for (const frame of frames) {
      const done = waiting.shift();
      if (done === undefined) answers.push(frame);
      else done(frame);
    }
  });
  const say = ({ id, body }: { id: number; body: Buffer }) => {
    serial += 1;
    socket.write(encodeJt808(id, address, serial, body));
  };
  const answer = (): Promise<Buffer | null> => {
    const early = answers.shift();
    if (early !== undefined) return Promise.resolve(early);
    return isOver ? Promise.resolve(null) : new Promise((done) => waiting.push(done));
  };

  say(
    encodeAnnouncement({
      terminalId: upload.terminalId,
      label: upload.label,
      alarmNumber: upload.alarmNumber,
      kindOfUpload: 0,
      files: files.map(({ name, data }) => ({ name, sizeBytes: data.length })),
    }),
  );
  await answer();
  for (const { name, type, data } of files) {
    const file: AttachmentFile = { name, type, sizeBytes: data.length };
    say(encodeAttachmentFile(file, 'before'));
    await answer();
    let missing: readonly FileRange[] = [{ offset: 0, length: data.length }];
    while (missing.length > 0 && !isOver) {
      for (const { offset, length } of missing) {
        for (let at = offset; at < offset + length; at += BLOCK_BYTES) {
          const part = data.subarray(at, Math.min(at + BLOCK_BYTES, offset + length));
          socket.write(encodeAttachmentBlock(name, at, part));
        }
      }
      say(encodeAttachmentFile(file, 'behind'));
      missing = missingOf(await answer());
    }
  }
  socket.end();
}

function missingOf(frame: Buffer | null): readonly FileRange[] {
  const plain = frame === null ? null : unescapeJt808(frame.subarray(1, -1));
  const message = plain === null ? null : readJt808Message(plain);
  if (message === null || typeof message === 'string') return [];
  const order = readJt808Command(message, 0);
  return order?.kind === 'fileAnswer' && order.result !== 0 ? order.missing : [];
}
