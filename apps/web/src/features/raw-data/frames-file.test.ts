import { expect, it } from 'vitest';
import { framesFile } from './frames-file.ts';
import type { RawFrame } from './use-raw-data.ts';

const frame = (id: string): RawFrame => ({
  id,
  tracker_id: 1,
  tracker: '350000000000011',
  vehicle: 1,
  received_at: '2026-06-03T09:00:01.000Z',
  protocol: 'gt06',
  kind: '28',
  understood: false,
  hex: '7878',
  decoded: [{ message: '28' }],
});

it('writes one frame per line, oldest first, with its bytes', async () => {
  const lines = (await framesFile([frame('2'), frame('1')]).text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([frame('1'), frame('2')]);
});
