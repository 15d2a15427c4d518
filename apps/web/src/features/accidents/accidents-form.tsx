import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { usePrefetch } from '../../ui/later/parts.tsx';
import { smallLater } from '../../ui/later/small-later.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { t } from '../../ui/public-page/texts.ts';
import styles from './accident.module.css';
import { type DraftForm, useAccidentDraft } from './accident-draft.ts';
import { type Faults, faultsOf, STEPS, type Step } from './accidents-faults.ts';
import type { Draft } from './accidents-model.ts';
import { PlaceStep } from './place-step.tsx';
import type { AccidentPage } from './use-accident.ts';
import { WhatStep } from './what-step.tsx';

// Loads the first step at once; the signature pads and pickers of the others load in the
// background.
const laterSteps = smallLater(async () => (await import('./later-steps.tsx')).LaterSteps);
const LATER_PARTS = [laterSteps];
const FIRST_LATER = STEPS.indexOf('people');

/** "Start again", with a confirmation. */
function Discard({ onDiscard }: { readonly onDiscard: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button kind="link" onClick={() => setIsAsked(true)}>
        {t('accident.discard')}
      </Button>
    );
  }
  return (
    <div className={cx(stack({ gap: 2, items: 'start' }), styles.accidentState)} role="alert">
      <p>{t('accident.discardAsk')}</p>
      <Button kind="public" onClick={onDiscard}>
        {t('accident.discard')}
      </Button>
      <Button kind="public" onClick={() => setIsAsked(false)}>
        {t('action.cancel')}
      </Button>
    </div>
  );
}

/** A report that another tab sent or replaced. */
function Elsewhere({ page }: { readonly page: AccidentPage }) {
  return (
    <div className={cx(stack({ gap: 2, items: 'start' }), styles.accidentState)} role="alert">
      <p>{t('accident.elsewhere')}</p>
      <Button kind="publicPrimary" onClick={page.retry}>
        {t('accident.openAgain')}
      </Button>
    </div>
  );
}

function useSteps(form: DraftForm, page: AccidentPage) {
  const { draft, advance } = form;
  const [faults, setFaults] = useState<Faults>({});
  const [isUnsent, setIsUnsent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Store each step before showing the next, so that a phone that switches off loses nothing
  // (K-P04).
  const go = async (step: number) => {
    setFaults({});
    await advance({ step });
    window.scrollTo(0, 0);
    heading.current?.focus();
  };
  const check = (n: number): boolean => {
    const found = faultsOf(STEPS[n] ?? 'what', draft, t, Date.now());
    setFaults(found);
    return Object.keys(found).length === 0;
  };
  const firstWrong = () =>
    STEPS.findIndex((step) => Object.keys(faultsOf(step, draft, t, Date.now())).length > 0);
  return {
    faults,
    isUnsent,
    heading,
    back: () => void go(draft.step - 1),
    next: () => {
      if (check(draft.step)) void go(draft.step + 1);
    },
    send: async () => {
      const wrong = firstWrong();
      setIsUnsent(false);
      if (wrong === -1) return void page.send(draft).catch(() => setIsUnsent(true));
      if (wrong !== draft.step) await go(wrong);
      check(wrong);
    },
  };
}

/** Scrolls to the first invalid field, which may be outside the viewport. */
function useFirstWrong(faults: Faults) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return element;
}

/** The form in five steps, each short enough to fill in on a phone in the rain (K-P03). */
export function AccidentForm({
  first,
  page,
}: {
  readonly first: Draft;
  readonly page: AccidentPage;
}) {
  usePrefetch(LATER_PARTS);
  const form = useAccidentDraft(first);
  const { draft, isKept, isFull, isElsewhere } = form;
  const steps = useSteps(form, page);
  const n = Math.min(Math.max(draft.step, 0), STEPS.length - 1);
  const step: Step = STEPS[n] ?? 'what';
  const isLast = n === STEPS.length - 1;
  const isWrong = Object.keys(steps.faults).length > 0;
  const told = isWrong ? 'accident.check' : isFull || steps.isUnsent ? 'accident.notKept' : null;
  const element = useFirstWrong(steps.faults);
  if (isElsewhere) return <Elsewhere page={page} />;
  return (
    <form
      data-part="accident-form"
      ref={element}
      className={cx(stack({ gap: 4 }), styles.accidentForm)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isLast) void steps.send();
        else steps.next();
      }}
    >
      <h1>{t('accident.title')}</h1>
      {n === 0 && (
        <p
          className={look({
            paddingY: 3,
            paddingX: 4,
            tone: 'warn',
            ground: 'warn',
            radius: 'medium',
            weight: 'strong',
          })}
        >
          {t('accident.safety')}
        </p>
      )}
      <progress
        className={cx(look({ width: 'full' }), styles.accidentProgress)}
        max={STEPS.length}
        value={n + 1}
        aria-hidden="true"
      />
      <h2 ref={steps.heading} tabIndex={-1}>
        {t('accident.step', { n: n + 1, count: STEPS.length, name: t(`accident.step.${step}`) })}
      </h2>
      {step === 'what' && <WhatStep form={form} faults={steps.faults} />}
      {step === 'place' && <PlaceStep form={form} faults={steps.faults} />}
      {n >= FIRST_LATER && <laterSteps.Part step={step} form={form} faults={steps.faults} />}
      <p className="field-fault" role="alert">
        {told === null ? '' : t(told)}
      </p>
      <div className={row({ gap: 2 })}>
        {n > 0 && (
          <Button kind="public" onClick={steps.back}>
            {t('accident.back')}
          </Button>
        )}
        <Button type="submit" kind="publicPrimary">
          {t(isLast ? 'accident.send' : 'accident.next')}
        </Button>
      </div>
      <p className="public-quiet" role="status">
        {isKept ? t('accident.saved') : ''}
      </p>
      <Discard onDiscard={() => void page.discard(draft)} />
    </form>
  );
}
