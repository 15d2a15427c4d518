export { registerRawData } from './raw-data.routes.ts';
export { registerRawFramesJob } from './raw-data-frames.job.ts';
