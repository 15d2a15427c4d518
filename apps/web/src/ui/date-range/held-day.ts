import { storage } from '../../session/storage.ts';
import { type DayRange, today } from './calendar.ts';

/** How a range is held: today's date counts as today, everything else as custom (E-15, G-38, OP-028). */
export function heldDay({ from, to }: DayRange, timeZone: string | null): 'today' | 'custom' {
  const now = today(timeZone);
  return from === now && to === now ? 'today' : 'custom';
}

/** Keeps how the day is held under its key of local storage (B-38). */
export function holdDay(range: DayRange, timeZone: string | null): void {
  storage.dateDay.set(heldDay(range, timeZone));
}
