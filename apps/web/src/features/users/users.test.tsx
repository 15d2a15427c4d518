import { ROLE_RIGHTS, type Role } from '@roadworthy/domain';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { ManagedUser } from './users.ts';

const LIMIT_MS = 20_000;
const MADE = testUser({ role: 'USER', modules: ['Track'], id: 12 }).user;

const managed = (changed: Partial<ManagedUser> = {}): ManagedUser =>
  ({
    ...MADE,
    first_name: 'Otto',
    last_name: 'Other',
    email: 'otto@demo.test',
    username: 'otto@demo.test',
    is_active: true,
    is_locked: false,
    login_attempts: 0,
    last_login: null,
    is_user_vehicle_admin: false,
    has_password: true,
    invited_at: null,
    has_second_factor: false,
    archived: false,
    driver_name: null,
    vehicle_registration: null,
    region_places: [],
    vehicle_group_places: [],
    created_at: '2026-01-01T00:00:00Z',
    ...changed,
  }) as ManagedUser;

let people: ManagedUser[] = [];
let refusal: object | null = null;
let sent: { call: string; body: Record<string, unknown> }[] = [];

beforeAll(startTestTexts);
// Preload, so that no test waits for it.
beforeAll(() => import('./users.screen.tsx'), 60_000);
beforeEach(() => {
  people = [managed()];
  refusal = null;
  sent = [];
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    const method = options.method ?? 'GET';
    if (method !== 'GET') {
      sent.push({
        call: `${method} ${pathname}`,
        body: JSON.parse(String(options.body ?? 'null')),
      });
      if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 400 });
      return new Response(JSON.stringify(managed({ id: 13 })), { status: 201 });
    }
    if (pathname === '/api/administration/users/') {
      return new Response(
        JSON.stringify({ count: people.length, count_is_limit: false, results: people }),
      );
    }
    const one = people.find(({ id }) => pathname === `/api/user/${id}/`);
    if (one !== undefined) return new Response(JSON.stringify(one));
    return new Promise<Response>(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Opens the panel of a new user, or of the one with this id, as an administrator. */
async function openPanel(open: 'new' | number, role: Role = 'ADMIN', isGlobalAdmin = false) {
  const user = testUser({
    role,
    modules: ['Track', 'Trips'],
    isCustomerAdmin: true,
    isGlobalAdmin,
  });
  await openScreen(`/administration/users?open=${open}`, user);
  await waitFor(() => expect(document.querySelector('.side-panel form input')).not.toBeNull(), {
    timeout: LIMIT_MS,
  });
  return within(document.querySelector<HTMLElement>('.side-panel') ?? document.body);
}

const fill = async (panel: ReturnType<typeof within>) => {
  await userEvent.type(panel.getByLabelText(/^First name/), 'Grace');
  await userEvent.type(panel.getByLabelText(/^Last name/), 'Hopper');
  await userEvent.type(panel.getByLabelText(/^E-mail/), 'grace@demo.test');
};
const save = (panel: ReturnType<typeof within>) =>
  userEvent.click(panel.getByRole('button', { name: 'Save' }));
const offered = (panel: ReturnType<typeof within>) =>
  within(panel.getByLabelText(/^Permission/))
    .getAllByRole('option')
    .map((option) => Number(option.getAttribute('value')));

describe('the form of a user', () => {
  it('[O-P03] shows required-field errors before it sends a request', async () => {
    const panel = await openPanel('new');
    await save(panel);
    const faults = panel.getAllByRole('alert').filter(({ textContent }) => textContent !== '');
    expect(faults).toHaveLength(3);
    expect(panel.getByLabelText(/^First name/).getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('[O-03] [O-P03] invites with the selected permission and modules', async () => {
    const panel = await openPanel('new');
    await fill(panel);
    await userEvent.selectOptions(
      panel.getByLabelText(/^Permission/),
      String(ROLE_RIGHTS.READONLY.id),
    );
    await save(panel);
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: LIMIT_MS });
    expect(sent[0]).toMatchObject({
      call: 'POST /api/users/',
      body: {
        first_name: 'Grace',
        email: 'grace@demo.test',
        permission: ROLE_RIGHTS.READONLY.id,
        is_global_admin: false,
      },
    });
  });

  it('[O-P03] shows a server error next to its field, and keeps the input', async () => {
    refusal = {
      detail: 'Field(s) are invalid',
      errors: { email: ['This address belongs to another user'] },
    };
    const panel = await openPanel('new');
    await fill(panel);
    await save(panel);
    expect(
      await panel.findByText('This address belongs to another user', {}, { timeout: LIMIT_MS }),
    ).toBeTruthy();
    const email = panel.getByLabelText(/^E-mail/) as HTMLInputElement;
    expect([email.value, email.getAttribute('aria-invalid')]).toEqual(['grace@demo.test', 'true']);
  });

  it('[U-P01] offers no permission or flag that the user does not hold', async () => {
    const reader = offered(await openPanel('new', 'READONLY'));
    expect(reader).toContain(ROLE_RIGHTS.READONLY.id);
    expect(reader).not.toContain(ROLE_RIGHTS.ADMIN.id);
    expect(reader).not.toContain(ROLE_RIGHTS.MANAGER.id);
    expect(screen.queryByLabelText('Global administrator')).toBeNull();
    cleanup();
    const administrator = offered(await openPanel('new', 'ADMIN'));
    expect(administrator).toContain(ROLE_RIGHTS.ADMIN.id);
  });

  it('[O-P07] lets only a global administrator create another', async () => {
    const panel = await openPanel('new', 'ADMIN', true);
    expect(panel.getByLabelText('Global administrator')).toBeTruthy();
  });

  it('[O-03] explains next to the field why the last administrator cannot be removed', async () => {
    const text = 'Somebody has to administer the customer';
    refusal = { detail: text, errors: { permission: [text] } };
    const panel = await openPanel(12);
    await save(panel);
    expect(await panel.findByText(text, {}, { timeout: LIMIT_MS })).toBeTruthy();
    expect(panel.getByLabelText(/^Permission/).getAttribute('aria-invalid')).toBe('true');
  });

  it('[O-03] prevents users from deactivating their own account', async () => {
    people = [managed({ id: 7 })];
    const panel = await openPanel(7);
    expect(panel.queryByLabelText('Active')).toBeNull();
  });
});

describe('the actions of a user', () => {
  it('[R-036] [O-16] unlocks an account locked by wrong passwords, and offers this for no other', async () => {
    people = [managed({ is_locked: true, login_attempts: 5 })];
    const panel = await openPanel(12);
    await userEvent.click(await panel.findByRole('button', { name: 'Unlock' }));
    await waitFor(() => expect(sent[0]?.call).toBe('DELETE /api/user/12/reset_login_attempts/'), {
      timeout: LIMIT_MS,
    });
    cleanup();
    people = [managed()];
    const other = await openPanel(12);
    expect(other.queryByRole('button', { name: 'Unlock' })).toBeNull();
  });

  it('[T-11] shows that it unlocked an account', async () => {
    people = [managed({ is_locked: true, login_attempts: 5 })];
    const panel = await openPanel(12);
    await userEvent.click(await panel.findByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('Unlock successful', {}, { timeout: LIMIT_MS })).toBeTruthy();
  });

  it('[O-P03] resends the invitation until a password is set', async () => {
    people = [managed({ has_password: false })];
    const panel = await openPanel(12);
    await userEvent.click(await panel.findByRole('button', { name: /invitation/i }));
    await waitFor(() => expect(sent).toHaveLength(1), { timeout: LIMIT_MS });
    expect(sent[0]?.call).toMatch(/^POST \/api\/.*invite/);
  });

  it('[U-02] resets a lost second factor with the administrator’s password, and offers this for no other', async () => {
    people = [managed({ has_second_factor: true })];
    const panel = await openPanel(12);
    await userEvent.click(await panel.findByRole('button', { name: 'Reset second factor' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Reset the second factor of Otto Other' }),
    );
    const confirm = () =>
      userEvent.click(dialog.getByRole('button', { name: 'Reset second factor' }));
    refusal = { detail: 'Invalid', errors: { password: ['This password is not right'] } };
    await confirm();
    await dialog.findByText('This password is not right');
    const field = dialog.getByLabelText('Your own password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    refusal = null;
    await userEvent.type(field, 'my own password');
    await confirm();
    await screen.findByText('Second factor reset');
    expect(sent.at(-1)).toEqual({
      call: 'POST /api/user/12/reset_second_factor/',
      body: { password: 'my own password' },
    });
    expect(screen.queryByRole('dialog', { name: /second factor of/ })).toBeNull();
    for (const one of [managed(), managed({ id: 7, has_second_factor: true })]) {
      cleanup();
      people = [one];
      const other = await openPanel(one.id);
      expect(other.queryByRole('button', { name: 'Reset second factor' })).toBeNull();
    }
  });

  it('[O-P02] the list shows the status of each account as a word', async () => {
    people = [
      managed({ id: 1, has_password: false }),
      managed({ id: 2, is_locked: true }),
      managed({ id: 3, is_active: false }),
      managed({ id: 4 }),
    ];
    await openScreen('/administration/users', testUser({ role: 'ADMIN', isCustomerAdmin: true }));
    await waitFor(
      () => expect(document.querySelectorAll('[data-part=users-state]')).toHaveLength(4),
      {
        timeout: LIMIT_MS,
      },
    );
    const words = [...document.querySelectorAll('[data-part=users-state]')].map(
      ({ textContent }) => textContent,
    );
    expect(words).toEqual(['Invited', 'Locked', 'Inactive', 'Active']);
  });
});
