export { PreferencesScreen } from '../account/account-preferences.screen.tsx';
export { Start } from './administration.screen.tsx';
