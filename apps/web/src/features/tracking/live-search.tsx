import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import type { TrackVehicle } from './fleet-store.ts';
import { isUntracked } from './tracking-filters.ts';

/**
 * The search of the live map. Arrow keys move through the matches of the list, Enter selects the highlighted
 * one, or the only one.
 */
export function LiveSearch({
  box,
  value,
  matches,
  highlightedId,
  onChange,
  onHighlight,
  onSelect,
}: {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly value: string;
  /** In the sequence of the list, each once. */
  readonly matches: readonly TrackVehicle[];
  readonly highlightedId: number | null;
  readonly onChange: (value: string) => void;
  readonly onHighlight: (id: number | null) => void;
  readonly onSelect: (id: number) => void;
}) {
  const { t } = useTranslation();
  // A screen reader hears the match that an arrow key reached, and nothing while the person types.
  const [said, setSaid] = useState('');
  const move = (step: number) => {
    const now = matches.findIndex(({ id }) => id === highlightedId);
    const at = now === -1 ? (step > 0 ? 0 : matches.length - 1) : now + step;
    const next = matches[Math.max(0, Math.min(matches.length - 1, at))];
    if (next === undefined) return;
    onHighlight(next.id);
    setSaid(
      t('track.match', {
        registration: next.registration,
        state: t(isUntracked(next) ? 'page.noTracker' : `state.${next.state}`),
        number: matches.indexOf(next) + 1,
        count: matches.length,
      }),
    );
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
      return;
    }
    if (event.key !== 'Enter') return;
    const highlighted = matches.find(({ id }) => id === highlightedId);
    const found = highlighted ?? (matches.length === 1 ? matches[0] : undefined);
    if (found === undefined) return;
    onHighlight(null);
    onSelect(found.id);
  };
  return (
    <>
      <input
        ref={box}
        type="search"
        className={look({
          width: 'full',
          height: 40,
          paddingY: 0,
          paddingX: 3,
          ground: 'ground',
          border: 'strong',
          radius: 'medium',
        })}
        aria-label={t('track.search')}
        placeholder={t('track.search')}
        value={value}
        onChange={(event) => {
          onHighlight(null);
          setSaid('');
          onChange(event.currentTarget.value);
        }}
        onBlur={() => onHighlight(null)}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
