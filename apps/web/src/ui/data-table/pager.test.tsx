import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { Pager } from './pager.tsx';

let pages: number[] = [];

function Host({
  from,
  count,
  isLimit,
}: {
  readonly from: number;
  readonly count: number;
  readonly isLimit: boolean;
}) {
  const [page, setPage] = useState(from);
  return (
    <Pager
      page={page}
      pageSize={50}
      count={count}
      isLimit={isLimit}
      onPage={(next) => {
        pages.push(next);
        setPage(next);
      }}
      onPageSize={() => undefined}
    />
  );
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const range = () => screen.getByRole('navigation').querySelector('.pager-range')?.textContent;

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  pages = [];
});

describe('the pages of a long list', () => {
  it('[R-168] [R-004] continue beyond the counted rows', async () => {
    render(<Host from={200} count={10_000} isLimit />);
    expect(range()).toBe('9,951–10,000 of 10,000+');
    await userEvent.click(button('Next page'));
    expect(pages).toEqual([201]);
    expect(button('Next page').disabled).toBe(false);
  });

  it('[R-004] end if all rows are counted', () => {
    render(<Host from={200} count={10_000} isLimit={false} />);
    expect(button('Next page').disabled).toBe(true);
    expect(range()).toBe('9,951–10,000 of 10,000');
  });

  it('[R-004] are opened by number, up to the last', async () => {
    render(<Host from={1} count={10_000} isLimit={false} />);
    const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Page' });
    await userEvent.clear(field());
    await userEvent.type(field(), '150{Enter}');
    expect(pages).toEqual([150]);
    await userEvent.clear(field());
    await userEvent.type(field(), '999{Enter}');
    expect(pages).toEqual([150, 200]);
    await userEvent.clear(field());
    await userEvent.tab();
    expect(field().value).toBe('200');
    expect(pages).toEqual([150, 200]);
  });

  it('[R-004] have a button for the last page, also by keyboard', async () => {
    render(<Host from={1} count={10_000} isLimit={false} />);
    button('Last page').focus();
    await userEvent.keyboard('{Enter}');
    expect(pages).toEqual([200]);
    expect(range()).toBe('9,951–10,000 of 10,000');
    expect(button('Last page').disabled).toBe(true);
  });

  it('[R-168] have no button for the last page if rows are not all counted, or with two pages', () => {
    render(<Host from={1} count={10_000} isLimit />);
    expect(screen.queryByRole('button', { name: 'Last page' })).toBeNull();
    cleanup();
    render(<Host from={1} count={100} isLimit={false} />);
    expect(screen.queryByRole('button', { name: 'Last page' })).toBeNull();
    expect(button('Next page').disabled).toBe(false);
  });

  it('[R-004] return to the last page from one past the end', async () => {
    render(<Host from={900} count={10_020} isLimit={false} />);
    expect(range()).toBe('0–0 of 10,020');
    await userEvent.click(button('Previous page'));
    expect(pages).toEqual([201]);
  });
});
