import type { StreamProtocol } from '@roadworthy/domain';
import type { DatagramCodec, StreamCodec } from './codec.ts';
import { gps103Codec, gps103Datagrams } from './gps103/index.ts';
import { gt06Codec } from './gt06/index.ts';
import { h02Codec, h02Datagrams } from './h02/index.ts';
import { jt808Codec } from './jt808/index.ts';
import { teltonikaCodec, teltonikaDatagrams } from './teltonika/index.ts';

/** The codecs of a protocol. */
export interface ProtocolCodecs {
  readonly stream: StreamCodec;
  /** Present if `DEVICE_PROTOCOLS` of the domain lists the transport `udp`. */
  readonly datagrams?: DatagramCodec;
}

/** The codecs of each protocol with streams; the compiler asks for those of a new one. */
export const PROTOCOL_CODECS: Readonly<Record<StreamProtocol, ProtocolCodecs>> = {
  teltonika: { stream: teltonikaCodec, datagrams: teltonikaDatagrams },
  gt06: { stream: gt06Codec },
  jt808: { stream: jt808Codec },
  h02: { stream: h02Codec, datagrams: h02Datagrams },
  gps103: { stream: gps103Codec, datagrams: gps103Datagrams },
};

/** The codecs of a protocol; undefined if it has no streams. */
export const codecsOf = (protocol: string): ProtocolCodecs | undefined =>
  Object.hasOwn(PROTOCOL_CODECS, protocol)
    ? PROTOCOL_CODECS[protocol as StreamProtocol]
    : undefined;
