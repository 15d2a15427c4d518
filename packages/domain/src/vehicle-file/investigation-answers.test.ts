import { describe, expect, it } from 'vitest';
import { isFailingStatus } from './failing-status.ts';
import {
  answerError,
  dateAnswer,
  dayOfAnswer,
  dropdownAndText,
  joinDropdownAndText,
} from './investigation-answers.ts';

const question = (answer_type: string, ...answer_choices: string[]) => ({
  answer_type,
  answer_choices,
});

describe('answers of an investigation', () => {
  it('[I-43] [I-39] are required, files alone are not', () => {
    for (const type of ['TEXT', 'CHOICE', 'DATE', 'DROPDOWN_AND_TEXT', 'SOMETHING_NEW']) {
      expect(answerError(question(type), ' '), type).toBe('required');
    }
    expect(answerError(question('FILE'), '')).toBeNull();
  });

  it('[I-44] [I-40] have at most 255 characters, also those of an unknown type', () => {
    for (const type of ['TEXT', 'FILE', 'SOMETHING_NEW']) {
      expect(answerError(question(type), 'x'.repeat(255)), type).toBeNull();
      expect(answerError(question(type), 'x'.repeat(256)), type).toBe('tooLong');
    }
  });

  it('[I-36] must be one of the choices', () => {
    expect(answerError(question('CHOICE', 'Yes', 'No'), 'No')).toBeNull();
    expect(answerError(question('CHOICE', 'Yes', 'No'), 'Maybe')).toBe('notOffered');
  });

  it('[I-46] [I-47] [I-37] store a day as its midnight in UTC', () => {
    expect(dateAnswer('2026-11-20')).toBe('2026-11-20T00:00:00Z');
    expect(dayOfAnswer('2026-11-20T00:00:00.000Z')).toBe('2026-11-20');
    expect(answerError(question('DATE'), dateAnswer('2026-11-20'))).toBeNull();
    for (const wrong of ['2026-11-20', '2026-11-20T01:00:00Z', '2026-02-31T00:00:00Z', 'soon']) {
      expect(answerError(question('DATE'), wrong), wrong).toBe('notADay');
    }
  });

  it('[I-41] [I-42] [OP-061] of a dropdown with text need both parts; the text may be absent when read', () => {
    expect(joinDropdownAndText('Worn', 'left | right')).toBe('Worn|left | right');
    expect(dropdownAndText('Worn|left | right')).toEqual({ choice: 'Worn', text: 'left | right' });
    expect(dropdownAndText('Worn')).toEqual({ choice: 'Worn', text: '' });
    const part = question('DROPDOWN_AND_TEXT', 'Worn', 'Broken');
    expect(answerError(part, 'Worn|left')).toBeNull();
    for (const half of ['Worn', 'Worn|', 'Worn| ', '|left']) {
      expect(answerError(part, half), half).toBe('required');
    }
    expect(answerError(part, 'Lost|left')).toBe('notOffered');
    expect(answerError(part, `Worn|${'x'.repeat(256)}`)).toBe('tooLong');
  });
});

describe('a failing status', () => {
  const type = (reference: string, statuses: { name: string; stops: boolean }[] = []) => ({
    reference,
    use_activity_statuses_on_ui: statuses.length > 0,
    statuses: statuses.map(({ name, stops }, n) => ({
      id: n + 1,
      name,
      do_not_create_schedule_activities: stops,
    })),
  });

  it('[I-P04] stops the schedule, or is a defect that takes the vehicle off the road', () => {
    expect(isFailingStatus(type('MOT'), 'Fail')).toBe(true);
    expect(isFailingStatus(type('MOT'), 'PRS')).toBe(true);
    expect(isFailingStatus(type('MOT'), 'Pass')).toBe(false);
    expect(isFailingStatus(type('PMI_FORM'), 'Completed')).toBe(false);
    expect(isFailingStatus(type('SAFETY_INSPECTION'), '12')).toBe(false);
    expect(isFailingStatus(type('DEFECT'), '357913941_IS_VOR')).toBe(true);
    expect(isFailingStatus(type('DEFECT'), '357913941')).toBe(false);
    const own = [
      { name: 'Refused', stops: true },
      { name: 'Advised', stops: false },
    ];
    expect(isFailingStatus(type('LOLER', own), 'Refused')).toBe(true);
    expect(isFailingStatus(type('LOLER', own), 'Advised')).toBe(false);
  });
});
