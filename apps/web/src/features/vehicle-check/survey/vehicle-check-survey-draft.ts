import type { contract, RequestOf } from '@roadworthy/contract';
import type { ChosenVehicle } from '../../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

type Body = RequestOf<typeof contract.vehicleCheck.createSurvey>['body'];

/** A question of a survey with its answer. */
export interface DraftItem {
  /** Stable key in the form. */
  readonly key: number;
  readonly question: string;
  /** One of the defaults, whose text is fixed. */
  readonly isGiven: boolean;
  /** Null if unanswered. */
  readonly ok: boolean | null;
  readonly comment: string;
}

/** Form values of an audit survey. */
export interface SurveyDraft {
  /** YYYY-MM-DD in the user's time zone. */
  readonly day: string;
  readonly vehicle: ChosenVehicle | null;
  readonly items: readonly DraftItem[];
  readonly note: string;
}

/** Texts of the default questions, in order. */
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

/** A draft with the unanswered default questions. */
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

/** A draft with one more question, whose text the auditor enters. */
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

/** The percentage of passed items among the answered ones; null if none is answered. */
export function scoreOf(items: readonly Pick<DraftItem, 'ok'>[]): number | null {
  const answered = items.filter(({ ok }) => ok !== null);
  if (answered.length === 0) return null;
  return Math.round((answered.filter(({ ok }) => ok === true).length / answered.length) * 100);
}

/** The missing value of an item; null if complete. A failed item needs a comment. */
export function faultOf(item: DraftItem): 'question' | 'answer' | 'comment' | null {
  if (item.question.trim().length < 2) return 'question';
  if (item.ok === null) return 'answer';
  return item.ok === false && item.comment.trim() === '' ? 'comment' : null;
}

/**
 * The request body.
 *
 * @param date the time of the survey, ISO UTC
 * @param answers the texts for passed and failed, which the survey stores
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
