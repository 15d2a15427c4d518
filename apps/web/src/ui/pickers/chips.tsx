import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../close-icon.tsx';
import type { Chosen } from './kind.ts';

/** Chips above this number are rendered only on request. */
const SHOWN_AT_FIRST = 30;

/** The selected records; a click on a chip removes it (requirement P-014). */
export function Chips({
  chosen,
  onRemove,
}: {
  readonly chosen: readonly Chosen[];
  readonly onRemove: (id: number) => void;
}) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const list = useRef<HTMLUListElement>(null);
  if (chosen.length === 0) return null;
  const hidden = chosen.length - limit;
  const remove = (id: number, event: React.MouseEvent<HTMLButtonElement>) => {
    // The focus moves to the next chip, or to the previous one after the last.
    const item = event.currentTarget.closest('li');
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    neighbour?.querySelector('button')?.focus();
    onRemove(id);
  };
  return (
    <ul ref={list} className="picker-chips">
      {chosen.slice(0, limit).map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t('picker.remove', { name })}
            onClick={(event) => remove(id, event)}
          >
            <span>{name}</span>
            <CloseIcon sizePx={14} />
          </button>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            className="link-button"
            onClick={() => setLimit(limit + SHOWN_AT_FIRST)}
          >
            {t('picker.more', { count: hidden })}
          </button>
        </li>
      )}
    </ul>
  );
}
