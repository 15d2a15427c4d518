export { ConnectionEvents } from './connection-events.ts';
export { type ConnectionNote, ConnectionNotes } from './connection-notes.ts';
export { RefusedAttempts } from './refused-attempts.ts';
