export { tk103Codec } from './codec.ts';
