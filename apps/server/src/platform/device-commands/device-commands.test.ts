import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/device.ts';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { type Bus, createDatabaseBus, createLocalBus } from '../bus/index.ts';
import { answerParts, PartedAnswers } from './answer-parts.ts';
import {
  type CommandAnswer,
  type CommandServer,
  createDeviceCommands,
  createDeviceMedia,
  type DeviceCommand,
  type DeviceCommands,
  type DeviceRecording,
} from './index.ts';

const CAMERA = 7;
const DONE = { state: 'done', result: null } as const;
const START: DeviceCommand = {
  kind: 'live-start',
  channel: 1,
  port: 1078,
  stream: 'sub',
  data: 'video',
};
const LIST: DeviceCommand = { kind: 'recordings', channel: 0, fromMs: 0, toMs: 1 };

/** A gateway with one device and scripted responses. */
function gatewayWith(answer: (command: DeviceCommand) => Promise<CommandAnswer>) {
  const taken: DeviceCommand[] = [];
  const server: CommandServer = {
    take: (trackerId, command) => {
      if (trackerId !== CAMERA) return null;
      taken.push(command);
      return answer(command);
    },
  };
  return { server, taken };
}

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function commandsOn(bus: Bus): DeviceCommands {
  const deviceCommands = createDeviceCommands(bus);
  closing.push(() => deviceCommands.close());
  return deviceCommands;
}

const recordings = (count: number): DeviceRecording[] =>
  Array.from({ length: count }, (_, n) => ({
    channel: 1 + (n % 4),
    fromMs: 1_790_000_000_000 + n * 60_137,
    toMs: 1_790_000_000_000 + (n + 1) * 60_137,
    media: 'sound+video',
    stream: 'main',
    sizeBytes: 7_000_000 + n * 7919,
  }));

describe('within one process', () => {
  it('[F-P03] the gateway that has the device responds', async () => {
    const deviceCommands = commandsOn(createLocalBus());
    const { server, taken } = gatewayWith(async () => DONE);
    deviceCommands.serve(server);
    expect(await deviceCommands.ask(CAMERA, START)).toEqual(DONE);
    expect(taken).toEqual([START]);
  });

  it('a device that is not connected is offline, also after its gateway ended', async () => {
    const deviceCommands = commandsOn(createLocalBus());
    const { server } = gatewayWith(async () => DONE);
    const leave = deviceCommands.serve(server);
    expect(await deviceCommands.ask(99, START)).toEqual({ state: 'offline' });
    leave();
    expect(await deviceCommands.ask(CAMERA, START)).toEqual({ state: 'offline' });
  });

  it('pending commands are answered when the server ends', async () => {
    const deviceCommands = commandsOn(createLocalBus());
    const answer = deviceCommands.ask(99, START);
    deviceCommands.close();
    expect(await answer).toEqual({ state: 'timeout' });
  });
});

describe('between processes', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  async function twoProcesses() {
    const buses = [await createDatabaseBus(test.url), await createDatabaseBus(test.url)] as const;
    for (const bus of buses) closing.push(() => bus.close());
    return [commandsOn(buses[0]), commandsOn(buses[1])] as const;
  }

  it('[F-P03] a command finds its device in another process, and a long response arrives complete', async () => {
    const [api, gateway] = await twoProcesses();
    const found = recordings(2000);
    const { server, taken } = gatewayWith(async () => ({ state: 'done', result: found }));
    gateway.serve(server);
    expect(await api.ask(CAMERA, LIST)).toEqual({ state: 'done', result: found });
    expect(taken).toEqual([LIST]);
    expect(await api.ask(99, LIST)).toEqual({ state: 'offline' });
  });

  it('refusals are returned, and a gateway that dies meanwhile is a timeout', async () => {
    const [api, gateway] = await twoProcesses();
    const { server } = gatewayWith(async ({ kind }) =>
      kind === 'capabilities' ? { state: 'refused', why: 'unsupported' } : new Promise(() => {}),
    );
    gateway.serve(server);
    expect(await api.ask(CAMERA, { kind: 'capabilities' })).toEqual({
      state: 'refused',
      why: 'unsupported',
    });
    expect(await api.ask(CAMERA, START, 500)).toEqual({ state: 'timeout' });
  });

  it('concurrent commands get their own responses', async () => {
    const [api, gateway] = await twoProcesses();
    const { server } = gatewayWith(async (command) => ({
      state: 'done',
      result: command.kind === 'recordings' ? recordings(command.channel * 40) : null,
    }));
    gateway.serve(server);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, channel) =>
        api.ask(CAMERA, { kind: 'recordings', channel, fromMs: 0, toMs: 1 }),
      ),
    );
    answers.forEach((answer, channel) => {
      expect(answer).toEqual({ state: 'done', result: recordings(channel * 40) });
    });
  });
});

describe('parts of a response', () => {
  const answer: CommandAnswer = { state: 'done', result: recordings(3000) };

  it('each fits a notification, and they may arrive in any sequence and repeatedly', () => {
    const parts = answerParts('one', answer);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(7500);
    const held = new PartedAnswers();
    const [last, ...others] = [...parts].reverse();
    for (const part of [...others, ...others]) expect(held.add(part)).toBeNull();
    expect(held.add(last as (typeof parts)[number])).toEqual(answer);
  });

  it('invalid parts are ignored, and a response that is too large is a refusal', () => {
    const held = new PartedAnswers();
    expect(held.add({ id: 'x', part: 0, parts: 1, data: 'no deflated text' })).toBeNull();
    expect(held.add({ id: 'x', part: 5, parts: 2, data: '' })).toBeNull();
    expect(held.add({ id: 'x', part: 0, parts: 1e9, data: '' })).toBeNull();
    const noise = Array.from({ length: 2_000_000 }, () => Math.random().toString(36)[2]).join('');
    const huge = answerParts('x', {
      state: 'done',
      result: { mediaType: 'image/jpeg', dataBase64: noise, takenAtMs: 0 },
    });
    expect(held.add(huge[0] as (typeof huge)[number])).toEqual({
      state: 'refused',
      why: 'failed',
    });
  });
});

describe('files of devices', () => {
  it('are refused while no receiver is registered', async () => {
    const media = createDeviceMedia();
    const item = { key: 'k' } as Parameters<typeof media.receive>[0];
    await expect(media.receive(item)).rejects.toThrow();
    const kept: string[] = [];
    media.keepWith(async ({ key }) => void kept.push(key));
    await media.receive(item);
    await until(() => kept.length === 1);
  });
});
