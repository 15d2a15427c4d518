import { MAPPING_PRESETS } from '@roadworthy/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import { pathText, readSample } from './data-inputs.ts';

freshScreens();

const PATH = '/api/administration/data_inputs/';
const { flespi } = MAPPING_PRESETS;
const input = (rest: object = {}) => ({
  ...{ id: 5, name: 'flespi stream', kind: 'http', is_on: true, address: '', topic: '' },
  ...{ username: '', client_id: '', mapping: flespi, is_mapped: true, has_password: false },
  ...{ customer: { id: 1, name: 'North' }, state: 'refusing', records_stored: 120 },
  ...{ records_refused: 3, last_message: '2026-06-05T22:10:00.000Z', connected_since: null },
  ...{ last_refused: '2026-06-05T22:10:00.000Z', connection_error: null },
  ...{ last_refusal: 'A device is not registered or has no vehicle.' },
  ...{ created_at: '2026-06-01T08:00:00.000Z', created_by: 'Ann', ...rest },
});
const EMPTY = {
  ...{ device: null, vehicle: null, time: null, latitude: null, longitude: null, is_valid: false },
  ...{ speed_kmh: null, course: null, altitude_m: null, satellites: null, ignition: null },
  ...{ odometer_m: null, attributes: [], problems: [] },
};
const SAMPLE = { ident: '35', timestamp: 1_780_394_400, 'position.latitude': 52.5 };

/** The screen with inputs; returns the bodies that were sent, and what the preview was asked. */
async function open(inputs: object[], path = '/administration/data-inputs', records?: object[]) {
  const sent: Record<string, unknown>[] = [];
  const previewed: Record<string, unknown>[] = [];
  answerCalls({
    [PATH]: (_url, init) => {
      if (init?.method !== 'POST') return { count: inputs.length, results: inputs };
      sent.push(JSON.parse(String(init.body)));
      return { ...input(), secret_path: '/inputs/once' };
    },
    [`${PATH}5/`]: (_url, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)));
      return inputs[0];
    },
    [`${PATH}5/messages/`]: () => ({
      results: [
        {
          ...{ id: '9', received_at: '2026-06-05T22:10:00.000Z', topic: 'flespi/x' },
          ...{ content: JSON.stringify([SAMPLE]), is_shortened: false, refusal: null },
          problems: [],
        },
      ],
    }),
    [`${PATH}preview/`]: (_url, init) => {
      previewed.push(JSON.parse(String(init?.body)));
      const shown = records ?? [{ ...EMPTY, outcome: 'stored', device: '35', latitude: 52.5 }];
      return { error: null, count: shown.length, records: shown };
    },
    '/api/administration/device_ports/': () => [
      { protocol: 'osmand', port: 5055, transports: ['http'] },
    ],
  });
  await openScreen(path, testUser({ role: 'ADMIN' }));
  return { sent, previewed };
}
const panel = async () =>
  within(await screen.findByRole('region', { name: /New data input|flespi stream/ }));
async function openMapping(one: object = input(), records?: object[]) {
  const calls = await open([one], '/administration/data-inputs?open=5', records);
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Mapping' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mapping of flespi stream' }));
  return { ...calls, dialog };
}

it('lists inputs with state, counts and the last reason', async () => {
  await open([
    input(),
    input({
      ...{ id: 6, name: 'Broker', kind: 'mqtt', state: 'disconnected', last_refusal: null },
      connection_error: 'The connection to the receiver failed.',
    }),
  ]);
  const row = (await screen.findByText('flespi stream')).closest('tr');
  expect(row?.textContent).toContain('Refuses records');
  expect(row?.textContent).toContain('120');
  expect(row?.textContent).toContain('A device is not registered');
  const broker = screen.getByText('Broker').closest('tr');
  expect(broker?.textContent).toContain('Not connected');
  expect(broker?.textContent).toContain('The connection to the receiver failed.');
});

it('keeps the panel current while it is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  try {
    const inputs = [input({ state: 'waiting', last_refusal: null })];
    await open(inputs, '/administration/data-inputs?open=5');
    expect(await (await panel()).findByText('Waiting for messages')).toBeTruthy();
    inputs[0] = input({ state: 'receiving', records_stored: 121, last_refusal: null });
    vi.advanceTimersByTime(10_000);
    expect(await (await panel()).findByText('121')).toBeTruthy();
    expect((await panel()).getByText('Receiving')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

it('says what to do first', async () => {
  await open([]);
  expect(await screen.findByText('No data inputs')).toBeTruthy();
  expect(screen.getByText(/Add an input/)).toBeTruthy();
});

it('has the fields of a kind, checks them, and shows the address once', async () => {
  const { sent } = await open([], '/administration/data-inputs?open=new');
  const form = await panel();
  await userEvent.click(form.getByRole('button', { name: /Save|Create|Add/ }));
  expect((await form.findAllByRole('alert')).map(({ textContent }) => textContent).join()).toMatch(
    /Name|required/i,
  );
  expect(form.queryByLabelText(/^Topic/)).toBeNull();
  await userEvent.selectOptions(form.getByLabelText(/^Kind$/), 'mqtt');
  expect(form.getByLabelText(/^Topic/)).toBeTruthy();
  await userEvent.selectOptions(form.getByLabelText(/^Kind$/), 'http');
  await userEvent.type(form.getByLabelText(/^Name/), 'Stream');
  await userEvent.click(form.getByRole('button', { name: /Save|Create|Add/ }));
  expect(await screen.findByText('http://localhost:5055/inputs/once')).toBeTruthy();
  expect(sent[0]).toMatchObject({ name: 'Stream', kind: 'http', mapping: flespi });
  expect(sent[0]).not.toHaveProperty('password');
});

it('switches an input off, and keeps its mapping', async () => {
  const { sent } = await open([input()], '/administration/data-inputs?open=5');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ is_on: false, mapping: flespi });
});

it('says that an input without a mapping acknowledges nothing', async () => {
  await open([input({ is_mapped: false })], '/administration/data-inputs?open=5');
  expect(await (await panel()).findByText(/does not name the device yet/)).toBeTruthy();
});

it('maps a pasted sample by its paths, and shows what would be stored', async () => {
  const { dialog, sent, previewed } = await openMapping();
  expect(dialog.getByText('Paste a sample to see what would be stored.')).toBeTruthy();
  const sample = { rows: [{ imei: '35', 'speed.mph': 50 }] };
  fireEvent.change(dialog.getByLabelText('Message'), { target: { value: '{"rows":' } });
  expect(await dialog.findByText('The sample is not JSON.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Message'), {
    target: { value: JSON.stringify(sample) },
  });
  await userEvent.selectOptions(dialog.getByLabelText('Records'), '/rows');
  const device = dialog.getByLabelText(/^Device/);
  expect(within(device).getByRole('option', { name: 'imei = "35"' })).toBeTruthy();
  await userEvent.selectOptions(device, '/imei');
  await userEvent.selectOptions(dialog.getByLabelText('Speed'), '/speed.mph');
  await userEvent.selectOptions(dialog.getByLabelText('Unit of the speed'), 'mph');
  expect(await dialog.findByText('Would be stored')).toBeTruthy();
  await waitFor(() =>
    expect(previewed.at(-1)).toMatchObject({
      mapping: { records: '/rows', speed_unit: 'mph', fields: { device: '/imei' } },
      sample: JSON.stringify(sample),
    }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    name: 'flespi stream',
    mapping: { records: '/rows', fields: { device: '/imei', speed: '/speed.mph' } },
  });
});

it('takes the last message, and has the errors at their fields', async () => {
  const { dialog } = await openMapping(input(), [
    {
      ...{ ...EMPTY, outcome: 'stored', device: '35' },
      problems: [{ field: 'speed', problem: 'wrong_type', value: '"fast"' }],
    },
    {
      ...EMPTY,
      outcome: 'refused',
      problems: [{ field: 'time', problem: 'missing', value: null }],
    },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Use the last message' }));
  await waitFor(() =>
    expect((dialog.getByLabelText('Message') as HTMLTextAreaElement).value).toContain('"ident"'),
  );
  await dialog.findByText('Would be refused');
  const speed = dialog.getByLabelText('Speed');
  expect(speed.getAttribute('aria-invalid')).toBe('true');
  expect(speed.closest('.form-field')?.textContent).toContain('"fast" cannot be read.');
  expect(dialog.getByText(/Time: Missing\./)).toBeTruthy();
  expect(speed.closest('.form-field')?.textContent).toContain(
    'The sample does not have this path.',
  );
});

it('adds and removes sensors, with factor and offset', async () => {
  const { dialog, sent } = await openMapping(input({ mapping: { ...flespi, attributes: [] } }));
  fireEvent.change(dialog.getByLabelText('Message'), { target: { value: '{"ident":"1","t":7}' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Add a value' }));
  await userEvent.selectOptions(dialog.getByLabelText('Value'), 'coolantTemperatureC');
  await userEvent.selectOptions(dialog.getByLabelText(/^Path/), '/t');
  fireEvent.change(dialog.getByLabelText('Offset'), { target: { value: '-40' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Add a value' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Fuel level' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    mapping: { attributes: [{ name: 'coolantTemperatureC', path: '/t', scale: 1, offset: -40 }] },
  });
});

it('reads the device from the topic of an MQTT input', async () => {
  const { dialog, sent } = await openMapping(input({ kind: 'mqtt', topic: 'a/#' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Use the mapping for OwnTracks' }));
  expect((dialog.getByLabelText('Number of the device') as HTMLSelectElement).value).toBe('3');
  expect(dialog.queryByLabelText(/^Device/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    mapping: { topic_level: 3, only_path: '/_type', only_value: 'location' },
  });
});

it('reads the paths of a sample', () => {
  const sample = readSample('{"a":{"b":[{"c.d":1},{}]}}', '/a/b');
  expect(sample.arrays.map(pathText)).toEqual(['a/b [2]']);
  expect(sample.values.map(pathText)).toEqual(['c.d = 1']);
  expect(readSample('[', '')).toEqual({ isJson: false, arrays: [], values: [] });
});
