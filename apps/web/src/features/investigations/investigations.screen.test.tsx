import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { pad, SIGNATURE } from '../../test-signature.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../../ui/toast.ts';
import type { Investigation, Question } from './investigations-form.ts';
import { ANSWERS, answer, investigation, QUESTIONS } from './test-investigation.ts';

afterAll(() => vi.doUnmock('signature_pad'));
vi.mock('signature_pad', () => import('../../test-signature.ts'));

const PATH = '/vehicle-file/activity/7/investigation/5';
let stored: Investigation;
let refusal: Response | null;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
let hold: Promise<void>;

const toasts = () => toastStore.get().map(({ text }) => text);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const user = userEvent.setup();
const error = (status: number, body: object) => new Response(JSON.stringify(body), { status });

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  stored = investigation();
  refusal = null;
  sent = [];
  hold = Promise.resolve();
  for (const { id } of toastStore.get()) dismiss(id);
  answerCalls({
    '/api/vehicle_activities/7/investigations/5/': () => stored,
    '/api/vehicle_activities/': () => ({ count: 0, count_is_limit: false, results: [] }),
    '/api/vehicle_activity_types/': () => ({ count: 0, results: [] }),
    '/api/vehicles_group_list': () => ({ count: 0, vehicle_groups: [] }),
    '/api/vehicles_group_list_small/': () => [],
  });
  const get = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method !== 'PATCH') return get(address);
    const body = JSON.parse(String(init.body));
    sent.push({ method: init.method, path: address, body });
    await hold;
    if (refusal !== null) return refusal;
    stored = { ...stored, status: body.status, revision: stored.revision + 1 };
    return new Response(JSON.stringify(stored));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async () => {
  await openScreen(PATH);
  return screen.findByRole('heading', { level: 1, name: 'Failed MOT' });
};
async function sign() {
  await user.click(button(/Sign Here/));
  act(() => void pad.end());
  await user.click(button('Signature Complete'));
}

describe('the page of an investigation', () => {
  const facts = () => screen.getByRole('region', { name: 'About this investigation' });

  it('[I-12] [I-15] shows the investigation of the URL with its name', async () => {
    expect((await open()).textContent).toBe('Failed MOT');
    expect(location.pathname).toBe(PATH);
  });

  it('[I-13] links back to the vehicle file', async () => {
    await open();
    await user.click(screen.getByRole('link', { name: 'Back to the vehicle file' }));
    await waitFor(() => expect(location.pathname).toBe('/vehicle-file/activity'));
  });

  it.each([
    ['PENDING', 'Pending', 'Complete'],
    ['COMPLETE', 'Complete', 'Pending'],
  ] as const)('[I-14] has a badge of its status %s', async (status, badge, other) => {
    stored = investigation({ status, answers: ANSWERS });
    const header = (await open()).closest('header');
    expect(header?.textContent).toContain(badge);
    expect(header?.textContent).not.toContain(other);
  });

  it('[I-16] [I-17] [I-18] shows vehicle, depot and start', async () => {
    await open();
    for (const text of ['AB12 CDE', 'Leeds', 'Ada Hill', '01/12/26', 'Bea Cole']) {
      expect(within(facts()).getByText(text)).toBeTruthy();
    }
    expect(facts().textContent).toMatch(/Created at20\/11\/26.*Updated at21\/11\/26/);
  });

  it('[I-19] [I-20] [I-21] lists the schedules with their expiry', async () => {
    await open();
    const schedules = screen.getByRole('region', { name: 'Schedules under investigation' });
    const [mot, service] = within(schedules).getAllByRole('listitem');
    expect(mot?.textContent).toMatch(/MOT.*Overdue.*Expired at 10\/11\/26/);
    expect(service?.textContent).toMatch(/Service.*Pending.*Expires at 24\/12\/26/);
  });

  /** The questions with an answer each, and one of an unknown type. */
  const asked = async () => {
    const future = { ...(QUESTIONS[0] as Question), id: 16, question: 'Something new?' };
    const questions = [...QUESTIONS, { ...future, answer_type: 'NUMBER' as 'TEXT' }];
    stored = investigation({
      template: { ...stored.template, questions },
      answers: [...ANSWERS, answer(25, 15, 'tyre.jpg', '/api/files/1/?a=b')],
    });
    await open();
    return screen.getByRole('region', { name: 'Questions & Answers' });
  };

  it('[I-22] [I-35] asks for a text', async () => {
    const list = await asked();
    const text = within(list).getByRole<HTMLTextAreaElement>('textbox', { name: /^What failed/ });
    expect(text.value).toBe('The brakes');
  });

  it('[I-36] [I-P03] asks for a choice by radio buttons', async () => {
    const list = await asked();
    const [yes, no] = within(list).getAllByRole<HTMLInputElement>('radio');
    expect([yes?.checked, no?.checked]).toEqual([false, true]);
  });

  it('[I-37] [I-46] asks for a day, shown as YYYY-MM-DD', async () => {
    const list = await asked();
    expect(within(list).getByLabelText<HTMLInputElement>(/^When was it/).value).toBe('2026-11-20');
    expect(within(list).getByText('2026-11-20')).toBeTruthy();
  });

  it('[I-38] asks for a choice and a text beside it', async () => {
    const list = await asked();
    const part = within(list).getByRole<HTMLSelectElement>('combobox', { name: /^Which part/ });
    expect(part.value).toBe('Brakes');
    expect(
      within(list).getByRole<HTMLInputElement>('textbox', { name: 'Which part?: details' }).value,
    ).toBe('rear left');
  });

  it('[I-39] asks for a file, and opens the one that is there', async () => {
    const list = await asked();
    expect(within(list).getByRole('link', { name: 'tyre.jpg' }).getAttribute('href')).toBe(
      '/api/files/1/?a=b',
    );
  });

  it('[I-40] asks for a text if the type is unknown', async () => {
    const list = await asked();
    expect(within(list).getByRole('textbox', { name: /^Something new/ }).tagName).toBe('TEXTAREA');
  });

  it('[I-49] [I-43] [I-44] [OP-005] shows missing answers, and sends nothing', async () => {
    await open();
    await user.click(button('Update'));
    expect(toasts()).toContain('Please fill in all required fields');
    expect(screen.getAllByText('Answer this question.')).toHaveLength(4);
    // The first invalid field has the focus.
    const first = document.querySelector('[aria-invalid="true"]');
    await waitFor(() => expect(document.activeElement).toBe(first));
    const text = screen.getByRole('textbox', { name: /^What failed/ });
    await user.click(text);
    await user.paste('x'.repeat(256));
    expect(screen.getByText('Enter at most 255 characters.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  /** Changes one answer, adds two, and saves. */
  const saved = async () => {
    stored = investigation({ answers: ANSWERS.slice(0, 2) });
    await open();
    const text = screen.getByRole('textbox', { name: /^What failed/ });
    await user.clear(text);
    await user.type(text, 'A tyre');
    const day = screen.getByLabelText(/^When was it/);
    await user.type(day, '2026-11-19');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Which part/ }), 'Lights');
    await user.type(screen.getByRole('textbox', { name: 'Which part?: details' }), 'front');
    await user.click(button('Update'));
    await waitFor(() => expect(toasts()).toContain('Investigation updated successfully'));
  };

  it('[I-30] [I-47] [I-48] saves unsigned answers as PENDING', async () => {
    await saved();
    expect(sent).toEqual([
      {
        method: 'PATCH',
        path: '/api/vehicle_activities/7/investigations/5/',
        body: {
          answers: [
            { id: 21, answer: 'A tyre' },
            { id: 22, answer: 'No' },
            { question_id: 13, answer: '2026-11-19T00:00:00Z' },
            { question_id: 14, answer: 'Lights|front' },
          ],
          signoff_signature: '',
          status: 'PENDING',
          revision: 3,
        },
      },
    ]);
    expect(button('Update').disabled).toBe(false);
  });

  it('[I-33] [I-52] shows that it was saved, and continues with the stored version', async () => {
    await saved();
    // The server of this test always returns the same texts.
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What failed/ });
    await waitFor(() => expect(text.value).toBe('The brakes'));
  });

  /** Signs and saves a complete investigation; the response waits for the promise. */
  const signedOff = async () => {
    stored = investigation({ answers: ANSWERS });
    let release = () => undefined as unknown;
    hold = new Promise((resolve) => {
      release = () => resolve();
    });
    await open();
    expect(screen.getByRole('region', { name: 'Sign to complete investigation' })).toBeTruthy();
    await sign();
    await user.click(button('Update'));
    return async () => {
      stored = { ...stored, completed_by: 'Ada Hill', completed_at: '2026-11-21T12:00:00Z' };
      act(() => void release());
      await screen.findByRole('button', { name: 'Completed' });
    };
  };

  it('[G-06] [I-23] [I-29] is sent as COMPLETE with its signature', async () => {
    await (await signedOff())();
    expect(sent[0]?.body).toMatchObject({ status: 'COMPLETE', signoff_signature: SIGNATURE });
    expect(screen.getByText('Complete')).toBeTruthy();
  });

  it('[I-26] [I-27] [I-32] has a button that reads Saving and then Completed', async () => {
    const answered = await signedOff();
    expect(button('Saving').disabled).toBe(true);
    await answered();
    expect(
      (await screen.findByRole<HTMLButtonElement>('button', { name: 'Completed' })).disabled,
    ).toBe(true);
  });

  it('[I-31] is read-only once it is complete', async () => {
    await (await signedOff())();
    for (const box of screen.getAllByRole<HTMLInputElement>('textbox')) {
      expect(box.disabled).toBe(true);
    }
    expect(
      screen.getAllByRole<HTMLFieldSetElement>('radio')[0]?.closest('fieldset')?.disabled,
    ).toBe(true);
    expect(button(/Sign/).disabled).toBe(true);
  });

  it('[I-48] [I-P03] attaches a file, and removes a stored one', async () => {
    stored = investigation({ answers: [...ANSWERS, answer(25, 15, 'tyre.jpg', '/api/files/1/')] });
    await open();
    await user.click(button('Remove'));
    await user.click(button('Update'));
    await waitFor(() => expect(sent).toHaveLength(1));
    const entries = () => (sent.at(-1)?.body.answers ?? []) as { id: number }[];
    expect(entries().at(-1)).toEqual({ id: 25, answer: '', remove: true });
    const pdf = new File(['%PDF'], 'report.pdf', { type: 'application/pdf' });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, pdf);
    await screen.findByText('report.pdf');
    await user.click(button('Update'));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(entries().at(-1)).toEqual({
      id: 25,
      answer: 'report.pdf',
      attachment: `data:application/pdf;base64,${btoa('%PDF')}`,
    });
  });

  it('[I-53] [T-P01] an error keeps the input and is shown next to its question', async () => {
    stored = investigation({ answers: ANSWERS });
    await open();
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What failed/ });
    await user.type(text, '!');
    refusal = error(400, { detail: 'no', errors: { 'answers.0.answer': ['Not like this.'] } });
    await user.click(button('Update'));
    await waitFor(() => expect(toasts()).toContain('Failed to update investigation'));
    expect(screen.getByText('Not like this.')).toBeTruthy();
    expect(text.value).toBe('The brakes!');
    const detail = 'This investigation has been completed by Bea Cole.';
    refusal = error(409, { detail });
    await user.click(button('Update'));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(text.value).toBe('The brakes!');
    stored = { ...stored, status: 'COMPLETE' };
    await user.click(button('Load saved version'));
    expect(await screen.findByRole('button', { name: 'Completed' })).toBeTruthy();
    expect(screen.queryByText(detail)).toBeNull();
  });

  it('[I-24] [I-25] goes back to the list, and asks before discarding answers', async () => {
    stored = investigation({ answers: ANSWERS });
    await open();
    await user.type(screen.getByRole('textbox', { name: /^What failed/ }), '!');
    await user.click(screen.getByRole('link', { name: 'Go Back' }));
    await screen.findByText('Your answers have not been saved.');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(window.location.pathname).toBe(PATH);
    await user.click(screen.getByRole('link', { name: 'Go Back' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(window.location.pathname).toBe('/vehicle-file/activity'));
  });

  it('is read-only without write permission', async () => {
    await openScreen(PATH, testUser({ role: 'READONLY' }));
    await screen.findByRole('heading', { level: 1, name: 'Failed MOT' });
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    expect(screen.getAllByRole<HTMLInputElement>('textbox')[0]?.disabled).toBe(true);
  });
});

describe('errors', () => {
  it('[I-28] an investigation that does not exist', async () => {
    answerCalls({
      '/api/vehicle_activities/7/investigations/5/': () => error(404, { detail: 'Not found' }),
    });
    await openScreen(PATH);
    expect(await screen.findByText('Investigation not found')).toBeTruthy();
    expect(screen.getByText('The requested investigation could not be found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe(
      '/vehicle-file/activity',
    );
  });

  it('[I-50] one that fails to load can be tried again', async () => {
    let isBroken = true;
    answerCalls({
      '/api/vehicle_activities/7/investigations/5/': () =>
        isBroken ? error(500, { detail: 'no' }) : investigation(),
    });
    await openScreen(PATH);
    await waitFor(() => expect(toasts()).toContain('Failed to load investigation details'));
    isBroken = false;
    await user.click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'Failed MOT' })).toBeTruthy();
  });

  it('[I-51] [I-12] a URL without numbers', async () => {
    await openScreen('/vehicle-file/activity/seven/investigation/5');
    await waitFor(() => expect(toasts()).toContain('Missing activity ID or investigation ID'));
  });
});
