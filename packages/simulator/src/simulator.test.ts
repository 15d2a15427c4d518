import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { MAPPING_PRESETS } from '@roadworthy/domain';
import { PLACES } from '@roadworthy/domain/geography';
import {
  type DeviceRecord,
  gps103Codec,
  gt06Codec,
  h02Codec,
  jt808Codec,
  mapJsonMessage,
  teltonikaCodec,
} from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { DeviceLink } from './device-link.ts';
import { encoderOf } from './devices.ts';
import { STEP_S } from './drive.ts';
import { SHIFTS, type SimulatedVehicle } from './fleet.ts';
import { planDuty, Schedule } from './planner.ts';
import { distanceM, RoadGraph } from './road-graph.ts';
import { thin } from './run-fleet.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const HOMES = [
  'Wakefield',
  'Stockport',
  'Motherwell',
  'Daventry',
  'Solihull',
  'Doncaster',
  'Dartford',
  'Avonmouth',
];
const TYPES = ['STR', 'VAN', 'CAR', 'BIK'] as const;
const graph = new RoadGraph();

function vehicle(index: number): SimulatedVehicle {
  return {
    number: `35000000000000${index}`,
    protocol: 'teltonika',
    codec: 8,
    type: TYPES[index % TYPES.length] ?? 'VAN',
    home: HOMES[index % HOMES.length] ?? 'Daventry',
    shift: SHIFTS[Math.floor(index / 2) % SHIFTS.length] ?? 'day',
    driverTag: null,
    hasTemperature: false,
    odometerM: 1_000_000,
  };
}

describe('roads', () => {
  it('every place has a route to every depot', () => {
    for (const { name } of PLACES) {
      for (const home of HOMES.slice(0, 2)) {
        if (name !== home) expect(graph.route(home, name).length).toBeGreaterThan(0);
      }
    }
  });
});

describe('a trailer with a tracker', () => {
  it('is where the vehicle is that pulls it, without events, and stays at the depot on each fourth day', () => {
    const lorry = { ...vehicle(0), shift: 'day' as const };
    const trailer = { ...lorry, number: '350000000000099', pulledBy: lorry.number };
    const coupled = [0, 1, 2, 3].map((day) => {
      const dayMs = MONDAY + day * 86_400_000;
      const pulling = planDuty(graph, lorry, dayMs, 0, 'seed').samples;
      const { samples } = planDuty(graph, trailer, dayMs, 0, 'seed');
      if (pulling.length > 0 && samples.length > 0) {
        expect(samples.map(({ latitudeDeg, timeMs }) => [latitudeDeg, timeMs])).toEqual(
          pulling.map(({ latitudeDeg, timeMs }) => [latitudeDeg, timeMs]),
        );
        expect(samples.some(({ eventCode }) => eventCode !== null)).toBe(false);
      }
      return samples.length > 0;
    });
    const restAt = (3 - ((MONDAY / 86_400_000) % 4) + 4) % 4;
    expect(coupled[restAt]).toBe(false);
    expect(coupled.filter(Boolean).length).toBeGreaterThan(1);
  });
});

describe('a duty', () => {
  const duty = planDuty(graph, vehicle(0), MONDAY, 1_000_000, 'seed');

  it('is the same for the same seed and differs for another', () => {
    expect(planDuty(graph, vehicle(0), MONDAY, 1_000_000, 'seed')).toEqual(duty);
    expect(planDuty(graph, vehicle(0), MONDAY, 1_000_000, 'other')).not.toEqual(duty);
  });

  it('advances in time without jumps, and never exceeds the speed of its vehicle type', () => {
    duty.samples.reduce((before, sample) => {
      const gapS = (sample.timeMs - before.timeMs) / 1000;
      expect(gapS).toBeGreaterThanOrEqual(0);
      const jump = distanceM(before, sample);
      expect(jump).toBeLessThanOrEqual(
        (Math.max(before.speedKmh, sample.speedKmh, 20) / 3.6) * STEP_S * 3,
      );
      expect(sample.odometerM).toBeGreaterThanOrEqual(before.odometerM);
      return sample;
    });
    expect(Math.max(...duty.samples.map(({ speedKmh }) => speedKmh))).toBeLessThan(110);
  });

  it('has one sample per moment, and a stationary sample before each rest', () => {
    const { samples } = duty;
    const times = samples.map(({ timeMs }) => timeMs);
    expect(new Set(times).size).toBe(times.length);
    const rests = samples.filter(
      ({ timeMs }, n) => (samples[n + 1]?.timeMs ?? timeMs) - timeMs > 60_000,
    );
    expect(rests.length).toBeGreaterThan(0);
    for (const { speedKmh, ignition } of rests)
      expect({ speedKmh, ignition }).toEqual({ speedKmh: 0, ignition: false });
  });

  it('brakes and accelerates within the limits of a lorry', () => {
    duty.samples.reduce((before, sample) => {
      const gapS = Math.max(1, (sample.timeMs - before.timeMs) / 1000);
      // A stop at the end of a route is one sample; everything else is gradual.
      if (sample.speedKmh > 8) {
        expect(Math.abs(sample.speedKmh - before.speedKmh) / gapS).toBeLessThan(8);
      }
      return sample;
    });
  });

  it('starts and ends at the depot, with the ignition off at the end', () => {
    const last = duty.samples.at(-1);
    const first = duty.samples[0];
    if (first === undefined || last === undefined) throw new Error('no duty');
    expect(distanceM(first, last)).toBeLessThan(100);
    expect(last.ignition).toBe(false);
  });
});

describe('the fleet', () => {
  it('has a quarter moving on a working day, and some vehicles at every hour', () => {
    const schedules = Array.from(
      { length: 60 },
      (_, index) => new Schedule(graph, vehicle(index), MONDAY, 'seed'),
    );
    const moving = Array.from({ length: 24 }, (_, hour) => {
      const at = MONDAY + (24 + hour) * 3_600_000;
      return schedules.filter((schedule) =>
        schedule.between(at - 120_000, at).some(({ speedKmh }) => speedKmh > 0),
      ).length;
    });
    // A driver may drive 9 hours in 24, so a third moving at every hour would exceed the legal
    // limit.
    expect(moving.reduce((sum, count) => sum + count, 0) / 24).toBeGreaterThanOrEqual(15);
    expect(Math.min(...moving)).toBeGreaterThanOrEqual(8);
  });

  it('has events of every kind in a day, and thinning keeps them', () => {
    const codes = new Set<number>();
    for (let index = 0; index < 24; index += 1) {
      const { samples } = planDuty(graph, vehicle(index), MONDAY, 0, 'seed');
      if (samples.length === 0) continue;
      const kept = thin(samples, 30_000);
      expect(kept.length).toBeLessThan(samples.length);
      for (const { eventCode } of kept) if (eventCode !== null) codes.add(eventCode);
    }
    expect([...codes].sort()).toEqual([40, 41, 42, 43]);
  });
});

describe('a device', () => {
  it('resends unacknowledged reports', async () => {
    const taken: number[] = [];
    let refusals = 2;
    const answer = (socket: Socket) => {
      const session = teltonikaCodec.createSession();
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        for (const message of session.push(chunk)) {
          if (message.kind === 'login' && message.accepted !== null) socket.write(message.accepted);
          if (message.kind !== 'records') continue;
          taken.push(message.records.length);
          refusals -= 1;
          // The connection breaks twice before the acknowledgement.
          if (refusals >= 0) socket.destroy();
          else if (message.stored !== null) socket.write(message.stored);
        }
      });
    };
    const server = createServer(answer);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const encoder = encoderOf(vehicle(0), '127.0.0.1');
    const link = new DeviceLink({ host: '127.0.0.1', port, encoder });
    const { samples } = planDuty(graph, vehicle(0), MONDAY, 0, 'seed');
    await link.deliver(samples.slice(0, 5));
    expect(taken).toEqual([5, 5, 5]);
    link.close();
    server.close();
  });

  it.each([
    ['teltonika', teltonikaCodec, '350000000000001'],
    ['gt06', gt06Codec, '350000000000001'],
    ['jt808', jt808Codec, '13800138001'],
  ] as const)(
    '[M-05] answers a message that arrives between reports: %s',
    async (protocol, codec, number) => {
      const answers: boolean[] = [];
      const server = createServer((socket) => {
        const session = codec.createSession();
        socket.on('error', () => undefined);
        socket.on('data', (chunk) => {
          for (const message of session.push(chunk)) {
            if (message.kind === 'login' && message.accepted !== null)
              socket.write(message.accepted);
            if (message.kind === 'notice' && message.answer !== null) socket.write(message.answer);
            if (message.kind === 'command-answer') answers.push(message.accepted);
            if (message.kind !== 'records' || message.stored === null) continue;
            if (answers.length === 0) socket.write(session.encodeText('Call the depot') ?? '');
            socket.write(message.stored);
          }
        });
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = server.address() as { port: number };
      const encoder = encoderOf({ ...vehicle(1), protocol, number }, '127.0.0.1');
      const link = new DeviceLink({ host: '127.0.0.1', port, encoder });
      const { samples } = planDuty(graph, vehicle(1), MONDAY, 0, 'seed');
      await link.deliver(samples.slice(0, 1));
      await link.deliver(samples.slice(1, 2));
      expect(answers[0]).toBe(true);
      link.close();
      server.close();
    },
  );

  it.each([
    ['h02', h02Codec],
    ['gps103', gps103Codec],
  ] as const)('is confirmed by text: %s', async (protocol, codec) => {
    const records: DeviceRecord[] = [];
    const server = createServer((socket) => {
      const session = codec.createSession({ nowMs: () => MONDAY });
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        for (const message of session.push(chunk)) {
          if (message.kind === 'login' && message.accepted !== null) socket.write(message.accepted);
          if (message.kind === 'notice' && message.answer !== null) socket.write(message.answer);
          if (message.kind !== 'records') continue;
          records.push(...message.records);
          if (message.stored !== null) socket.write(message.stored);
        }
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const encoder = encoderOf({ ...vehicle(1), protocol }, '127.0.0.1');
    const link = new DeviceLink({ host: '127.0.0.1', port, encoder });
    const { samples } = planDuty(graph, vehicle(1), MONDAY, 0, 'seed');
    await link.deliver(samples.slice(0, 5));
    await link.deliver(samples.slice(5, 8));
    expect(records.map(({ timeMs }) => timeMs)).toEqual(
      samples.slice(0, 8).map(({ timeMs }) => Math.floor(timeMs / 1000) * 1000),
    );
    link.close();
    server.close();
  });

  it('[M-P12] with a camera sends occasional, reproducible driver assistance warnings', () => {
    const encoder = encoderOf({ ...vehicle(0), protocol: 'jt808', number: '13800138001' }, 'x');
    const { samples } = planDuty(graph, vehicle(0), MONDAY, 0, 'seed');
    const codes = new Set<number>();
    for (let at = 0; at < samples.length; at += 20) {
      const session = jt808Codec.createSession();
      const messages = session.push(encoder.report(samples.slice(at, at + 20)).bytes);
      for (const message of messages) {
        expect(message.kind).not.toBe('bad');
        if (message.kind !== 'records') continue;
        for (const { events } of message.records) for (const { code } of events) codes.add(code);
      }
    }
    for (const code of [76, 77, 80, 41]) expect(codes).toContain(code);
  });
});

describe('drivers of the demo fleet', () => {
  it('[M-P11] differ: most drive calmly, a few harshly, so that scores differ', () => {
    const per100Miles = Array.from({ length: 24 }, (_, n) => {
      const one = { ...vehicle(n), number: `3500000000007${String(n).padStart(2, '0')}` };
      const duties = [0, 1, 2].map((day) =>
        planDuty(graph, one, MONDAY + day * 86_400_000, 0, 'seed'),
      );
      const harsh = duties.flatMap(({ samples }) =>
        samples.filter(({ eventCode }) => eventCode !== null && eventCode < 43),
      );
      const miles = duties.reduce((sum, { distanceM }) => sum + distanceM, 0) / 1609.344;
      return (harsh.length / Math.max(1, miles)) * 100;
    }).sort((a, b) => a - b);
    expect(per100Miles[6]).toBeLessThan(2);
    expect(per100Miles.at(-1)).toBeGreaterThan(5);
  });
});

describe('a device behind a data input', () => {
  it('is repeated until it is stored, as a message of flespi', async () => {
    const bodies: string[] = [];
    const server = createHttpServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        expect(request.url).toBe('/inputs/secret');
        bodies.push(body);
        response.writeHead(bodies.length === 1 ? 503 : 200).end('{}');
      });
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const van = { ...vehicle(1), protocol: 'json' as const, inputPath: '/inputs/secret' };
    const encoder = encoderOf(van, '127.0.0.1');
    // The link waits for 200; the end of the refused connection lets it send again.
    const link = new DeviceLink({ host: '127.0.0.1', port, encoder });
    const [sample] = planDuty(graph, { ...vehicle(0), shift: 'day' }, MONDAY, 0, 'seed').samples;
    if (sample === undefined) throw new Error('no sample');
    setTimeout(() => server.closeAllConnections(), 500);
    await link.deliver([sample]);
    link.close();
    server.close();
    expect(bodies).toHaveLength(2);
    expect(mapJsonMessage(JSON.parse(bodies[1] ?? ''), MAPPING_PRESETS.flespi)).toMatchObject({
      records: [
        {
          ...{ kind: 'record', deviceId: van.number, problems: [] },
          record: {
            timeMs: sample.timeMs,
            latitudeDeg: sample.latitudeDeg,
            ignition: sample.ignition,
          },
        },
      ],
    });
  });
});
