import { DEVICE_PROTOCOLS } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { codecsOf, decodeFrame } from '../src/index.ts';

describe('codecs of protocols', () => {
  it.each(
    DEVICE_PROTOCOLS.map(
      ({ name, transports }) => [name, transports as readonly string[]] as const,
    ),
  )('%s has those of its transports', (name, transports) => {
    const codecs = codecsOf(name);
    expect(codecs?.stream.name).toBe(transports.includes('http') ? undefined : name);
    expect(codecs?.datagrams !== undefined).toBe(transports.includes('udp'));
  });

  it('names of objects are no protocols', () => {
    expect(codecsOf('constructor')).toBeUndefined();
    const options = { offsetMin: 0, model: '' };
    expect(decodeFrame('toString', 'login', Buffer.from('00', 'hex'), options)).toEqual([]);
  });
});
