export { momentRange } from './moment-range.ts';
