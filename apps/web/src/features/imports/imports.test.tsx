import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../api/client.ts';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { UploadJob } from './imports-call.ts';
import { uploadForm } from './send-upload.ts';

const job = (changes: Partial<UploadJob> = {}): UploadJob => ({
  id: 7,
  file_name: 'fleet.csv',
  state: 'done',
  created_at: '2026-07-20T08:00:00Z',
  run_at: null,
  finished_at: '2026-07-20T08:00:05Z',
  rows: 3,
  done: 3,
  created: 2,
  updated: 0,
  unchanged: 0,
  removed: 0,
  error_count: 1,
  errors: [{ row: 4, registration: 'C3', text: '“Rocket” is no type of vehicle' }],
  verify: true,
  choices: { create: true, update: true, remove_missing: false, all_or_nothing: false },
  email: null,
  created_by: 'Ada Hill',
  customer: { id: 1, name: 'Home' },
  failure: null,
  headers: ['reg', 'kind'],
  columns: { registration: 0, vehicle_type: 1 },
  sample: [['A1', 'Van']],
  ...changes,
});

/** The forms sent, in order. */
let sent: { address: string; method: string; form: FormData; headers: Map<string, string> }[];
/** Responses to the next forms. */
let answers: { status: number; body: unknown }[];
/** The earlier uploads. */
let listed: unknown[];

class FakeRequest {
  status = 0;
  statusText = '';
  responseText = '';
  upload = {} as { onprogress?: (event: { loaded: number; total: number }) => void };
  onload: (() => void) | undefined;
  #headers = new Map<string, string>();
  #opened = ['', ''];
  open(method: string, address: string) {
    this.#opened = [method, address];
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  abort() {}
  send(form: FormData) {
    const [method = '', address = ''] = this.#opened;
    sent.push({ method, address, form, headers: this.#headers });
    const answer = answers.shift();
    setTimeout(() => {
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      this.status = answer?.status ?? 500;
      this.responseText = JSON.stringify(answer?.body ?? {});
      this.onload?.();
    });
  }
}

const administrator = () => testUser({ role: 'ADMIN' });
const chooseFile = async (name: string) =>
  fireEvent.change(await screen.findByLabelText('Choose a file'), {
    target: { files: [new File(['reg\nA1'], name, { type: 'text/csv' })] },
  });

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  answers = [];
  listed = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  answerCalls({
    '/api/reobtain_jwt/': () => ({ token: 'jwt' }),
    '/api/upload_vehicles/': () => ({ count: listed.length, results: listed }),
    '/api/upload_vehicles/8/': () => job({ id: 8, verify: false, created: 3, error_count: 0 }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of an upload', () => {
  it('[Q-11] leaves out what is empty', () => {
    const file = new File(['x'], 'x.csv');
    const form = uploadForm(
      { customer_id: null, email: '', verifyUpload: false, run_on_weekend: true, other: undefined },
      file,
    );
    expect([...form.keys()]).toEqual(['verifyUpload', 'run_on_weekend', 'file']);
    expect(form.get('verifyUpload')).toBe('false');
  });

  it('[Q-12] drops null parameters of a query before it is sent', () => {
    expect(
      addressOf('/api/upload_vehicles/7/result/', { query: { format: 'csv', errors: null } }),
    ).toBe('/api/upload_vehicles/7/result/?format=csv');
  });
});

describe('the upload of vehicles', () => {
  const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' });
  /** Fills in the form, selects a file, and returns the request that checks it. */
  const checked = async () => {
    answers.push(
      { status: 200, body: job() },
      { status: 200, body: job({ id: 8, verify: false }) },
    );
    await openScreen('/administration/upload-vehicles', administrator());
    await screen.findByText('No uploads yet');
    expect(start().disabled).toBe(true);
    fireEvent.click(screen.getByLabelText(/^All or nothing/));
    fireEvent.click(screen.getByLabelText(/^Run on weekends/));
    fireEvent.change(screen.getByLabelText('Send summary to'), { target: { value: 'a@b.test' } });
    await chooseFile('fleet.csv');
    const wrong = await screen.findByRole('table', { name: 'Invalid rows' });
    within(wrong).getByText('“Rocket” is no type of vehicle');
    const [first] = sent;
    if (first === undefined) throw new Error('Nothing was sent');
    return first;
  };

  it('[Q-01] [Q-03] [Q-08] is checked first, as multipart by PUT with the token', async () => {
    const { method, address, form, headers } = await checked();
    expect([method, address, headers.get('Authorization')]).toEqual([
      'PUT',
      '/api/upload_vehicles/',
      'Bearer jwt',
    ]);
    expect(form.get('verifyUpload')).toBe('true');
    expect(form.get('file')).toBeInstanceOf(File);
  });

  it('[Q-04] [Q-05] [Q-06] goes with address, choices and weekend', async () => {
    const { form } = await checked();
    expect([form.get('email'), form.get('run_on_weekend')]).toEqual(['a@b.test', 'false']);
    expect(JSON.parse(String(form.get('uploadChoices')))).toEqual({
      create: true,
      update: true,
      remove_missing: false,
      all_or_nothing: true,
    });
  });

  it('[Q-03] is imported after the check, and shows when it has finished', async () => {
    await checked();
    fireEvent.click(start());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.form.get('verifyUpload')).toBe('false');
    expect(JSON.parse(String(sent[1]?.form.get('uploadChoices'))).columns).toEqual({
      registration: 0,
      vehicle_type: 1,
    });
    await screen.findByText('Upload started');
    await screen.findByText('Finished');
  });

  it('[Q-05] requires a new check after a change of options or columns', async () => {
    answers.push(
      { status: 200, body: job({ state: 'failed', failure: 'No column holds it', columns: {} }) },
      { status: 200, body: job() },
    );
    await openScreen('/administration/upload-vehicles', administrator());
    await chooseFile('fleet.csv');
    await screen.findByText('No column holds it');
    fireEvent.change(screen.getByLabelText('Registration'), { target: { value: '0' } });
    fireEvent.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(JSON.parse(String(sent[1]?.form.get('uploadChoices'))).columns).toEqual({
      registration: 0,
    });
    const start = await screen.findByRole('button', { name: 'Upload' });
    await waitFor(() => expect((start as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(screen.getByLabelText(/^Archive missing vehicles/));
    expect((start as HTMLButtonElement).disabled).toBe(true);
  });

  it('keeps the column that was selected while the earlier uploads load', async () => {
    answers.push({
      status: 200,
      body: job({ state: 'failed', failure: 'No column', columns: {} }),
    });
    let isSlow = false;
    const waiting: (() => void)[] = [];
    answerCalls({
      '/api/reobtain_jwt/': () => ({ token: 'jwt' }),
      '/api/upload_vehicles/': async () => {
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
        return { count: 0, results: [] };
      },
    });
    await openScreen('/administration/upload-vehicles', administrator());
    await screen.findByText('No uploads yet');
    isSlow = true;
    await chooseFile('fleet.csv');
    await screen.findByText('No column');
    const column = screen.getByLabelText<HTMLSelectElement>('Registration');
    await waitFor(() => expect(waiting).toHaveLength(1));
    fireEvent.change(column, { target: { value: '0' } });
    expect(column.value).toBe('0');
    for (const answer of waiting) answer();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(column.value).toBe('0');
  });

  it('shows a check among the earlier uploads', async () => {
    answers.push({ status: 200, body: job() });
    await openScreen('/administration/upload-vehicles', administrator());
    await screen.findByText('No uploads yet');
    listed = [job()];
    await chooseFile('fleet.csv');
    await waitFor(() => expect(screen.queryByText('No uploads yet')).toBeNull());
  });

  it('[Q-P03] a file of 9,000,000 bytes is rejected, and the result of the one before is cleared', async () => {
    answers.push({ status: 400, body: { detail: 'no', errors: { file: ['This file is empty'] } } });
    await openScreen('/administration/upload-vehicles', administrator());
    await chooseFile('empty.csv');
    await screen.findByText('This file is empty');
    const file = new File(['x'], 'big.csv');
    Object.defineProperty(file, 'size', { value: 9_000_000 });
    fireEvent.change(await screen.findByLabelText(/^Choose (a|another) file/), {
      target: { files: [file] },
    });
    await screen.findByText('This file is too large. Choose a file under 9 MB.');
    expect(screen.queryByText('This file is empty')).toBeNull();
    expect(sent).toHaveLength(1);
  });
});

describe('the upload of QR codes', () => {
  it('[Q-07] [Q-09] [T-27] shows the addresses, and shows that they were created', async () => {
    const code = {
      vehicle: 3,
      registration: 'A1',
      qrid: 'abcdefgh',
      url: 'http://x/qr?qrid=abcdefgh',
    };
    answers.push({ status: 200, body: { count: 1, results: [code] } });
    await openScreen('/administration/upload-qr-codes', administrator());
    await screen.findByText('or drop it here');
    await chooseFile('codes.csv');
    fireEvent.click(screen.getByRole('button', { name: 'Create QR codes' }));
    await screen.findByText('New QR code urls have been created');
    await screen.findByText(code.url);
    expect([sent[0]?.method, sent[0]?.address]).toEqual(['PUT', '/api/upload_qr_codes/']);
    expect([...(sent[0]?.form.keys() ?? [])]).toEqual(['file']);
  });

  it('[Q-10] [T-27] shows that there was an error, and the invalid rows', async () => {
    const body = {
      detail: 'Error when uploading the new QR codes',
      errors: { file: ['Row 3: you have no vehicle F1.'] },
    };
    answers.push({ status: 400, body });
    await openScreen('/administration/upload-qr-codes', administrator());
    await screen.findByText('or drop it here');
    await chooseFile('codes.csv');
    fireEvent.click(screen.getByRole('button', { name: 'Create QR codes' }));
    await screen.findByText('Error when uploading the new QR codes');
    await screen.findByText('Row 3: you have no vehicle F1.');
    expect(screen.queryByRole('table')).toBeNull();
  });
});
