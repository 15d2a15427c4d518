import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import type { Signature } from './pad-options.ts';
import { SignatureSection, type SignatureSectionProps } from './signature-section.tsx';

const IMAGE = 'data:image/png;base64,aGVsbG8=';

/** Mocks the drawing, which happy-dom lacks; the other code is the product's. */
const pads = vi.hoisted(() => ({ made: [] as { options: object; wiped: number; end(): void }[] }));
afterAll(() => vi.doUnmock('signature_pad'));
vi.mock('signature_pad', () => ({
  default: class {
    listeners: Record<string, () => void> = {};
    record;
    constructor(_canvas: HTMLCanvasElement, options: object) {
      this.record = { options, wiped: 0, end: () => this.listeners.endStroke?.() };
      pads.made.push(this.record);
    }
    addEventListener(name: string, listener: () => void) {
      this.listeners[name] = listener;
    }
    removeEventListener() {}
    off() {}
    clear() {
      this.record.wiped += 1;
    }
    toDataURL(type: string) {
      return type === 'image/png' ? IMAGE : '';
    }
  },
}));

let signed: Signature[];
const user = userEvent.setup();
const show = (props: Partial<SignatureSectionProps> = {}) =>
  render(<SignatureSection value={null} onSign={(one) => signed.push(one)} {...props} />);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const stroke = () => act(() => pads.made.at(-1)?.end());

beforeAll(startTestTexts);
beforeEach(() => {
  signed = [];
  pads.made.length = 0;
});
afterEach(cleanup);

describe('the box', () => {
  it('[P-117] [P-120] has its title, and explains how to sign', () => {
    show();
    expect(screen.queryByText('Sign off')).toBeNull();
    cleanup();
    show({ title: 'Sign off' });
    expect(screen.getByText('Sign off')).toBeTruthy();
    expect(screen.getByText('Sign Here')).toBeTruthy();
    expect(screen.getByText('Click to Sign')).toBeTruthy();
  });

  it('[P-116] [P-119] shows the signature', () => {
    show({ value: IMAGE, boxText: 'Here' });
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Signature' }).src).toBe(IMAGE);
    expect(screen.getByText('Signed')).toBeTruthy();
    expect(screen.queryByText('Click to Sign')).toBeNull();
  });

  const byAda = {
    value: IMAGE,
    name: 'Ada Hill',
    companyName: 'Albion',
    dateMs: Date.parse('2026-07-04T08:05:00Z'),
    timeZone: 'Europe/London',
  };

  it('[P-121] [P-138] shows the signer and the company', () => {
    show(byAda);
    expect(screen.getByText('Ada Hill, Albion')).toBeTruthy();
  });

  it('[P-118] [P-147] shows the time of signing with its zone', () => {
    show(byAda);
    expect(screen.getByText('04/07/2026 09:05 BST')).toBeTruthy();
  });

  it('[P-148] an unreadable image shows its alternative text and stays signed', () => {
    show({ value: '/api/files/gone/' });
    const image = screen.getByRole('img', { name: 'Signature' });
    fireEvent.error(image);
    expect(screen.getByRole('img', { name: 'Signature' })).toBe(image);
    expect(screen.getByText('Signed')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[P-126] does nothing when disabled', async () => {
    show({ isEnabled: false });
    expect(button(/Sign Here/).disabled).toBe(true);
    await user.click(button(/Sign Here/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the pad', () => {
  it('[P-140] has a canvas of 500 by 250', async () => {
    show();
    await user.click(button(/Sign Here/));
    const canvas = document.querySelector('canvas');
    expect([canvas?.width, canvas?.height]).toEqual([500, 250]);
  });

  it.each([
    ['[P-141]', { minWidth: 1, maxWidth: 3.5 }],
    ['[P-142]', { velocityFilterWeight: 0.7 }],
    ['[P-143]', { throttle: 16 }],
    ['[P-144]', { minDistance: 5 }],
    ['[P-145]', { penColor: 'black' }],
    ['[P-146]', { backgroundColor: 'rgba(0,0,0,0)' }],
  ])('%s draws with %j', async (_, options) => {
    show();
    await user.click(button(/Sign Here/));
    expect(pads.made[0]?.options).toMatchObject(options);
  });

  it('[P-122] [P-128] opens over the screen without a signature', async () => {
    show();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button(/Sign Here/));
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(button('Signature Complete').disabled).toBe(true);
    expect(button('Close')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('[P-129] [P-130] [P-137] emits the image after a stroke', async () => {
    show();
    await user.click(button(/Sign Here/));
    stroke();
    expect(button('Clear')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await user.click(button('Signature Complete'));
    expect(signed).toEqual([{ name: '', image: IMAGE }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[P-124] [P-131] is emptied by Clear and unsigned again', async () => {
    show();
    await user.click(button(/Sign Here/));
    stroke();
    await user.click(button('Clear'));
    expect(pads.made[0]?.wiped).toBe(1);
    expect(button('Signature Complete').disabled).toBe(true);
    expect(button('Close')).toBeTruthy();
  });

  it('[P-125] [P-132] is closed unsigned by Close, and completed by a stroke only', async () => {
    show();
    await user.click(button(/Sign Here/));
    expect(button('Signature Complete').disabled).toBe(true);
    await user.click(button('Close'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(signed).toEqual([]);
  });

  it('[P-133] [P-134] treats a given value as signed, and never emits an address', async () => {
    show({ value: 'https://files.test/signature' });
    await user.click(button(/Signature/));
    expect(button('Clear')).toBeTruthy();
    await user.click(button('Signature Complete'));
    expect(signed).toEqual([]);
    cleanup();
    show({ value: IMAGE });
    await user.click(button(/Signature/));
    await user.click(button('Signature Complete'));
    expect(signed).toEqual([{ name: '', image: IMAGE }]);
  });

  it('[P-123] [P-135] [P-136] [OP-033] requires a name of two letters if enabled', async () => {
    show({ asksName: true });
    await user.click(button(/Sign Here/));
    stroke();
    const text = 'Your name needs to be greater than 2 characters';
    expect(screen.getByText(text)).toBeTruthy();
    const name = screen.getByRole('textbox', { name: /^Signed by\.\.\./ });
    await user.type(name, ' A ');
    expect(button('Signature Complete').disabled).toBe(true);
    await user.type(name, 'da ');
    expect(screen.queryByText(text)).toBeNull();
    await user.click(button('Signature Complete'));
    expect(signed).toEqual([{ name: 'A da', image: IMAGE }]);
  });
});
