import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { Popover } from '../popover/popover.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';
import { DateTimeInput } from './date-time-input.tsx';

const BRITISH = { timeZone: 'Europe/London', dateFormat: null, timeFormat: null, language: 'en' };
const t = (key: string, values: Readonly<Record<string, string>>) =>
  `${key} ${Object.values(values).join(' ')}`.trim();

beforeAll(startTestTexts);
beforeEach(
  () => void vi.useFakeTimers({ now: Date.parse('2026-11-21T23:30:00Z'), toFake: ['Date'] }),
);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(changes: Partial<DateInputProps> = {}, Input: typeof DateInput = DateInput) {
  const said: string[] = [];
  function Form() {
    const [value, setValue] = useState(changes.value ?? '');
    const onChange = (next: string) => {
      said.push(next);
      setValue(next);
    };
    return (
      <>
        <label htmlFor="day">Day</label>
        <Input
          {...{ label: 'Day', dates: BRITISH, t, Opener: Popover }}
          {...changes}
          {...{ id: 'day', value, onChange }}
        />
      </>
    );
  }
  render(<Form />);
  return said;
}
const field = () => screen.getByLabelText<HTMLInputElement>('Day');
const openCalendar = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'date.choose Day' }));
  return screen.findByRole('grid');
};

describe('a date field', () => {
  it.each([
    [null, '04/07/2026'],
    ['DD.MM.YY', '04.07.2026'],
    ['MM/DD/YYYY', '07/04/2026'],
    ['YYYY-MM-DD', '2026-07-04'],
  ])(
    '[S-10] [S-17] with the format %s shows and accepts %s, and its value is an ISO date',
    async (dateFormat, text) => {
      const said = open({ value: '2026-07-04', dates: { ...BRITISH, dateFormat } });
      expect(field().value).toBe(text);
      await userEvent.clear(field());
      expect(said.at(-1)).toBe('');
      await userEvent.type(field(), text);
      expect(said.at(-1)).toBe('2026-07-04');
    },
  );

  it('shows the expected format when left with other text, which counts as empty', async () => {
    const said = open({ value: '2026-07-04' });
    await userEvent.clear(field());
    await userEvent.type(field(), '31/02/2026');
    expect(screen.getByRole('alert').textContent).toBe('');
    fireEvent.blur(field());
    expect(screen.getByRole('alert').textContent).toContain('date.invalid');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(said.at(-1)).toBe('');
  });

  it('rejects a day after the last one, typed and in the calendar', async () => {
    const said = open({ max: '2026-11-21' });
    await userEvent.type(field(), '22/11/2026');
    fireEvent.blur(field());
    expect(screen.getByRole('alert').textContent).toContain('21/11/2026');
    expect(said).not.toContain('2026-11-22');
    const grid = await openCalendar();
    const day = grid.querySelector<HTMLButtonElement>('[data-day="2026-11-22"] button');
    expect(day?.disabled).toBe(true);
  });

  it('[G-40] [P-114] the calendar starts weeks on Monday, moves by keys and selects with Enter', async () => {
    const said = open({ value: '2026-11-10' });
    const grid = await openCalendar();
    const heads = [...grid.querySelectorAll('thead th')].map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(heads[0]).toBe('Monday');
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(said).toEqual(['2026-11-18']);
    expect(field().value).toBe('18/11/2026');
    expect(screen.queryByRole('grid')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'date.choose Day' }));
  });

  it('[S-11] today is that of the person’s zone', async () => {
    open({ dates: { ...BRITISH, timeZone: 'Pacific/Auckland' } });
    const grid = await openCalendar();
    expect(grid.querySelector('[data-today]')?.getAttribute('data-day')).toBe('2026-11-22');
  });

  it('[A-06] the calendar is in the language of the reader', async () => {
    open({ value: '2026-11-10', dates: { ...BRITISH, language: 'pt' } });
    const grid = await openCalendar();
    expect(grid.getAttribute('aria-label')).toBe('novembro 2026');
  });
});

describe('a field for day and time', () => {
  it('[S-12] accepts 24 or 12 hours; its value is a local date-time, empty if one is missing', async () => {
    const dates = { ...BRITISH, timeFormat: '12' };
    const said = open({ dates }, DateTimeInput as typeof DateInput);
    await userEvent.type(field(), '21/11/2026');
    expect(said.at(-1)).toBe('2026-11-21T00:00');
    const time = screen.getByLabelText<HTMLInputElement>('date.timeOf Day');
    await userEvent.clear(time);
    expect(said.at(-1)).toBe('');
    await userEvent.type(time, '2:30 pm');
    expect(said.at(-1)).toBe('2026-11-21T14:30');
    fireEvent.blur(time);
    expect(time.value).toBe('02:30 pm');
  });
});
