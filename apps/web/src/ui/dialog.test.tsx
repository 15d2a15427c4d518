import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTestTexts } from '../test-texts.ts';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import { SidePanel } from './side-panel/side-panel.tsx';

beforeAll(startTestTexts);
afterEach(cleanup);

function Page({ children }: { readonly children: (close: () => void) => React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}
const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));

it('a dialog starts at its first field, hides the page, and returns the focus on Escape', async () => {
  render(
    <Page>
      {(close) => (
        <Dialog title="Name" actions={() => <button type="button">Save</button>} onClose={close}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </Page>,
  );
  await open();
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox'));
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('button', { name: 'Open' }));
});

it('Escape closes the question above a panel, then the panel', async () => {
  const answers: boolean[] = [];
  function Panel({ onClose }: { readonly onClose: () => void }) {
    const [isAsked, setIsAsked] = useState(false);
    return (
      <SidePanel title="Record" onClose={onClose}>
        <button type="button" onClick={() => setIsAsked(true)}>
          Remove
        </button>
        {isAsked && (
          <ConfirmDialog
            title="Sure?"
            message="It goes."
            onAnswer={(answer) => {
              answers.push(answer);
              setIsAsked(false);
            }}
          />
        )}
      </SidePanel>
    );
  }
  render(<Page>{(close) => <Panel onClose={close} />}</Page>);
  await open();
  const panel = await screen.findByRole('region', { name: 'Record' });
  await expect.poll(() => panel.contains(document.activeElement)).toBe(true);
  // The page next to the panel stays usable.
  expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.getByRole('dialog', { name: 'Sure?' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(answers).toEqual([false]);
  expect(screen.getByRole('region', { name: 'Record' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region')).toBeNull();
});
