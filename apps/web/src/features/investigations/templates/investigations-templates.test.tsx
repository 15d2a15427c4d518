import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { moved } from '../../../ui/ordered/ordered.ts';
import { choicesOf, questionFault, type Template } from './investigations-templates.ts';

const LIST = '/api/investigation_templates/';
const TEMPLATE: Template = {
  id: 8,
  title: 'Failed MOT',
  activity_type: 6,
  activity_type_name: 'MOT',
  questions: [
    { id: 1, question: 'Why?', answer_type: 'TEXT', answer_choices: [] },
    { id: 2, question: 'Known?', answer_type: 'CHOICE', answer_choices: ['Yes', 'No'] },
  ],
  due_days: 14,
  assignee: { id: 4, first_name: 'Ada', last_name: 'Hill' },
  archived: false,
  version: 3,
  origin: 5,
  is_shared: false,
  changed_at: '2026-11-20T10:00:00Z',
  changed_by: 'Alex Admin',
  investigations_count: 2,
};

let sent: { method: string; path: string; body: unknown }[];
let asked: URL[];
const user = userEvent.setup();

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  asked = answerCalls({
    [LIST]: () => ({ count: 1, results: [TEMPLATE] }),
    [`${LIST}8/`]: () => TEMPLATE,
    '/api/investigation_template_options/': () => ({
      activity_types: [
        { id: 6, name: 'MOT' },
        { id: 10, name: 'Service' },
      ],
      assignees: [TEMPLATE.assignee],
    }),
    '/api/administration/audit/': () => ({ count: 0, results: [] }),
  });
  const get = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method === undefined || init.method === 'GET') return get(address);
    sent.push({ method: init.method, path: address, body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(TEMPLATE));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async (query = '', role: 'ADMIN' | 'MANAGER' = 'ADMIN') =>
  openScreen(`/administration/investigation-templates${query}`, testUser({ role }));
const panel = (name: string) => screen.findByRole('region', { name });
const save = (box: HTMLElement) => user.click(within(box).getByRole('button', { name: 'Save' }));

describe('templates of investigations', () => {
  it('[I-P07] [RP-24] are listed for administrators alone', async () => {
    await open();
    await screen.findByRole('heading', { level: 1, name: 'Investigation templates' });
    const row = (await screen.findByText('Failed MOT')).closest('tr');
    expect(row?.textContent).toMatch(/Failed MOT.*MOT.*2.*3.*This customer/);
    expect(asked.find(({ pathname }) => pathname === LIST)?.searchParams.get('archived')).toBe(
      'false',
    );
    cleanup();
    await open('', 'MANAGER');
    await waitFor(() => expect(window.location.pathname).toBe('/unauthorised'));
  });

  it('[I-P07] [RP-26] questions are changed, ordered, added and taken out', async () => {
    await open('?open=8');
    const box = await panel('Failed MOT');
    expect(within(box).getByText(/^2 investigations use this version/)).toBeTruthy();
    await user.click(within(box).getByRole('button', { name: 'Move question 2 up' }));
    await user.click(within(box).getByRole('button', { name: 'Add a question' }));
    const third = within(box).getByRole('listitem', { name: 'Question 3' });
    await user.type(within(third).getByRole('textbox', { name: /^Question/ }), 'Which part?');
    await user.selectOptions(
      within(third).getByRole('combobox', { name: 'Type of answer' }),
      'Dropdown with a text',
    );
    await user.type(
      within(third).getByRole('textbox', { name: /^Choices/ }),
      'Brakes{Enter}{Enter} Lights ',
    );
    await user.click(within(box).getByRole('button', { name: 'Remove question 2' }));
    await save(box);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      method: 'PUT',
      path: `${LIST}8/`,
      body: {
        title: 'Failed MOT',
        activity_type: 6,
        due_days: 14,
        assignee: 4,
        archived: false,
        version: 3,
        questions: [
          { question: 'Known?', answer_type: 'CHOICE', answer_choices: ['Yes', 'No'] },
          {
            question: 'Which part?',
            answer_type: 'DROPDOWN_AND_TEXT',
            answer_choices: ['Brakes', 'Lights'],
          },
        ],
      },
    });
  });

  it('[I-P07] [RP-25] a new one shows missing fields before it is sent', async () => {
    await open('?open=new');
    const box = await panel('New template');
    await save(box);
    expect(within(box).getByText('Correct the marked questions.')).toBeTruthy();
    expect(within(box).getByText('Enter the question.')).toBeTruthy();
    expect(within(box).getAllByText(/^“.+” is required\.$/)).toHaveLength(2);
    await user.type(within(box).getByRole('textbox', { name: /^Title/ }), 'Late service');
    const type = within(box).getByRole('combobox', { name: /^Type of activity/ });
    await within(type).findByText('Service');
    await user.selectOptions(type, 'Service');
    await user.type(within(box).getByRole('textbox', { name: /^Question/ }), 'Why?');
    await save(box);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: LIST,
      body: { title: 'Late service', activity_type: 10, assignee: null, due_days: 14 },
    });
  });

  it('[I-P07] archived, it keeps its questions', async () => {
    await open('?open=8');
    const box = await panel('Failed MOT');
    await user.click(within(box).getByRole('button', { name: 'Archive' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }),
    );
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ archived: true, version: 3, title: 'Failed MOT' });
  });

  it('[I-41] [I-P07] choices are one per line, without the separator "|"', () => {
    const question = (changes: object) => ({
      key: 1,
      question: 'Which?',
      answer_type: 'CHOICE' as const,
      choices: 'A\nB',
      ...changes,
    });
    expect(choicesOf(question({ choices: ' A \n\n B' }))).toEqual(['A', 'B']);
    const faults: [object, string | null][] = [
      [{}, null],
      [{ question: ' ' }, 'templates.noQuestion'],
      [{ choices: 'A' }, 'templates.fewChoices'],
      [{ choices: 'A|B\nC' }, 'templates.barInChoice'],
      [{ choices: 'A\na' }, 'templates.sameChoice'],
      [{ answer_type: 'TEXT', choices: '' }, null],
    ];
    for (const [changes, fault] of faults) {
      const one = question(changes);
      expect(questionFault(one, [one])).toBe(fault);
    }
    const two = [question({}), question({ key: 2 })];
    expect(questionFault(two[1] as (typeof two)[number], two)).toBe('templates.sameQuestion');
    expect(moved(two, 0, 1).map(({ key }) => key)).toEqual([2, 1]);
    expect(moved(two, 0, -1)).toBe(two);
  });
});
