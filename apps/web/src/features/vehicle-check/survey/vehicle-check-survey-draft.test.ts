import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  faultOf,
  firstDraft,
  scoreOf,
  withQuestion,
} from './vehicle-check-survey-draft.ts';

const draft = firstDraft(['Keys are locked away', 'Yard is safe'], '2026-11-21');

describe('[L-P05] [R-128] a survey draft', () => {
  it('starts with the unanswered default questions', () => {
    expect(draft.items.map(({ ok }) => ok)).toEqual([null, null]);
    expect(scoreOf(draft.items)).toBeNull();
  });
  it('adds questions with unique keys', () => {
    const more = withQuestion(withQuestion({ ...draft, items: draft.items.slice(0, 1) }));
    expect(new Set(more.items.map(({ key }) => key)).size).toBe(3);
    expect(withQuestion({ ...draft, items: [] }).items[0]).toMatchObject({
      key: 0,
      isGiven: false,
    });
  });
  it('counts passed items among the answered ones', () =>
    expect(scoreOf([{ ok: true }, { ok: true }, { ok: false }, { ok: null }])).toBe(67));
  it.each([
    [{ ok: null }, 'answer'],
    [{ ok: false, comment: ' ' }, 'comment'],
    [{ ok: false, comment: 'Gate is broken' }, null],
    [{ ok: true }, null],
    [{ ok: true, question: ' ' }, 'question'],
  ])('an item with %o lacks %s', (changes, fault) => {
    const [item] = draft.items;
    if (item === undefined) throw new Error('no item');
    expect(faultOf({ ...item, ...changes })).toBe(fault);
  });
  it('is sent with the texts of its answers, without empty comments', () => {
    const items = draft.items.map((item, n) => ({
      ...item,
      ok: n === 0,
      comment: n === 0 ? ' ' : ' Gate is broken ',
    }));
    expect(
      bodyOf({ ...draft, items }, 11, '2026-11-21T09:00:00Z', {
        yes: 'In order',
        no: 'Not in order',
      }),
    ).toEqual({
      depot: 11,
      vehicle: null,
      date: '2026-11-21T09:00:00Z',
      items: [
        { question: 'Keys are locked away', answer: 'In order', ok: true, comment: null },
        { question: 'Yard is safe', answer: 'Not in order', ok: false, comment: 'Gate is broken' },
      ],
    });
  });
});
