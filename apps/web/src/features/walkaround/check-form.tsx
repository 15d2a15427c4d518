import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { t } from '../../ui/page-texts/texts.ts';
import { type CheckDraft, useCheckDraft } from './check-draft.ts';
import { FinishStep, prefetchSignature } from './finish-step.tsx';
import { prefetchDefects } from './item-row.tsx';
import { ItemsStep } from './items-step.tsx';
import type { Known } from './start-store.ts';
import type { Walkaround } from './use-walkaround.ts';
import styles from './walkaround.module.css';
import { CARD } from './walkaround-card.ts';
import { type Draft, faultsOf, isStale, openItems } from './walkaround-model.ts';

const PREFETCH_AFTER_MS = 1500;
const PLACE_AGE_MS = 60_000;
const PLACE_LIMIT_MS = 60_000;

/** Preloads later steps, so that the check can be completed offline. */
function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void prefetchDefects();
      void prefetchSignature();
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Asks for the phone's position once; it is optional. */
function usePlace({ draft, change }: CheckDraft): void {
  const isKnown = draft.position !== null;
  useEffect(() => {
    const { geolocation } = navigator as { geolocation?: Geolocation | null };
    if (isKnown || geolocation == null) return;
    let isCurrent = true;
    geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: long } }) => {
        if (isCurrent) change({ position: { lat, long } });
      },
      () => undefined,
      { enableHighAccuracy: true, maximumAge: PLACE_AGE_MS, timeout: PLACE_LIMIT_MS },
    );
    return () => {
      isCurrent = false;
    };
  }, [isKnown, change]);
}

/** "Discard", with a confirmation. */
function Discard({ onDiscard }: { readonly onDiscard: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button kind="link" onClick={() => setIsAsked(true)}>
        {t('walk.discard')}
      </Button>
    );
  }
  return (
    <div className={CARD} role="alert">
      <p>{t('walk.discardAsk')}</p>
      <div className={cx(row({ wrap: true, gap: 2 }), styles.walkButtons)}>
        <Button onClick={onDiscard}>{t('walk.discard')}</Button>
        <Button onClick={() => setIsAsked(false)}>{t('action.cancel')}</Button>
      </div>
    </div>
  );
}

/** A check started on another day, since when the vehicle may have changed. */
function Stale({ draft, page }: { readonly draft: Draft; readonly page: Walkaround }) {
  return (
    <section className={CARD} role="alert">
      <h1>{draft.vehicle.registration.toUpperCase()}</h1>
      <p>{t('walk.stale')}</p>
      <Button
        kind="primary"
        size="large"
        onClick={() => void page.discard(draft).then(() => page.begin(draft.vehicle))}
      >
        {t('walk.again')}
      </Button>
      <Button kind="link" onClick={() => void page.discard(draft)}>
        {t('walk.discard')}
      </Button>
    </section>
  );
}

/** A check that another tab finished or replaced. */
function Elsewhere({ page }: { readonly page: Walkaround }) {
  return (
    <section className={CARD} role="alert">
      <p>{t('walk.elsewhere')}</p>
      <Button kind="primary" size="large" onClick={() => void page.load()}>
        {t('walk.openAgain')}
      </Button>
    </section>
  );
}

/** The check of a vehicle: its items, then odometer and signature. */
export function CheckForm({
  first,
  known,
  page,
}: {
  readonly first: Draft;
  readonly known: Known;
  readonly page: Walkaround;
}) {
  const check = useCheckDraft(first);
  const { draft, advance, isKept, isFull, isElsewhere } = check;
  usePlace(check);
  usePrefetch();
  const [isTold, setIsTold] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const nowMs = () => Date.now() + known.behindMs;
  const go = async (isFinishing: boolean) => {
    setIsTold(false);
    await advance({ isFinishing });
    window.scrollTo(0, 0);
    heading.current?.focus();
  };
  if (isStale(draft, nowMs())) return <Stale draft={draft} page={page} />;
  if (isElsewhere) return <Elsewhere page={page} />;
  const open = openItems(draft).length;
  const submit = () => {
    const faults = draft.isFinishing ? faultsOf(draft) : open > 0 ? ['items'] : [];
    if (faults.length > 0) return setIsTold(true);
    setIsUnsent(false);
    if (draft.isFinishing) page.send(draft).catch(() => setIsUnsent(true));
    else void go(true);
  };
  return (
    <form
      className={stack({ gap: 4 })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h1
        ref={heading}
        tabIndex={-1}
        className={cx(
          look({ selfX: 'start', paddingY: 1, paddingX: 4, ground: 'surface' }),
          styles.walkPlate,
        )}
      >
        {draft.vehicle.registration.toUpperCase()}
      </h1>
      {draft.isFinishing ? (
        <FinishStep check={check} known={known} nowMs={nowMs} isTold={isTold} />
      ) : (
        <ItemsStep check={check} known={known} isTold={isTold} />
      )}
      <div className={cx(stack({ gap: 2, ground: 'ground', borderTop: true }), styles.walkFoot)}>
        {!draft.isFinishing && (
          <div className={cx(row({ gap: 3, align: 'center' }), styles.walkProgress)}>
            <progress
              aria-hidden="true"
              max={draft.answers.length}
              value={draft.answers.length - open}
            />
            <span role="status">
              {t('walk.done', { n: draft.answers.length - open, count: draft.answers.length })}
            </span>
          </div>
        )}
        <div className={cx(row({ wrap: true, gap: 2 }), styles.walkButtons)}>
          {draft.isFinishing && (
            <Button size="large" onClick={() => void go(false)}>
              {t('walk.back')}
            </Button>
          )}
          <Button type="submit" kind="primary" size="large">
            {t(draft.isFinishing ? 'walk.send' : 'walk.next')}
          </Button>
        </div>
      </div>
      <p className={styles.walkQuiet} role="status">
        {isKept ? t('walk.kept') : ''}
      </p>
      <p className="field-fault" role="alert">
        {isFull || isUnsent ? t('walk.notKept') : ''}
      </p>
      <Discard onDiscard={() => void page.discard(draft)} />
    </form>
  );
}
