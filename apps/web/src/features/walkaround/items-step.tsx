import { Fragment, useEffect, useRef } from 'react';
import { cx, stack } from '../../ui/look/look.ts';
import { knownText, t } from '../../ui/page-texts/texts.ts';
import type { CheckDraft } from './check-draft.ts';
import { ItemRow } from './item-row.tsx';
import type { Known } from './start-store.ts';
import { TrailersPart } from './trailers-part.tsx';
import styles from './walkaround.module.css';
import { type Answer, itemsOf, openItems, photosOf } from './walkaround-model.ts';

/** An unanswered item. */
const NOTHING: Answer = { result: 'ok', severity: null, note: '', photos: [] };

/** Scrolls to the first open item, which may be outside the viewport. */
function useFirstOpen(isTold: boolean, first: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on request
  useEffect(() => {
    if (!isTold || first === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${first}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isTold]);
  return list;
}

/** The items in the order of the walk, by section. */
export function ItemsStep({
  check,
  known,
  isTold,
}: {
  readonly check: CheckDraft;
  readonly known: Known;
  readonly isTold: boolean;
}) {
  const { draft, change, filesOf, putPhotos } = check;
  const open = openItems(draft);
  const list = useFirstOpen(isTold, open[0]);
  const items = itemsOf(draft);
  const room = known.start.photo_limit - photosOf(draft).length;
  const answer = (n: number, next: (before: Answer) => Answer) =>
    change(({ answers }) => ({
      answers: answers.map((one, place) => (place === n ? next(one ?? NOTHING) : one)),
    }));
  return (
    <div className={cx(stack({ gap: 2 }), styles.walkItems)} ref={list}>
      <TrailersPart check={check} known={known} />
      <p>{t('walk.how')}</p>
      {items.map(({ asset, item }, n) => {
        const given = draft.answers[n] ?? null;
        const before = items[n - 1];
        const isFirstOfAsset = before?.asset !== asset;
        const isFirst = isFirstOfAsset || before.item.section !== item.section;
        const trailer = draft.trailers?.[asset - 1]?.vehicle;
        return (
          <Fragment key={`${trailer?.id ?? 0}\n${item.section}\n${item.name}`}>
            {isFirstOfAsset && trailer !== undefined && (
              <h2>
                {t('walk.trailerNamed', { registration: trailer.registration.toUpperCase() })}
              </h2>
            )}
            {isFirst && item.section !== '' && <h2>{knownText(item.section)}</h2>}
            <ItemRow
              n={n}
              item={item}
              answer={given}
              isWrong={isTold && open.includes(n)}
              photos={filesOf(given?.photos ?? [])}
              photoLimit={(given?.photos.length ?? 0) + Math.max(0, room)}
              onAnswer={(said) => answer(n, (before) => ({ ...before, ...said }))}
              onPhotos={(next) =>
                answer(n, (before) => ({ ...before, photos: putPhotos(before.photos, next) }))
              }
            />
          </Fragment>
        );
      })}
      <p className="field-fault" role="alert">
        {isTold && open.length > 0 ? t('walk.openItems', { n: open.length }) : ''}
      </p>
    </div>
  );
}
