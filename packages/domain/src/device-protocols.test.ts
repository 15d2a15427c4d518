import { describe, expect, it } from 'vitest';
import {
  DEVICE_PORTS,
  DEVICE_PROTOCOL_NAMES,
  protocolNamed,
  TEXT_PROTOCOLS,
} from './device-protocols.ts';

describe('protocols of devices', () => {
  it('have names that the database accepts, each once', () => {
    expect(new Set(DEVICE_PROTOCOL_NAMES).size).toBe(DEVICE_PROTOCOL_NAMES.length);
    for (const name of DEVICE_PROTOCOL_NAMES) expect(name).toMatch(/^[a-z0-9_]{1,20}$/);
  });

  it('have ports and variables of their own', () => {
    const ports = DEVICE_PORTS.map((port) => port.default);
    const variables = DEVICE_PORTS.map(({ variable }) => variable);
    expect(new Set(ports).size).toBe(ports.length);
    expect(new Set(variables).size).toBe(variables.length);
  });

  it('take texts first where they are shown to the driver', () => {
    expect(TEXT_PROTOCOLS.slice(0, 3)).toEqual(['jt808', 'teltonika', 'gt06']);
  });

  it.each([
    ['JT/T 808', 'jt808'],
    ['jtt808', 'jt808'],
    ['Concox', 'gt06'],
    ['GT06', 'gt06'],
    ['Traccar', 'traccar'],
    ['OsmAnd', 'osmand'],
    ['TK-103', 'tk103'],
    ['Coban', 'gps103'],
    ['Digital Matter', 'digitalmatter'],
    ['Sinotrack', 'h02'],
    ['none of them', undefined],
    ['', undefined],
  ])('are found by the name %j', (text, name) => {
    expect(protocolNamed(text)).toBe(name);
  });
});
