export { createVideoHub, type HubServices, type RunningHub } from './hub.ts';
