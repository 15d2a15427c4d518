import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  encodeJt1078Packet,
  type Jt1078Frame,
  type Jt1078Packet,
  Jt1078Reader,
} from '../src/index.ts';
import { bytesOf, VECTORS_DIR, type Vector, vectors } from './vectors.ts';

type CaptureVector = Vector & { readonly file?: string };

const sha256 = (bodies: readonly Buffer[]): string =>
  createHash('sha256').update(Buffer.concat(bodies)).digest('hex');

interface Reading {
  readonly packets: Jt1078Packet[];
  readonly frames: Jt1078Frame[];
  readonly reader: Jt1078Reader;
}

/** Decodes bytes split into pieces of this length; returns every complete frame. */
function read(bytes: Buffer, pieceBytes: number): Reading {
  const packets: Jt1078Packet[] = [];
  const onPacket = (packet: Jt1078Packet) => {
    packets.push({ ...packet, sim: Buffer.from(packet.sim), body: Buffer.from(packet.body) });
  };
  const reader = new Jt1078Reader({ resumeAtKeyFrame: false, onPacket });
  const frames: Jt1078Frame[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    frames.push(...reader.push(Buffer.from(bytes.subarray(at, at + pieceBytes))));
  }
  return { packets, frames, reader };
}

const numbersOf = (packets: readonly Jt1078Packet[]) => packets.map(({ sequence }) => sequence);

function checkPackets({ packets }: Reading, stated: Vector['expect']) {
  expect(packets).toHaveLength(stated.packets);
  const all: [unknown, unknown][] = [
    [stated.sim, packets[0]?.sim.toString('hex')],
    [stated.simLengthBytes, packets[0]?.sim.length],
    [stated.channel, packets[0]?.channel],
    [stated.maxBody, Math.max(...packets.map(({ body }) => body.length))],
    [stated.firstSequence, packets[0]?.sequence],
    [stated.lastSequence, packets.at(-1)?.sequence],
    [
      stated.payloadTypes,
      [...new Set(packets.map((one) => one.payloadType))].sort((a, b) => a - b),
    ],
    [stated.transparentPackets, packets.filter(({ dataType }) => dataType === 4).length],
    [stated.audioPackets, packets.filter(({ dataType }) => dataType === 3).length],
  ];
  for (const [wanted, seen] of all) if (wanted !== undefined) expect(seen).toEqual(wanted);
}

function checkFrames({ frames, reader }: Reading, stated: Vector['expect']) {
  const video = frames.filter(({ kind }) => kind === 'video');
  const sound = frames.filter(({ kind }) => kind === 'sound');
  expect(video).toHaveLength(stated.videoFrames);
  expect(sha256(video.map(({ body }) => body))).toBe(stated.videoSha256);
  const coding = { h264: 'h264', hevc: 'h265' }[stated.codec as string] ?? 'h264';
  expect(new Set(video.map((frame) => frame.coding))).toEqual(new Set([coding]));
  if (stated.audioSha256 !== undefined) {
    expect(sha256(sound.map(({ body }) => body))).toBe(stated.audioSha256);
    const sizes = [...new Set(sound.map(({ body }) => body.length))].sort((a, b) => a - b);
    expect(sizes.slice(0, stated.audioBytesPerPacket.length)).toEqual(stated.audioBytesPerPacket);
  }
  if (stated.keyFrames !== undefined) {
    expect(video.filter(({ isKeyFrame }) => isKeyFrame)).toHaveLength(stated.keyFrames);
    expect(video[0]?.timestampMs).toBe(stated.firstTimestampMs);
    expect(video.at(-1)?.timestampMs).toBe(stated.lastTimestampMs);
    expect(video.reduce((sum, { body }) => sum + body.length, 0)).toBe(stated.videoBytes);
  }
  expect(reader.counters.lostPackets).toBe(0);
  expect(reader.counters.brokenFrames).toBe(0);
  expect(reader.counters.junkRuns).toBe(stated.junkRuns ?? 0);
  expect(reader.bufferedBytes).toBe(0);
}

function checkLossy({ packets, frames, reader }: Reading, stated: Vector['expect']) {
  const seen = new Set(numbersOf(packets));
  const all = Array.from({ length: Math.max(...seen) + 1 }, (_, number) => number);
  expect(all.filter((number) => !seen.has(number))).toEqual(stated.lostSequenceNumbers);
  expect(frames).toHaveLength(stated.wholeFrames);
  expect(sha256(frames.map(({ body }) => body))).toBe(stated.wholeFramesSha256);
  expect(reader.counters.lostPackets).toBe(stated.lostSequenceNumbers.length);
  expect(reader.counters.brokenFrames).toBe(stated.brokenFrameIndexes.length);
}

/**
 * After a loss, video resumes at a key frame; of the two key frames in sixty, one precedes the
 * loss.
 */
function checkResumption(bytes: Buffer, { frames }: Reading, stated: Vector['expect']) {
  const reader = new Jt1078Reader();
  const shown = reader.push(bytes);
  const firstBroken: number = stated.brokenFrameIndexes[0];
  expect(shown.slice(0, firstBroken)).toEqual(frames.slice(0, firstBroken));
  expect(shown[firstBroken]?.isKeyFrame ?? true).toBe(true);
  expect(shown.length + reader.counters.skippedFrames).toBe(frames.length);
}

function checkPacket(vector: Vector) {
  const bytes = bytesOf(vector.hex ?? '');
  const { packets } = read(bytes, bytes.length);
  const packet = packets[0] as Jt1078Packet;
  const stated = vector.expect;
  expect({
    seq: packet.sequence,
    pt: packet.payloadType,
    m: packet.isMarked ? 1 : 0,
    sim: packet.sim.toString('hex'),
    ch: packet.channel,
    simLengthBytes: packet.sim.length,
    dataType: packet.dataType,
    fragment: packet.fragment,
    timestampMs: packet.timestampMs,
    lastIFrameIntervalMs: packet.lastIFrameIntervalMs,
    lastFrameIntervalMs: packet.lastFrameIntervalMs,
    bodyLength: packet.body.length,
    bodySha256: sha256([packet.body]),
  }).toEqual(stated);
  expect(encodeJt1078Packet(packet)).toEqual(bytes);
  const datagram = new Jt1078Reader();
  expect(datagram.datagram(bytes)?.body).toEqual(packet.body);
}

function checkCapture({ file = '', variant, expect: stated }: CaptureVector) {
  const bytes = readFileSync(resolve(VECTORS_DIR, file));
  const whole = read(bytes, bytes.length);
  for (const pieceBytes of [1, 97, 1448, 65_536]) {
    const cut = read(bytes, pieceBytes);
    expect(cut.frames).toEqual(whole.frames);
    expect(cut.reader.counters).toEqual(whole.reader.counters);
  }
  if (variant !== 'capture-junk') {
    expect(Buffer.concat(whole.packets.map(encodeJt1078Packet))).toEqual(bytes);
  }
  if (variant === 'capture-lossy') {
    expect(whole.packets).toHaveLength(stated.packets);
    checkLossy(whole, stated);
    checkResumption(bytes, whole, stated);
    return;
  }
  checkPackets(whole, stated);
  checkFrames(whole, stated);
}

const captures = vectors('jt1078');

describe.skipIf(captures === null)('JT/T 1078 packets and captures of real cameras', () => {
  it.each((captures ?? []).map((vector) => [vector.id, vector.variant, vector] as const))(
    '%s (%s) reads to what it states',
    (_id, variant, vector) => {
      if (variant === 'packet') checkPacket(vector);
      else checkCapture(vector);
    },
  );
});
