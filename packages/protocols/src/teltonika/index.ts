export { readAvlBody } from './avl.ts';
export { teltonikaCodec } from './codec.ts';
export { encodeTeltonikaAnswer, encodeTeltonikaCommand } from './commands.ts';
export { decodeTeltonikaDatagram, type TeltonikaDatagram, teltonikaDatagrams } from './datagram.ts';
export {
  type AvlCodec,
  type AvlInput,
  encodeTeltonikaDatagram,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
} from './encode.ts';
