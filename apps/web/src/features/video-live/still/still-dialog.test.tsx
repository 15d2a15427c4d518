import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../../session/context.ts';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { StillDialog } from './still-dialog.tsx';

const still = {
  vehicle: { id: 11, registration: 'AB11 CAR' },
  camera: 2,
  cameraName: 'Driver',
  takenAtMs: Date.parse('2026-11-20T08:00:10Z'),
  picture: new Blob(['picture'], { type: 'image/jpeg' }),
  key: 'a-key-of-this-still',
};
let answers: (() => Response)[];
let sent: { key: string; fields: Record<string, unknown> }[];

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (_address: string, { headers, body }: RequestInit) => {
    const key = (headers as Record<string, string>)['Idempotency-Key'] ?? '';
    sent.push({ key, fields: Object.fromEntries((body as FormData).entries()) });
    return answers.shift()?.();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const json = (status: number, body: object) => () => new Response(JSON.stringify(body), { status });

function open() {
  const onClose = vi.fn();
  const onDownload = vi.fn();
  render(
    <SessionContext.Provider value={{ current: testUser(), records: [], update: () => undefined }}>
      <StillDialog still={still} onDownload={onDownload} onClose={onClose} />
    </SessionContext.Provider>,
  );
  return { onClose, onDownload };
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save to vehicle file' }));
const described = (text: string) => userEvent.type(screen.getByLabelText(/^Description/), text);

describe('saving a still', () => {
  it('[F-P01] saves it in the vehicle file with camera, time and description', async () => {
    answers = [json(201, { activity: 5, place: null })];
    const { onClose } = open();
    expect(screen.getByRole('img', { name: 'Still of Driver' })).toBeTruthy();
    await described('  Broken mirror ');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]).toMatchObject({
      key: still.key,
      fields: {
        vehicle: '11',
        camera: '2',
        taken_at: '2026-11-20T08:00:10.000Z',
        description: 'Broken mirror',
      },
    });
    expect(sent[0]?.fields.document).toBeInstanceOf(Blob);
  });

  it('shows errors next to the field, and retries with the same key', async () => {
    answers = [
      json(400, { errors: { description: ['Too short'], document: ['Not a picture.'] } }),
      json(201, { activity: 5, place: null }),
    ];
    const { onClose, onDownload } = open();
    await save();
    expect(sent).toHaveLength(0);
    expect(screen.getByText('Enter at least two characters.')).toBeTruthy();
    await described('Mirror');
    await save();
    expect(await screen.findByText('Too short')).toBeTruthy();
    expect(screen.getByText('Not a picture.')).toBeTruthy();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent.map(({ key }) => key)).toEqual([still.key, still.key]);
    await userEvent.click(screen.getByRole('button', { name: 'Download', hidden: true }));
    expect(onDownload).toHaveBeenCalled();
  });
});
