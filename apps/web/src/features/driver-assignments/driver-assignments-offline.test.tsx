import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInTestUser } from '../../test-access.ts';
import { MemoryStore } from '../../test-outbox.ts';
import { openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { ownChanges } from '../../ui/outbox/own-changes.ts';
import type { OwnChange } from '../../ui/outbox/own-changes-sender.ts';
import { dismiss, toastStore } from '../../ui/toast.ts';

const LIMIT_MS = 20_000;
const OWN = '/api/driver_assignments/own/';
const WAITS = 'Will be sent when there is a network';
const driver = testUser({ role: 'DRIVER', modules: [] });
const paula = { id: 3, first_name: 'Paula', surname: 'Miles' };
const handover = {
  id: 5,
  kind: 'issue',
  happened_at: '2026-11-27T08:00:00Z',
  odometer: null,
  odometer_finding: null,
  last_odometer: null,
  fill: 75,
  items: [],
  damage: '',
  remark: '',
  author: 'Ada Hill',
  is_by_driver: false,
  driver_remark: '',
  signed_by: null as string | null,
  signed_at: null as string | null,
  photographs: [],
};
let store: MemoryStore<OwnChange>;
let isOnline: boolean;
let isRefused: boolean;
let signedBy: string | null;
let sent: { path: string; key: string | null; form: FormData }[];

/** happy-dom decodes no images: what is drawn is the text of the file. */
function stubPictures(): void {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('createImageBitmap', async (file: File) => ({
    width: 40,
    height: 30,
    text: await file.text(),
    close: () => undefined,
  }));
  let drawn = '';
  const drawImage = (bitmap: { text: string }) => {
    drawn = bitmap.text;
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done: BlobCallback) =>
    done(new Blob([drawn], { type: 'image/png' })),
  );
}

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  signInTestUser(driver.user.id);
  store = new MemoryStore();
  ownChanges.reopen(async () => store);
  stubPictures();
  isOnline = false;
  isRefused = false;
  signedBy = null;
  sent = [];
  vi.stubGlobal('fetch', async (address: string, { body, headers }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (pathname === OWN) {
      const signature = { signed_by: signedBy, signed_at: signedBy && '2026-11-27T09:00:00Z' };
      const one = {
        id: 12,
        vehicle: { id: 7, registration: 'AB12 CDE' },
        driver: paula,
        from: '2026-11-27T08:00:00Z',
        until: null,
        last_reading: null,
        handovers: [{ ...handover, ...signature }],
      };
      return new Response(JSON.stringify({ driver: paula, assignments: [one] }));
    }
    if (!(body instanceof FormData)) return new Promise<Response>(() => undefined);
    if (!isOnline) throw new TypeError('Failed to fetch');
    const key = new Headers(headers).get('idempotency-key');
    sent.push({ path: pathname, key, form: body });
    if (isRefused) {
      return new Response('{"detail":"You no longer have this vehicle."}', { status: 409 });
    }
    if (pathname.endsWith('/signature/')) signedBy = String(body.get('signed_by'));
    return new Response('{}');
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  ownChanges.reopen(async () => new MemoryStore());
  signInTestUser(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = () => openScreen('/driver-assignments/own', driver);
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }, { timeout: LIMIT_MS }));
const online = () => {
  isOnline = true;
  window.dispatchEvent(new Event('online'));
};
const photo = (name: string, bytes: number) =>
  new File(['x'.repeat(bytes)], name, { type: 'image/png' });
const choose = async (box: HTMLElement, ...files: File[]) =>
  userEvent.upload(box.querySelector('input[type=file]') as HTMLInputElement, files);

describe('my vehicles without a network', () => {
  it('[U-20] are signed with remark and photographs, which arrive once after a reload', async () => {
    await open();
    const remark = await screen.findByLabelText(/comment/i, {}, { timeout: LIMIT_MS });
    await userEvent.type(remark, 'The mirror, too');
    await choose(document.body, photo('mirror.png', 3), photo('door.png', 5));
    await screen.findByText(/2 file\(s\)/);
    await press('Sign');
    await screen.findByText(WAITS, {}, { timeout: LIMIT_MS });
    expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();

    cleanup();
    ownChanges.reopen(async () => store);
    await open();
    await screen.findByText(WAITS, {}, { timeout: LIMIT_MS });
    online();
    await waitFor(() => expect(screen.queryByText(WAITS)).toBeNull(), { timeout: LIMIT_MS });
    expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();
    expect(sent).toHaveLength(1);
    const [{ form, key, path } = { form: new FormData(), key: null, path: '' }] = sent;
    expect([path, form.get('remark')]).toEqual([`${OWN}5/signature/`, 'The mirror, too']);
    expect(form.getAll('photos').map((one) => (one as File).size)).toEqual([3, 5]);
    expect(key).toMatch(/^[\w-]{36}$/);
    expect(await store.photos(key ?? '')).toEqual([]);
  });

  it('[U-20] are returned; a refusal shows the reason and what was entered', async () => {
    await open();
    await press('Return vehicle');
    const dialog = within(await screen.findByRole('dialog', { name: 'Return vehicle' }));
    await userEvent.type(dialog.getByLabelText(/^Remark/), 'Parked at gate 2');
    await userEvent.click(dialog.getByRole('button', { name: 'Return vehicle' }));
    await screen.findByText(WAITS, {}, { timeout: LIMIT_MS });
    expect(screen.queryByRole('button', { name: 'Return vehicle' })).toBeNull();
    isRefused = true;
    online();
    const reason = await screen.findByText(/no longer have/, {}, { timeout: LIMIT_MS });
    expect(reason.closest('[role=alert]')?.textContent).toContain('Parked at gate 2');
    expect(sent).toHaveLength(1);
    // The vehicle can be returned again.
    await screen.findByRole('button', { name: 'Return vehicle' });
  });
});
