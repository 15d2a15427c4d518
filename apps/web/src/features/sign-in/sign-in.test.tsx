import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SetPassword } from './set-password.tsx';
import { emailFault, resetFaults } from './sign-in-rules.ts';
import { challengeOf } from './sign-on.ts';

beforeAll(startTestTexts);

let answer: { status: number; body: unknown; waits?: Promise<void> };
let bodies: unknown[] = [];
const assigned: string[] = [];

beforeEach(() => {
  bodies = [];
  assigned.length = 0;
  vi.stubGlobal('fetch', async (_url: string, options: RequestInit) => {
    bodies.push(JSON.parse(String(options.body)));
    await answer.waits;
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void assigned.push(String(url)));
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const toasts = () =>
  screen.getAllByRole('status').map((toast) => toast.querySelector('.toast-text')?.textContent);

/** Submits a form and waits for the response; then the clock stops until it is advanced. */
async function sendAt(button: string): Promise<void> {
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: button }));
  await act(() => vi.advanceTimersByTimeAsync(0));
}

/** Expects the login page to open exactly this many milliseconds after the response. */
async function expectLoginAfter(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms - 1));
  expect(assigned).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(assigned).toEqual(['/login']);
}

describe('rules', () => {
  it('[D-08] the e-mail is required', () => expect(emailFault('')).toBe('forgot.required'));
  it.each(['a@b.co', 'x.y+z@some-host.info'])('[D-09] %s is an address', (email) =>
    expect(emailFault(email)).toBeNull(),
  );
  it.each(['A@b.co', 'a@b', 'a@b.museum', 'a b@c.de', '@b.co'])('[D-09] %s is not', (email) =>
    expect(emailFault(email)).toBe('forgot.invalid'),
  );
  it('[D-22] [D-23] both fields are required', () =>
    expect(resetFaults('', '')).toEqual({
      password: 'reset.required',
      repeat: 'reset.repeatRequired',
    }));
  it('[D-24] the two must match', () =>
    expect(resetFaults('0123456789', '012345678x').repeat).toBe('reset.mismatch'));
  it('[D-25] at least ten characters', () => {
    expect(resetFaults('012345678', '012345678').password).toBe('reset.short');
    expect(resetFaults('0123456789', '0123456789').password).toBeNull();
  });
  it('[B-P01] the PKCE challenge is the S256 of RFC 7636', async () =>
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ));
});

describe('forgot password', () => {
  it('[D-02] [D-03] [D-04] field, button and the link back', () => {
    render(<ForgotPassword />);
    expect(screen.getByLabelText('Email')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/login');
  });

  it('[D-10] an invalid address is not sent', async () => {
    render(<ForgotPassword />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert').textContent).toBe('Email is required');
    await userEvent.type(screen.getByLabelText('Email'), 'Nobody');
    expect(screen.getByRole('alert').textContent).toBe('Email is invalid');
    expect(bodies).toEqual([]);
  });

  it('[D-05] the login page opens 1.5 seconds after success, and no earlier', async () => {
    answer = { status: 200, body: { message: 'It is on its way' } };
    render(
      <>
        <ForgotPassword />
        <Toasts />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.co');
    await sendAt('Send');
    expect(toasts()).toContain('It is on its way');
    expect(bodies).toEqual([{ email: 'a@b.co' }]);
    await expectLoginAfter(1500);
  });

  it('[D-05] a failure stays on the page', async () => {
    answer = { status: 400, body: { detail: 'x', message: 'Not today' } };
    render(<ForgotPassword />);
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.co');
    await sendAt('Send');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(assigned).toEqual([]);
  });

  it('[D-06] [D-11] [T-10] cannot be sent again while it is being sent, and shows the message', async () => {
    let done = () => {};
    answer = {
      status: 200,
      body: { message: 'It is on its way' },
      waits: new Promise((resolve) => {
        done = resolve;
      }),
    };
    render(
      <>
        <ForgotPassword />
        <Toasts />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.co');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
    await userEvent.click(button);
    expect(button.disabled).toBe(true);
    done();
    await screen.findByText('It is on its way');
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(bodies).toEqual([{ email: 'a@b.co' }]);
  });

  it('[D-07] [D-12] a failure shows the message and enables the button', async () => {
    answer = { status: 400, body: { detail: 'x', message: 'Not today' } };
    render(
      <>
        <ForgotPassword />
        <Toasts />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.co');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Not today');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  });
});

describe('reset password', () => {
  const fill = async () => {
    await userEvent.type(screen.getByLabelText('Password'), 'a-long-password');
    await userEvent.type(screen.getByLabelText('Repeat password'), 'a-long-password');
  };

  it('[D-13] [D-14] [D-15] sends the token of the URL with the password', async () => {
    window.history.replaceState(null, '', '/reset_password_key?token=abc');
    answer = { status: 200, body: { message: 'Taken', status: 'success' } };
    render(<ResetPassword />);
    await fill();
    await sendAt('Reset password');
    expect(bodies).toEqual([{ token: 'abc', password: 'a-long-password' }]);
  });

  it('[D-18] [D-19] shows the message of the server, and the login page 4 seconds later', async () => {
    window.history.replaceState(null, '', '/reset_password_key?token=abc');
    answer = { status: 200, body: { message: 'Done well', status: 'success' } };
    render(
      <>
        <ResetPassword />
        <Toasts />
      </>,
    );
    await fill();
    await sendAt('Reset password');
    expect(toasts()).toContain('Done well');
    expect(screen.queryByRole('link', { name: 'Forgotten password' })).toBeNull();
    await expectLoginAfter(4000);
  });

  /** Submits a reset that the server rejects. */
  const refused = async () => {
    answer = { status: 400, body: { detail: 'x', message: 'Used', status: 'error' } };
    render(
      <>
        <ResetPassword />
        <Toasts />
      </>,
    );
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Reset password' }));
    await screen.findByText('This password token has been used. Please reset your password again.');
  };

  it('[D-20] failure shows the message of the server', async () => {
    await refused();
    expect(screen.getByText('Used')).toBeTruthy();
  });

  it('[D-16] [D-17] [D-21] a used token prompts for a new reset', async () => {
    await refused();
    expect(assigned).toEqual([]);
    const link = screen.getByRole('link', { name: 'Forgotten password' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });
});

describe('a password that the server rejects', () => {
  const TEXT = 'This password is too easy to guess.';
  beforeEach(() => {
    answer = {
      status: 400,
      body: { detail: TEXT, message: TEXT, status: 'error', errors: { password: [TEXT] } },
    };
  });

  it.each([
    ['reset', ResetPassword, 'Reset password'],
    ['set', SetPassword, 'Set password'],
  ] as const)(
    '[D-P03] shows the error next to the field of the %s page until it changes',
    async (_name, Page, button) => {
      render(<Page />);
      const field = screen.getByLabelText('Password');
      await userEvent.type(field, 'password12');
      await userEvent.type(screen.getByLabelText('Repeat password'), 'password12');
      await userEvent.click(screen.getByRole('button', { name: button }));
      expect((await screen.findByRole('alert')).textContent).toBe(TEXT);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      // The link in the e-mail is still valid.
      expect(screen.queryByRole('link', { name: 'Forgotten password' })).toBeNull();
      await userEvent.type(field, '3');
      expect(screen.queryByText(TEXT)).toBeNull();
    },
  );
});

describe('set password', () => {
  it('[D-27] [D-28] [D-29] sends the token of the URL with the password', async () => {
    window.history.replaceState(null, '', '/set_password?token=new');
    answer = { status: 400, body: { detail: 'x', message: 'Not now', status: 'error' } };
    render(<SetPassword />);
    await userEvent.type(screen.getByLabelText('Password'), 'a-long-password');
    await userEvent.type(screen.getByLabelText('Repeat password'), 'a-long-password');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    await waitFor(() => expect(bodies).toEqual([{ token: 'new', password: 'a-long-password' }]));
  });

  it('[D-33] [D-34] the two must match, and no length rule shows', async () => {
    render(<SetPassword />);
    await userEvent.type(screen.getByLabelText('Password'), 'short');
    await userEvent.type(screen.getByLabelText('Repeat password'), 'other');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(screen.getByRole('alert').textContent).toBe('Error password does not match');
    expect(bodies).toEqual([]);
  });

  it('[D-30] [D-31] success shows the message, then the login page after two seconds', async () => {
    answer = { status: 200, body: { message: 'Welcome', status: 'success' } };
    render(
      <>
        <SetPassword />
        <Toasts />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Password'), 'a-long-password');
    await userEvent.type(screen.getByLabelText('Repeat password'), 'a-long-password');
    await sendAt('Set password');
    expect(toasts()).toContain('Welcome');
    await expectLoginAfter(2000);
  });

  it('[D-32] failure shows the message', async () => {
    answer = { status: 400, body: { detail: 'x', message: 'Too old', status: 'error' } };
    render(
      <>
        <SetPassword />
        <Toasts />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    await screen.findByText('Too old');
  });
});
