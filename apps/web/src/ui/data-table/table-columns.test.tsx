import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storage } from '../../session/storage.ts';
import '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { DataTable, type TableState } from './data-table.tsx';
import type { Column } from './order.ts';

interface Vehicle {
  readonly name: string;
  readonly depot: string;
}
const COLUMNS: readonly Column<Vehicle>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => name },
  { key: 'depot', label: 'Depot', cell: ({ depot }) => depot },
];
const READY: TableState = { isPending: false, error: null, refetch: () => undefined };

const show = (id?: string) =>
  render(
    <DataTable
      {...(id === undefined ? {} : { id })}
      label="Fleet"
      columns={COLUMNS}
      rows={[{ name: 'A1', depot: 'North' }]}
      keyOf={({ name }) => name}
      state={READY}
      empty={{ title: 'No vehicles', text: 'Add one' }}
    />,
  );
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const openChooser = () => userEvent.click(screen.getByRole('button', { name: 'Columns' }));
const widthOf = (name: string) =>
  screen.getByRole('columnheader', { name }).style.getPropertyValue('width');

beforeAll(startTestTexts);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the columns of a table', () => {
  it('are hidden and shown by the person, who finds them so again', async () => {
    show('fleet');
    await openChooser();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Depot' }));
    expect(headings()).toEqual(['Name']);
    expect(screen.queryByText('North')).toBeNull();
    cleanup();
    show('fleet');
    expect(headings()).toEqual(['Name']);
    await openChooser();
    await userEvent.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(headings()).toEqual(['Name', 'Depot']);
    expect(storage.tableColumns.get()).toEqual({});
  });

  it('keep the first one, which names the row', async () => {
    show('fleet');
    await openChooser();
    expect(screen.getByRole('checkbox', { name: 'Name' })).toHaveProperty('disabled', true);
  });

  it('belong to their table: another one shows all of its own', async () => {
    show('fleet');
    await openChooser();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Depot' }));
    cleanup();
    show('trips');
    expect(headings()).toEqual(['Name', 'Depot']);
  });

  it('become wider and narrower by buttons, within bounds', async () => {
    show('fleet');
    await openChooser();
    const list = within(screen.getByRole('list'));
    const wider = list.getByRole('button', { name: 'Make Depot wider' });
    await userEvent.click(wider);
    // Nothing is laid out in this environment, so the width starts at the minimum.
    expect(widthOf('Depot')).toBe('64px');
    await userEvent.click(wider);
    expect(widthOf('Depot')).toBe('88px');
    const narrower = list.getByRole('button', { name: 'Make Depot narrower' });
    for (let click = 0; click < 3; click += 1) await userEvent.click(narrower);
    expect(widthOf('Depot')).toBe('64px');
    cleanup();
    show('fleet');
    expect(widthOf('Depot')).toBe('64px');
  });

  it('follow the dragged edge; a double click lets the content decide again', () => {
    show('fleet');
    const heading = screen.getByRole('columnheader', { name: 'Depot' });
    Object.defineProperty(heading, 'offsetWidth', { value: 120 });
    const edge = heading.querySelector('.table-edge') as Element;
    fireEvent.mouseDown(edge, { clientX: 300 });
    fireEvent.mouseMove(document, { clientX: 340 });
    expect(widthOf('Depot')).toBe('160px');
    fireEvent.mouseUp(document, { clientX: 340 });
    fireEvent.doubleClick(edge);
    expect(widthOf('Depot')).toBe('');
  });

  it('are fixed in a table without a name', () => {
    show();
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
  });
});
