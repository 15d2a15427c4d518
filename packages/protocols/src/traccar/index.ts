export { decodeTraccarForward, type ForwardedPosition } from './decode.ts';
