/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../api/client.ts';
import { startTestTexts } from '../test-texts.ts';
import { ConfirmDialog, Dialog, MessageDialog } from '../ui/dialog.tsx';
import { errorText, toast } from '../ui/toast.ts';
import { Toasts } from '../ui/toasts.tsx';
import { ErrorDialog } from './error-dialog.tsx';

const styles = ['shell.css', 'controls.css']
  .map((name) => readFileSync(join(import.meta.dirname, '../ui', name), 'utf8'))
  .join('\n');

/** The declarations of a class in the style sheets. */
function styleOf(name: string): string {
  return new RegExp(`(?:^|\\n)\\.${name} \\{([^}]*)\\}`).exec(styles)?.[1] ?? '';
}

beforeAll(startTestTexts);
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toasts />);
  });
  afterEach(() => {
    act(() => void vi.runOnlyPendingTimers());
    vi.useRealTimers();
  });

  it('[S-31] success stays 4000 ms, bottom-centre', () => {
    act(() => toast.success('Saved'));
    act(() => void vi.advanceTimersByTime(3999));
    expect(screen.getByRole('status').textContent).toContain('Saved');
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('Saved')).toBeNull();
    expect(styleOf('toasts')).toMatch(/bottom: 24px/);
    expect(styleOf('toasts')).toMatch(/left: 50%;[\s\S]*translateX\(-50%\)/);
  });

  it('[S-31] a tap dismisses', () => {
    act(() => toast.success('Saved'));
    act(() => within(screen.getByRole('status')).getByRole('button', { name: 'Saved' }).click());
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('[S-32] an error stays 6000 ms', () => {
    act(() => toast.error('Broken'));
    act(() => void vi.advanceTimersByTime(5999));
    expect(screen.getByRole('alert').textContent).toContain('Broken');
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('Broken')).toBeNull();
  });

  it('[S-34] a warning has a title and a close button, and stays until closed', () => {
    act(() => toast.warning('No Schedules', 'More recent ones are set.'));
    act(() => void vi.advanceTimersByTime(3_600_000));
    const warning = screen.getByRole('alert');
    expect(within(warning).getByText('No Schedules')).toBeTruthy();
    act(() => within(warning).getByText('Close').click());
    expect(screen.queryByText('No Schedules')).toBeNull();
  });

  it('[T-05] an error takes its text from `detail` if the message is JSON', () => {
    act(() => toast.error('{"detail":"The number is taken"}'));
    expect(screen.getByRole('alert').textContent).toContain('The number is taken');
    expect(screen.getByRole('alert').textContent).not.toContain('detail');
    expect(errorText('{"other":1}')).toBe('{"other":1}');
    expect(errorText('plain {')).toBe('plain {');
  });
});

describe('dialogs', () => {
  /** Makes a call fail with 500. Returns the dialog. */
  const failed = async () => {
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify({ detail: 'broken', reference: 'a-17' }), {
          status: 500,
          statusText: 'Internal Server Error',
        }),
    );
    render(<ErrorDialog />);
    await act(async () => {
      await api.tracking.track().catch(() => undefined);
    });
    return screen.getByRole('dialog', { name: 'Something went wrong' });
  };

  it('[T-04] an HTTP error shows status and status text, and can be closed', async () => {
    const dialog = await failed();
    expect(dialog.textContent).toContain('Status 500 Internal Server Error');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ok' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[P-109] [S-33] the dialog of an HTTP error is 400 px wide', async () => {
    expect((await failed()).className).toContain('error-dialog');
    expect(styleOf('error-dialog')).toMatch(/width: min\(400px,/);
  });

  it('[P-110] the details of an HTTP error can be expanded', async () => {
    const dialog = await failed();
    const details = dialog.querySelector('details');
    expect(details?.open).toBe(false);
    await userEvent.click(within(dialog).getByText('Details'));
    expect(details?.open).toBe(true);
    expect(details?.textContent).toContain('"reference": "a-17"');
  });

  it('[P-108] the general dialog has header, status and message with an "Ok" button', async () => {
    const closed = vi.fn();
    const texts = { title: 'Adopt 356', status: '409 Conflict', message: 'The number is taken.' };
    render(<MessageDialog {...texts} onClose={closed} />);
    const dialog = screen.getByRole('dialog', { name: texts.title });
    expect(within(dialog).getByRole('heading', { name: texts.title })).toBeTruthy();
    expect(within(dialog).getByText(texts.status)).toBeTruthy();
    expect(within(dialog).getByText(texts.message)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ok' }));
    expect(closed).toHaveBeenCalledOnce();
  });

  it('a nested dialog closes separately', async () => {
    const closed = vi.fn();
    const innerClosed = vi.fn();
    function Outer() {
      const [isInner, setIsInner] = useState(false);
      return (
        <Dialog title="Outer" actions={() => null} onClose={closed}>
          <button type="button" onClick={() => setIsInner(true)}>
            More
          </button>
          {isInner && (
            <MessageDialog title="Inner" status="200" message="Saved" onClose={innerClosed} />
          )}
        </Dialog>
      );
    }
    render(<Outer />);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.queryByRole('dialog', { name: 'Outer' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(innerClosed).toHaveBeenCalledOnce();
    innerClosed.mockClear();
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }));
    expect(innerClosed).toHaveBeenCalledOnce();
    expect(closed).not.toHaveBeenCalled();
  });

  it.each([
    ['OK', true],
    ['Cancel', false],
  ])('[P-111] the confirm dialog answers "%s" with %s', async (name, isConfirmed) => {
    const answers: boolean[] = [];
    render(
      <ConfirmDialog title="Change" message="Sure?" onAnswer={(answer) => answers.push(answer)} />,
    );
    const dialog = screen.getByRole('dialog', { name: 'Change' });
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cancel', 'OK']);
    await userEvent.click(within(dialog).getByRole('button', { name }));
    expect(answers).toEqual([isConfirmed]);
  });
});
