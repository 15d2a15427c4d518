import { afterEach, describe, expect, it, vi } from 'vitest';
import { showFirstFault } from './first-fault.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const at = (id: string) => document.getElementById(id) as HTMLElement;

describe('after a form was rejected', () => {
  it('the first invalid field is focused and scrolled into view', async () => {
    document.body.innerHTML = `<input id="right"><input id="first" aria-invalid="true">
      <input id="second" aria-invalid="true">`;
    at('first').scrollIntoView = vi.fn();
    showFirstFault();
    await vi.waitFor(() => expect(document.activeElement).toBe(at('first')));
    expect(at('first').scrollIntoView).toHaveBeenCalledWith({ block: 'center' });
  });

  it('fields within a group count, and the top dialog has priority over the page', async () => {
    document.body.innerHTML = `<input aria-invalid="true">
      <dialog open><fieldset aria-invalid="true"><button id="file"></button></fieldset></dialog>`;
    showFirstFault();
    await vi.waitFor(() => expect(document.activeElement).toBe(at('file')));
  });

  it('nothing happens without an invalid field', async () => {
    document.body.innerHTML = '<input id="here"><input>';
    at('here').focus();
    showFirstFault();
    await new Promise((done) => setTimeout(done, 5));
    expect(document.activeElement).toBe(at('here'));
  });
});
