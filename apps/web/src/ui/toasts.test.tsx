import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestTexts } from '../test-texts.ts';
import { Dialog } from './dialog.tsx';
import { dismiss, toast, toastStore } from './toast.ts';
import { Toasts } from './toasts.tsx';

beforeAll(startTestTexts);
afterEach(() => {
  act(() => {
    for (const { id } of toastStore.get()) dismiss(id);
  });
  cleanup();
  document.body.innerHTML = '';
});

describe('a toast', () => {
  it('[S-31] is within the top modal dialog, above its backdrop, or on the page without one', async () => {
    render(<Toasts />);
    act(() => toast.error('It was refused'));
    expect(screen.getByText('It was refused').closest('dialog')).toBeNull();
    const dialog = document.body.appendChild(document.createElement('dialog'));
    act(() => dialog.setAttribute('open', ''));
    await expect.poll(() => screen.getByText('It was refused').closest('dialog')).toBe(dialog);
    act(() => dialog.remove());
    await expect.poll(() => screen.queryByText('It was refused')?.closest('dialog')).toBe(null);
  });

  it('is within an open dialog of the application, and survives it', async () => {
    const { rerender } = render(<Toasts />);
    act(() => toast.error('It was refused'));
    const within = () => screen.getByText('It was refused').closest('[data-modal]');
    rerender(
      <>
        <Toasts />
        <Dialog title="Change" actions={() => null} onClose={() => undefined}>
          <p>Sure?</p>
        </Dialog>
      </>,
    );
    await expect.poll(within).toBe(screen.getByRole('dialog', { name: 'Change' }));
    rerender(<Toasts />);
    await expect.poll(within).toBe(null);
  });
});
