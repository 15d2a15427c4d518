import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx, row, stack } from '../look/look.ts';
import styles from './ordered.module.css';
import type { Ordered } from './ordered.ts';

/** Buttons that move and remove an item. */
function OrderButtons({
  texts,
  place,
  count,
  onMove,
  onRemove,
}: Ordered & { readonly texts: string }) {
  const { t } = useTranslation();
  return (
    <div className={cx(row({ align: 'center' }), styles.questionButtons)}>
      <button
        type="button"
        className="icon-button"
        aria-label={t(`${texts}.up`, { place })}
        disabled={place === 1}
        onClick={() => onMove(-1)}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t(`${texts}.down`, { place })}
        disabled={place === count}
        onClick={() => onMove(1)}
      >
        <span aria-hidden="true">↓</span>
      </button>
      <button
        type="button"
        className="link-button"
        aria-label={t(`${texts}.removeOne`, { place })}
        disabled={count === 1}
        onClick={onRemove}
      >
        {t(`${texts}.remove`)}
      </button>
    </div>
  );
}

/**
 * The fields of an item of a sorted list, below its title and its buttons.
 *
 * @param texts prefix of `.up`, `.down`, `.remove` and `.removeOne`
 */
export function OrderedItem({
  title,
  texts,
  ordered,
  children,
}: {
  readonly title: string;
  readonly texts: string;
  readonly ordered: Ordered;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <li
      className={stack({
        gap: 3,
        paddingX: 4,
        paddingTop: 3,
        paddingBottom: 4,
        ground: 'ground',
        border: 'line',
        radius: 'medium',
      })}
      aria-labelledby={id}
    >
      <div className={row({ wrap: true, align: 'center', justify: 'between' })}>
        <strong id={id}>{title}</strong>
        <OrderButtons texts={texts} {...ordered} />
      </div>
      {children}
    </li>
  );
}
