import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import { storage } from '../../session/storage.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { DayRange } from '../date-range/calendar.ts';
import { DateRangePicker } from '../date-range/date-range-picker.tsx';
import { WeekPicker } from '../week-picker/week-picker.tsx';
import { DayPicker } from './day-picker.tsx';

const TODAY = '2026-11-21';
const day = (from: string, to = from): DayRange => ({ from, to });
let range: DayRange;

function Host({ dateFormat = null }: { readonly dateFormat?: 'MM/DD/YYYY' | null }) {
  const [value, setValue] = useState(range);
  const [monday, setMonday] = useState('2026-11-09');
  const user = testUser();
  const current = {
    ...user,
    user: { ...user.user, prefs: { ...user.user.prefs, date_format: dateFormat } },
  };
  const change = (next: DayRange) => {
    range = next;
    setValue(next);
  };
  return (
    <SessionContext.Provider value={{ current, records: [], update: () => undefined }}>
      <DayPicker value={value} onChange={change} />
      <DateRangePicker value={value} onChange={change} />
      <WeekPicker
        monday={monday}
        onChange={(next) => {
          range = day(next);
          setMonday(next);
        }}
      />
    </SessionContext.Provider>
  );
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
const typeInto = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, `${text}{Enter}`);
};

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ['Date'] });
  localStorage.clear();
  range = day(TODAY);
  window.history.replaceState(null, '', '/events/activity');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the day picker', () => {
  it('[G-36] [E-16] today, yesterday and custom', async () => {
    render(<Host />);
    expect(button('Today').getAttribute('aria-pressed')).toBe('true');
    await press('Yesterday');
    expect(range).toEqual(day('2026-11-20'));
    await press('Custom');
    await userEvent.click(
      within(screen.getByRole('dialog', { name: 'Custom' })).getByRole('button', {
        name: /\b3 November 2026/,
      }),
    );
    expect(range).toEqual(day('2026-11-03'));
    expect(button('03/11/26')).toBeTruthy();
  });

  it('[G-37] [E-17] steps a day back and forth, never after today', async () => {
    render(<Host />);
    expect(button('Next day').disabled).toBe(true);
    await press('Previous day');
    await press('Previous day');
    expect(range).toEqual(day('2026-11-19'));
    await press('Next day');
    expect(range).toEqual(day('2026-11-20'));
  });

  it('[G-38] [E-15] [B-38] stores today for today’s date, and custom for other days', async () => {
    render(<Host />);
    await press('Yesterday');
    expect(storage.dateDay.get()).toBe('custom');
    await typeInto('To', '21/11/26');
    await typeInto('From', '21/11/26');
    expect(storage.dateDay.get()).toBe('today');
  });

  it('[M-16] [P-115] cannot be toggled by day on the timesheet route', () => {
    for (const path of ['/timesheet', '/telematics/timesheets']) {
      window.history.replaceState(null, '', path);
      range = day('2026-11-10');
      render(<Host />);
      // An arrow without effect is hidden.
      expect(screen.queryByRole('button', { name: 'Previous day' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Next day' })).toBeNull();
      expect(button('Yesterday').disabled).toBe(false);
      cleanup();
    }
  });
});

describe('the date range picker', () => {
  it('[G-41] [P-113] shows and accepts dates in the person’s format', async () => {
    render(<Host dateFormat="MM/DD/YYYY" />);
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('11/21/2026');
    await typeInto('From', '11/3/2026');
    expect(range).toEqual(day('2026-11-03', TODAY));
  });

  it('[G-39] [P-112] accepts no day after today', async () => {
    render(<Host />);
    await typeInto('To', '22/11/26');
    expect(screen.getByText('Choose a day up to today.')).toBeTruthy();
    expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true');
    expect(range).toEqual(day(TODAY));
    await press('Choose from a calendar');
    expect(button(/\b22 November 2026/).disabled).toBe(true);
    expect(button('Next month').disabled).toBe(true);
  });

  it('[G-40] [P-114] weeks start on Monday', async () => {
    render(<Host />);
    await press('Choose from a calendar');
    const headings = within(screen.getByRole('table')).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]);
  });

  it('two days of the calendar select a range, in either sequence', async () => {
    render(<Host />);
    await press('Choose from a calendar');
    await press(/\b12 November 2026/);
    await press(/\b9 November 2026/);
    expect(range).toEqual(day('2026-11-09', '2026-11-12'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('supports the keyboard, and Escape returns the focus', async () => {
    render(<Host />);
    await press('Choose from a calendar');
    expect(document.activeElement?.getAttribute('data-day')).toBe(TODAY);
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-13');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.getAttribute('data-day')).toBe(TODAY);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Choose from a calendar'));
  });

  it('[M-P06] is limited to 31 days, with a message', async () => {
    render(<Host />);
    await typeInto('From', '20/10/26');
    expect(screen.getByText('Choose 31 days at most.')).toBeTruthy();
    await typeInto('From', 'soon');
    expect(screen.getByText('Enter a valid date, such as 21/11/26.')).toBeTruthy();
    expect(range).toEqual(day(TODAY));
    await typeInto('From', '22/10/26');
    expect(range).toEqual(day('2026-10-22', TODAY));
    expect(screen.queryByText(/Not a date/)).toBeNull();
  });

  it('[G-42] the last 7 days are the 7 days before today, and today', async () => {
    render(<Host />);
    await press('Choose from a calendar');
    await press('Last 7 days');
    expect(range).toEqual(day('2026-11-14', TODAY));
  });
});

describe('the week picker', () => {
  it('[M-P09] a week from Monday to Sunday, with its number; none after this one', async () => {
    render(<Host />);
    expect(button(/Week 46/).textContent).toContain('09/11/26 – 15/11/26');
    await press('Next week');
    expect(range).toEqual(day('2026-11-16'));
    expect(button('Next week').disabled).toBe(true);
    await press(/Week 47/);
    await press(/\b5 November 2026/);
    expect(range).toEqual(day('2026-11-02'));
  });
});
