import { describe, expect, it } from 'vitest';
import { record } from './gt06-frames.ts';
import { flagged, hex, message, recordOf as recordOfJt808 } from './jt808-frames.ts';

describe('Values outside their physical range', () => {
  it('are left out of a GT06 record and kept as text', () => {
    const one = record(0x13, hex('40 b2b5 00 02 01 04 0000 00 0000 af1c'));
    expect(one.temperatureC).toBeNull();
    expect(one.attributes.outOfRange).toBe('temperatureC=-2070.8');
  });

  it('are left out of a JT/T 808 record and kept as text', () => {
    const battery = hex('d402 0000');
    expect(flagged(0).attributes.outOfRange).toBeUndefined();
    const place = hex(`${'00'.repeat(18)} ffff 0000 260304182030`);
    const one = recordOfJt808(message(0x0200, Buffer.concat([place, battery])));
    expect(one.speedKmh).toBeNull();
    expect(one.attributes).toMatchObject({ outOfRange: 'speedKmh=6553.5', itemd4: '0000' });
  });
});
