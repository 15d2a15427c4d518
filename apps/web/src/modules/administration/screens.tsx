export { Start } from './start.tsx';
export { Trackers } from './trackers.tsx';
export { UserPreferences } from './user-preferences.tsx';
