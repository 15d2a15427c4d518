export { gps103Codec, gps103Datagrams } from './codec.ts';
export { encodeGps103Heartbeat, encodeGps103Login, encodeGps103Position } from './encode.ts';
