export { createVideoHub, type HubServices, type RunningHub } from './hub.ts';
export { videoSources } from './sources/index.ts';
