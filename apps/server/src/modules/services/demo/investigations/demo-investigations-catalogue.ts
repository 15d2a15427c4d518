import type { AnswerType } from '@roadworthy/domain';

/** A question of a template, with its answer in the demo fleet. */
export interface PlannedQuestion {
  readonly question: string;
  readonly type: AnswerType;
  readonly choices: readonly string[];
  /** The stored form; `day` stands for a day after the activity, null for no answer. */
  readonly answer: string | 'day' | null;
}

/** A template, and the activities that have an investigation. */
export interface PlannedTemplate {
  readonly reference: string;
  readonly title: string;
  readonly dueDays: number;
  /** Status of the activities that opened an investigation. */
  readonly status: string;
  /** Maximum number of investigations, for the newest activities. */
  readonly atMost: number;
  readonly questions: readonly PlannedQuestion[];
}

const text = (question: string, answer: string): PlannedQuestion => ({
  question,
  type: 'TEXT',
  choices: [],
  answer,
});
const choice = (question: string, choices: readonly string[], answer: string): PlannedQuestion => ({
  question,
  type: 'CHOICE',
  choices,
  answer,
});
const day = (question: string): PlannedQuestion => ({
  question,
  type: 'DATE',
  choices: [],
  answer: 'day',
});
const file = (question: string): PlannedQuestion => ({
  question,
  type: 'FILE',
  choices: [],
  answer: null,
});
const part = (question: string, choices: readonly string[], answer: string): PlannedQuestion => ({
  question,
  type: 'DROPDOWN_AND_TEXT',
  choices,
  answer,
});

/** Questions after a failed test, and after a defect that took a vehicle off the road. */
export const TEMPLATES: readonly PlannedTemplate[] = [
  {
    reference: 'MOT',
    title: 'Failed MOT',
    dueDays: 14,
    status: 'Fail',
    atMost: 8,
    questions: [
      text('Why did the vehicle fail?', 'Parking brake below the required efficiency'),
      part(
        'Which part failed?',
        ['Brakes', 'Steering', 'Suspension', 'Lights', 'Tyres', 'Body', 'Emissions'],
        'Brakes|Rear axle, both sides',
      ),
      choice(
        'Had a driver reported it before?',
        ['Yes, and it was repaired', 'Yes, and it was not repaired', 'No'],
        'No',
      ),
      choice('Should the last safety inspection have found it?', ['Yes', 'No'], 'Yes'),
      day('When was it repaired?'),
      text('What is done so that it does not happen again?', 'Brakes are measured at each PMI'),
      file('Repair invoice or photograph'),
    ],
  },
  {
    reference: 'DEFECT',
    title: 'Vehicle off the road',
    dueDays: 7,
    status: '357913941_IS_VOR',
    atMost: 6,
    questions: [
      text('What happened?', 'Found at the walkaround check before the first run'),
      choice('Was the vehicle driven with the defect?', ['Yes', 'No', 'Not known'], 'No'),
      choice('Was the walkaround check of the day before done?', ['Yes', 'No'], 'Yes'),
      part(
        'What is done about it?',
        ['Driver training', 'Shorter inspection interval', 'Workshop instructed', 'Nothing'],
        'Workshop instructed|Looked at with each service',
      ),
      day('When was the vehicle back on the road?'),
      file('Photograph'),
    ],
  },
];
