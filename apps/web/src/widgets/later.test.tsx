import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { later } from './later.tsx';

const Card = ({ text }: { readonly text: string }) => <p>{text}</p>;
/** Longer than a load that needs no network. */
const loaded = () => new Promise((done) => setTimeout(done, 0));

describe('a part of a screen that comes later', () => {
  it('[M-P01] is drawn with the first frame once it was loaded ahead', async () => {
    const card = later(async () => Card);
    card.prefetch();
    await loaded();
    expect(render(<card.Part text="BE26 NCH" />).container.textContent).toBe('BE26 NCH');
  });

  it('[M-P01] is loaded when it is asked for', async () => {
    const card = later(async () => Card);
    render(<card.Part text="TR26 ACK" />);
    expect(await screen.findByText('TR26 ACK')).toBeTruthy();
  });

  it('[M-P01] is asked for again where loading it ahead failed', async () => {
    let count = 0;
    const card = later(async () => {
      count += 1;
      if (count === 1) throw new Error('no network');
      return Card;
    });
    card.prefetch();
    await loaded();
    render(<card.Part text="DE26 POT" />);
    expect(await screen.findByText('DE26 POT')).toBeTruthy();
    expect(count).toBe(2);
  });
});
