import type { Investigation, Question } from './investigations-form.ts';

const question = (
  id: number,
  text: string,
  answer_type: string,
  ...answer_choices: string[]
): Question => ({
  id,
  question: text,
  answer_type: answer_type as Question['answer_type'],
  answer_choices,
});

/** One question of each type, and one of an unknown type. */
export const QUESTIONS: readonly Question[] = [
  question(11, 'What failed?', 'TEXT'),
  question(12, 'Was it known?', 'CHOICE', 'Yes', 'No'),
  question(13, 'When was it mended?', 'DATE'),
  question(14, 'Which part?', 'DROPDOWN_AND_TEXT', 'Brakes', 'Lights'),
  question(15, 'A photograph', 'FILE'),
];

/** A pending investigation for a test. */
export const investigation = (changes: Partial<Investigation> = {}): Investigation => ({
  id: 5,
  activity_id: 7,
  status: 'PENDING',
  template: { id: 2, title: 'Failed MOT', version: 1, questions: [...QUESTIONS] },
  answers: [],
  vehicle: { id: 12, registration: 'AB12 CDE' },
  depot: { id: 3, name: 'Leeds' },
  depot_name: 'Leeds',
  assignee: { id: 4, first_name: 'Ada', last_name: 'Hill' },
  due_date: '2026-12-01T00:00:00Z',
  created_at: '2026-11-20T10:30:00Z',
  updated_at: '2026-11-21T11:30:00Z',
  signoff_signature: null,
  completed_by: null,
  completed_at: null,
  cause: 'failed',
  opened_by: 'Bea Cole',
  scheduled_activities_snapshot: [
    { id: 1, name: 'MOT', was_overdue: true, expires_at: '2026-11-10T00:00:00Z' },
    { id: 2, name: 'Service', was_overdue: false, expires_at: '2026-12-24T00:00:00Z' },
  ],
  revision: 3,
  ...changes,
});

/** A stored answer for a test. */
export const answer = (
  id: number,
  questionId: number,
  text: string,
  attachment: string | null = null,
): Investigation['answers'][number] => ({
  id,
  question: { id: questionId },
  answer: text,
  attachment,
  attachment_name: attachment === null ? null : 'tyre.jpg',
  attachment_type: attachment === null ? null : 'image/jpeg',
  answered_by: 'Ada Hill',
});

/** Valid answers to all required questions. */
export const ANSWERS = [
  answer(21, 11, 'The brakes'),
  answer(22, 12, 'No'),
  answer(23, 13, '2026-11-20T00:00:00Z'),
  answer(24, 14, 'Brakes|rear left'),
];
