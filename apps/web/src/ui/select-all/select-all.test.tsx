import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SelectAll } from './select-all.tsx';

function Host({ from }: { readonly from: readonly boolean[] }) {
  const [items, setItems] = useState(from);
  const set = (at: number, value: boolean) =>
    setItems(items.map((one, index) => (index === at ? value : one)));
  return (
    <>
      <SelectAll
        label="All"
        count={items.length}
        chosen={items.filter((one) => one).length}
        onChange={(value) => setItems(items.map(() => value))}
      />
      {['A', 'B', 'C'].slice(0, items.length).map((name, index) => (
        <input
          key={name}
          type="checkbox"
          aria-label={name}
          checked={items[index] ?? false}
          onChange={(event) => set(index, event.currentTarget.checked)}
        />
      ))}
    </>
  );
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const all = () => [box('All').checked, box('All').indeterminate];

afterEach(cleanup);

describe('a tri-state checkbox', () => {
  it('[P-186] [P-187] is checked from one item, and mixed until all are', async () => {
    render(<Host from={[false, false, false]} />);
    expect(all()).toEqual([false, false]);
    await userEvent.click(box('A'));
    expect(all()).toEqual([true, true]);
    await userEvent.click(box('B'));
    await userEvent.click(box('C'));
    expect(all()).toEqual([true, false]);
  });

  it('[P-188] sets every item to the same value', async () => {
    render(<Host from={[false, true, false]} />);
    await userEvent.click(box('All'));
    expect([box('A').checked, box('B').checked, box('C').checked]).toEqual([false, false, false]);
    expect(all()).toEqual([false, false]);
    await userEvent.click(box('All'));
    expect([box('A').checked, box('B').checked, box('C').checked]).toEqual([true, true, true]);
  });

  it('is disabled without items', () => {
    render(<Host from={[]} />);
    expect(box('All').disabled).toBe(true);
  });
});
