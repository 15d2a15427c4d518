import { storage } from '../../session/storage.ts';
import { type DayRange, today } from './calendar.ts';

/** The stored kind of a range: today's date counts as today, everything else as custom (E-15, G-38, OP-028). */
export function heldDay({ from, to }: DayRange, timeZone: string | null): 'today' | 'custom' {
  const now = today(timeZone);
  return from === now && to === now ? 'today' : 'custom';
}

/** Stores the kind of the day in local storage (B-38). */
export function holdDay(range: DayRange, timeZone: string | null): void {
  storage.dateDay.set(heldDay(range, timeZone));
}
