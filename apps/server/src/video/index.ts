export { createVideoHub, type RunningHub } from './hub.ts';
export { videoSources } from './sources/index.ts';
