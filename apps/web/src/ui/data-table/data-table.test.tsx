import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { MultiSelect } from '../multi-select/multi-select.tsx';
import { DataTable, type TableState } from './data-table.tsx';
import { byNumber, byText, type Column, useOrdered } from './order.ts';

interface Vehicle {
  readonly name: string;
  readonly score: number | null;
}
const COLUMNS: readonly Column<Vehicle>[] = [
  { key: 'name', label: 'Name', compare: byText(({ name }) => name), cell: ({ name }) => name },
  {
    key: 'score',
    label: 'Score',
    unit: 'points',
    isNumber: true,
    compare: byNumber(({ score }) => score),
    cell: ({ score }) => score ?? '–',
    foot: 'Sum',
  },
];
const READY: TableState = { isPending: false, error: null, refetch: () => undefined };
let opened: string[] = [];

function Host({ rows, state = READY }: { rows: readonly Vehicle[]; state?: TableState }) {
  const [order, setOrder] = useState('name');
  return (
    <DataTable
      label="Fleet"
      columns={COLUMNS}
      rows={useOrdered(rows, COLUMNS, order)}
      keyOf={({ name }) => name}
      state={state}
      empty={{ title: 'No vehicles', text: 'Add one' }}
      order={order}
      onOrder={setOrder}
      onSelect={({ name }) => opened.push(name)}
    />
  );
}

const names = () =>
  screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent);

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  opened = [];
});

describe('a table', () => {
  const rows = [
    { name: 'A10', score: 90 },
    { name: 'A2', score: null },
    { name: 'B1', score: 95 },
  ];

  it('[P-192] sorts by a heading, names in natural order, and marks the heading', async () => {
    render(<Host rows={rows} />);
    expect(names()).toEqual(['A2', 'A10', 'B1']);
    await userEvent.click(screen.getByRole('button', { name: /Score/ }));
    await userEvent.click(screen.getByRole('button', { name: /Score/ }));
    expect(names()).toEqual(['B1', 'A10', 'A2']);
    const heading = screen.getByRole('columnheader', { name: /Score/ });
    expect(heading.getAttribute('aria-sort')).toBe('descending');
    expect(heading.className).toBe('number');
    expect(screen.getByText('Sum')).toBeTruthy();
  });

  it('opens a row with the pointer and with the keyboard', async () => {
    render(<Host rows={rows} />);
    await userEvent.click(screen.getByText('95'));
    screen.getByRole('button', { name: 'A2' }).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(opened).toEqual(['B1', 'A10']);
  });

  it('of a thousand rows only visible ones are rendered', () => {
    render(<Host rows={Array.from({ length: 1000 }, (_, n) => ({ name: `V${n}`, score: n }))} />);
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  it('has a loading, an empty and a failed state with a retry', async () => {
    const { rerender } = render(<Host rows={[]} state={{ ...READY, isPending: true }} />);
    expect(screen.getByRole('table').parentElement?.getAttribute('aria-busy')).toBe('true');
    rerender(<Host rows={[]} />);
    expect(within(screen.getByRole('status')).getByText('No vehicles')).toBeTruthy();
    let tries = 0;
    const failed = { ...READY, error: new Error('No such depot'), refetch: () => (tries += 1) };
    rerender(<Host rows={[]} state={failed} />);
    expect(screen.getByRole('alert').textContent).toContain('No such depot');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });
});

describe('a multi-select', () => {
  const options = Array.from({ length: 12 }, (_, n) => ({
    value: n,
    label: `Type ${n}`,
    group: n < 6 ? 'Safety' : 'Driving',
  }));
  function Choices() {
    const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([1, 2]));
    return (
      <MultiSelect
        label="Types"
        options={options}
        chosen={chosen}
        fault={chosen.size === 0 ? 'Choose one' : null}
        onChange={(values) => setChosen(new Set(values))}
      />
    );
  }

  it('[E-02] [E-03] selects all, clears all, and selects individually', async () => {
    render(<Choices />);
    await userEvent.click(screen.getByRole('button', { name: 'Types: 2 of 12' }));
    await userEvent.click(screen.getByLabelText('Type 2'));
    expect(screen.getByRole('button', { name: 'Types: Type 1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    expect(screen.getByRole('button', { name: 'Types: All 12' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(screen.getByRole('button', { name: 'Types: None' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Choose one');
  });

  it('finds an option by its text', async () => {
    render(<Choices />);
    await userEvent.click(screen.getByRole('button', { name: /Types/ }));
    await userEvent.type(screen.getByLabelText('Search'), '11');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });
});

describe('a new list', () => {
  it('shows its first rows immediately and all of them afterwards', () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ name: `V${index}`, score: index }));
    const atOnce = renderToStaticMarkup(<Host rows={rows} />);
    expect(atOnce.match(/data-opens/g)).toHaveLength(25);
    render(<Host rows={rows} />);
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(60 + 2);
  });
});
