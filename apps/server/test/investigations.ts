import sharp from 'sharp';
import type { TestApi } from './api.ts';

/** A drawn line as a signature, as the pad gives it out. */
export async function signature(): Promise<string> {
  const line = Buffer.from(
    '<svg width="500" height="250"><path d="M50 180 Q200 20 440 120" stroke="black" fill="none" stroke-width="3"/></svg>',
  );
  return `data:image/png;base64,${(await sharp(line).png().toBuffer()).toString('base64')}`;
}

export const dataUrl = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** One question of each type of answer. */
export const QUESTIONS = [
  { question: 'What failed?', answer_type: 'TEXT', answer_choices: [] },
  { question: 'Was it known?', answer_type: 'CHOICE', answer_choices: ['Yes', 'No'] },
  { question: 'When was it mended?', answer_type: 'DATE', answer_choices: [] },
  {
    question: 'Which part?',
    answer_type: 'DROPDOWN_AND_TEXT',
    answer_choices: ['Brakes', 'Lights'],
  },
  { question: 'A photograph', answer_type: 'FILE', answer_choices: [] },
];

/** Makes a template through the interface; returns it. */
export async function makeTemplate(
  api: TestApi,
  as: number,
  activityType: number,
  changes: object = {},
) {
  const { body } = await api.ask('/api/investigation_templates/', {
    as,
    method: 'POST',
    body: { title: 'Failed test', activity_type: activityType, questions: QUESTIONS, ...changes },
  });
  return body;
}
