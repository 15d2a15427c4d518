export type { TrackerRow } from './tracker-json.ts';
export { trackersOf } from './trackers.repository.ts';
export { registerTrackers } from './trackers.routes.ts';
export { TrackersService } from './trackers.service.ts';
