export { PreferencesScreen } from './preferences-screen.tsx';
export { Start } from './start.tsx';
