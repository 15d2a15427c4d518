import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { later, laterDialog, laterScreen } from './later.tsx';

const Card = ({ text }: { readonly text: string }) => <p>{text}</p>;
/** Longer than loading without a network takes. */
const loaded = () => new Promise((done) => setTimeout(done, 0));

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a lazy part of a screen', () => {
  it('[M-P01] is rendered in the first frame if it was preloaded', async () => {
    const card = later(async () => Card);
    card.prefetch();
    await loaded();
    expect(render(<card.Part text="BE26 NCH" />).container.textContent).toBe('BE26 NCH');
  });

  it('[M-P01] is loaded when it is shown', async () => {
    const card = later(async () => Card);
    render(<card.Part text="TR26 ACK" />);
    expect(await screen.findByText('TR26 ACK')).toBeTruthy();
  });

  it('[M-P01] is loaded again if preloading failed', async () => {
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

  /** A part whose file fails to load the first time. */
  const failingOnce = () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn(async () => Card).mockRejectedValueOnce(new TypeError('no network'));
    return load;
  };

  it('does not affect the screen if it fails, and is loaded again on a click', async () => {
    const card = later(failingOnce());
    render(
      <main>
        <h1>Defects</h1>
        <card.Part text="RE26 TRY" />
      </main>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    expect(screen.getByRole('heading', { name: 'Defects' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('RE26 TRY')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requests a style again that failed to load', async () => {
    const card = later(failingOnce());
    render(<card.Part text="ST26 YLE" />);
    await screen.findByRole('alert');
    const payload = new Error('Unable to preload CSS for http://localhost/assets/card.css');
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    const added: Node[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((node) => void added.push(node as Node));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const [style] = added as HTMLLinkElement[];
    expect(style?.href).toBe('http://localhost/assets/card.css');
    expect(screen.queryByText('ST26 YLE')).toBeNull();
    style?.onload?.(new Event('load'));
    expect(await screen.findByText('ST26 YLE')).toBeTruthy();
  });

  it('can be closed as a dialog if it fails', async () => {
    const onClose = vi.fn();
    const dialog = laterDialog<{ readonly onClose: () => void }>(
      vi.fn().mockRejectedValue(new TypeError('no network')),
    );
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(<dialog.Part onClose={onClose} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Close', hidden: true }));
    expect(onClose).toHaveBeenCalled();
  });

  it('shows the failure itself as a screen, without an error in the router', async () => {
    const shown = laterScreen(
      failingOnce().mockRejectedValueOnce(new TypeError('no network')) as never,
      'Defects',
    );
    await shown.preload();
    const Shown = shown;
    render(<Shown />);
    expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeTruthy();
  });
});
