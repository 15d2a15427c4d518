import type { contract, RequestOf } from '@roadworthy/contract';
import type { ChosenVehicle } from '../../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

type Body = RequestOf<typeof contract.vehicleCheck.createSurvey>['body'];

/** A question of a survey as it is being answered. */
export interface DraftItem {
  /** Tells items apart while they come and go. */
  readonly key: number;
  readonly question: string;
  /** One of the defaults: its words stand fast. */
  readonly isGiven: boolean;
  /** Null until it is answered. */
  readonly ok: boolean | null;
  readonly comment: string;
}

/** An audit survey as it is being written. */
export interface SurveyDraft {
  /** YYYY-MM-DD in the person's zone. */
  readonly day: string;
  readonly vehicle: ChosenVehicle | null;
  readonly items: readonly DraftItem[];
  readonly note: string;
}

/** Texts of the questions that a survey begins with, in their order. */
export const DEFAULT_QUESTIONS = [
  'checks',
  'signOff',
  'inspections',
  'drivers',
  'vehicles',
  'load',
  'safety',
  'keys',
  'yard',
  'records',
] as const;

/** A draft with the default questions, none answered. */
export const firstDraft = (questions: readonly string[], day: string): SurveyDraft => ({
  day,
  vehicle: null,
  items: questions.map((question, key) => ({
    key,
    question,
    isGiven: true,
    ok: null,
    comment: '',
  })),
  note: '',
});

/** A draft with one more question, which the auditor words. */
export const withQuestion = (draft: SurveyDraft): SurveyDraft => ({
  ...draft,
  items: [
    ...draft.items,
    {
      key: Math.max(-1, ...draft.items.map(({ key }) => key)) + 1,
      question: '',
      isGiven: false,
      ok: null,
      comment: '',
    },
  ],
});

/** The share of the answered items that is in order, in whole per cent; null before any is answered. */
export function scoreOf(items: readonly Pick<DraftItem, 'ok'>[]): number | null {
  const answered = items.filter(({ ok }) => ok !== null);
  if (answered.length === 0) return null;
  return Math.round((answered.filter(({ ok }) => ok === true).length / answered.length) * 100);
}

/** What is still missing of an item; null where it is whole. What is not in order needs a comment. */
export function faultOf(item: DraftItem): 'question' | 'answer' | 'comment' | null {
  if (item.question.trim().length < 2) return 'question';
  if (item.ok === null) return 'answer';
  return item.ok === false && item.comment.trim() === '' ? 'comment' : null;
}

/**
 * What is sent.
 *
 * @param date the moment of the survey, ISO UTC
 * @param answers the words for in order and not in order, which the survey keeps
 */
export const bodyOf = (
  draft: SurveyDraft,
  depot: number,
  date: string,
  answers: { readonly yes: string; readonly no: string },
): Body => ({
  depot,
  vehicle: draft.vehicle?.id ?? null,
  date,
  items: draft.items.map(({ question, ok, comment }) => ({
    question: question.trim(),
    answer: ok === true ? answers.yes : answers.no,
    ok: ok === true,
    comment: comment.trim() === '' ? null : comment.trim(),
  })),
  ...(draft.note.trim() === '' ? {} : { note: draft.note.trim() }),
});
