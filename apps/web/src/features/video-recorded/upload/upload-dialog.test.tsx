import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { answerVideo } from '../test-video-server.ts';

const UPLOADS = '/video-evidence/api/uploads/';
const film = () =>
  new File(['a film'], 'road.mp4', {
    type: 'video/mp4',
    lastModified: Date.parse('2026-11-20T08:00:40Z'),
  });

let calls: { method: string; path: string; body: unknown }[];
/** Responses of the upload calls. */
let answer: (method: string) => Response;
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const upload = (changed: object = {}) => ({
  id: 'u',
  address: `${UPLOADS}u/?expires=1&signature=s`,
  size: 6,
  received: 0,
  request: null,
  ...changed,
});

beforeAll(startTestTexts);
beforeEach(() => {
  answerVideo();
  calls = [];
  answer = (method) =>
    method === 'POST' ? json(201, upload()) : json(200, upload({ received: 6, request: 7 }));
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, options: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (!pathname.startsWith(UPLOADS)) return others(address, options);
    const { method = 'GET', body } = options;
    calls.push({ method, path: address, body });
    return Promise.resolve(answer(method));
  });
  // jsdom cannot read videos.
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    setTimeout(() => this.onerror?.(new Event('error')));
  });
});
afterEach(() => {
  cleanup();
  // The files of a worker share this environment: what is replaced must come back.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open() {
  await openScreen('/video/historic?vehicleId=11&startDate=2026-11-20');
  const button = await screen.findByRole('button', { name: 'Upload' });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  await userEvent.click(button);
  return within(await screen.findByRole('dialog', { name: 'Upload video of AB11 CAR' }));
}
const send = (dialog: Awaited<ReturnType<typeof open>>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Upload' }));

describe('uploading from the screen', () => {
  it('[F-P03] [F-P01] uploads a dropped file for its camera and time, and opens its clip', async () => {
    const dialog = await open();
    fireEvent.drop(dialog.getByRole('group', { name: 'MP4 of one camera' }), {
      dataTransfer: { files: [film()] },
    });
    expect(await dialog.findByText('road.mp4')).toBeTruthy();
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLInputElement>('Time').value).toBe('08:00:40'),
    );
    await userEvent.selectOptions(dialog.getByLabelText('Camera'), 'Driver');
    await send(dialog);
    await screen.findByRole('article', { name: /^Clip of AB11 CAR/ });
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect(JSON.parse(String(calls[0]?.body))).toEqual({
      vehicle: 11,
      camera: 2,
      start: '2026-11-20T08:00:40.000Z',
      size: 6,
      name: 'road.mp4',
    });
  });

  it('[F-P03] without a file the file field gets the focus', async () => {
    const dialog = await open();
    await send(dialog);
    const field = dialog.getByRole('group', { name: 'MP4 of one camera' });
    await waitFor(() => expect(field.contains(document.activeElement)).toBe(true));
    expect(field.textContent).toContain('Choose');
  });

  it('shows errors next to file, camera and time', async () => {
    const dialog = await open();
    await send(dialog);
    expect(dialog.getByText('Choose a file.')).toBeTruthy();
    expect(dialog.getByText('Enter the start of the video.')).toBeTruthy();
    const drop = dialog.getByRole('group', { name: 'MP4 of one camera' });
    const text = new File(['x'], 'notes.txt', { type: 'text/plain' });
    fireEvent.drop(drop, { dataTransfer: { files: [text] } });
    expect(await dialog.findByText('Choose an MP4 file.')).toBeTruthy();
    fireEvent.drop(drop, { dataTransfer: { files: [film()] } });
    await dialog.findByText('road.mp4');
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Time').value).not.toBe(''));
    answer = () =>
      json(400, {
        errors: {
          camera: ['This vehicle has no such camera.'],
          start: ['The video cannot begin after now.'],
          size: ['A video may have 2 GB at most.'],
        },
      });
    await send(dialog);
    const beside = (name: string) =>
      dialog.getByText(name).closest('fieldset, .form-field')?.textContent ?? '';
    await dialog.findByText('This vehicle has no such camera.');
    expect(beside('This vehicle has no such camera.')).toContain('Camera');
    expect(beside('The video cannot begin after now.')).toContain('First frame');
    expect(beside('A video may have 2 GB at most.')).toContain('MP4 of one camera');
    answer = (method) =>
      method === 'POST'
        ? json(201, upload())
        : json(400, { errors: { file: ['This MP4 cannot be used: it is no MP4.'] } });
    await send(dialog);
    expect(await dialog.findByText('This MP4 cannot be used: it is no MP4.')).toBeTruthy();
    answer = () => json(409, { detail: 'The video store is full.' });
    await send(dialog);
    expect(await dialog.findByText('The video store is full.')).toBeTruthy();
  });
});
