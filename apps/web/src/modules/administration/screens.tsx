export { Start } from './start.tsx';
export { UserPreferences } from './user-preferences.tsx';
