import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

beforeAll(startTestTexts);
afterEach(cleanup);

const closed = vi.fn();

function Form({ onSave = async () => undefined }: { readonly onSave?: () => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(true);
  const [name, setName] = useState('Blue');
  if (!isOpen) return null;
  return (
    <FormDialog
      title="Rename"
      onSave={onSave}
      onFaults={() => undefined}
      onClose={() => {
        closed();
        setIsOpen(false);
      }}
    >
      <Field label="Name" fault={undefined}>
        {(props) => (
          <input {...props} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

it('asks before a changed form is left by Escape or Cancel, and only then', async () => {
  closed.mockClear();
  render(<Form />);
  const name = screen.getByLabelText('Name');
  await userEvent.type(name, 's');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  // Escape answers the question, and the form keeps its values.
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Blues');

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(closed).toHaveBeenCalledOnce();

  cleanup();
  closed.mockClear();
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Name'), 's{Backspace}');
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledOnce();
});

it('asks before values are left that are still being saved, since they may be rejected', async () => {
  closed.mockClear();
  let reject: (error: Error) => void = () => undefined;
  render(<Form onSave={() => new Promise((_, no) => (reject = no))} />);
  await userEvent.type(screen.getByLabelText('Name'), 's');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  reject(new Error('The server cannot be reached.'));
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Blues');
  expect(closed).not.toHaveBeenCalled();
});

it('leaves the focus to the page after it has closed', async () => {
  const { rerender } = render(
    <>
      <input aria-label="Wrong" aria-invalid="true" />
      <input aria-label="Typed" />
      <FormDialog title="Rename" onSave={save} onFaults={() => undefined} onClose={close}>
        <p>Content</p>
      </FormDialog>
    </>,
  );
  function close() {
    rerender(
      <>
        <input aria-label="Wrong" aria-invalid="true" />
        <input aria-label="Typed" />
      </>,
    );
    screen.getByLabelText('Typed').focus();
  }
  async function save() {
    close();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  // Longer than a form is searched for its first error.
  await new Promise((done) => setTimeout(done, 250));
  expect(document.activeElement).toBe(screen.getByLabelText('Typed'));
});
