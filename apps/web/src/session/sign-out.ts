import { logout } from './leave.ts';

let ask: (() => void) | null = null;

/** Sets the question that comes before a person signs out; null if none is needed. */
export function askBeforeSignOut(question: (() => void) | null): void {
  ask = question;
}

/** Signs out when a person asks for it; first asks if there are changes that are not sent. */
export function signOut(): void {
  if (ask === null) void logout();
  else ask();
}
