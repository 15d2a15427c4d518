import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Which records are chosen. They stay chosen from page to page, until something else is searched for. */
export function useChosen(filterKey: string) {
  const [chosen, setChosen] = useState<{ readonly of: string; readonly ids: ReadonlySet<number> }>({
    of: filterKey,
    ids: new Set(),
  });
  const ids = useMemo(
    () => (chosen.of === filterKey ? chosen.ids : new Set<number>()),
    [chosen, filterKey],
  );
  return {
    ids,
    set: (next: ReadonlySet<number>) => setChosen({ of: filterKey, ids: next }),
    clear: () => setChosen({ of: filterKey, ids: new Set() }),
  };
}

export type Chosen = ReturnType<typeof useChosen>;

/** Chooses one row. */
export function ChooseRow({
  id,
  name,
  chosen,
}: {
  readonly id: number;
  readonly name: string;
  readonly chosen: Chosen;
}) {
  const { t } = useTranslation();
  return (
    <label className="resource-choose">
      <input
        type="checkbox"
        aria-label={t('resource.choose', { name })}
        checked={chosen.ids.has(id)}
        onChange={(event) => {
          const next = new Set(chosen.ids);
          if (event.currentTarget.checked) next.add(id);
          else next.delete(id);
          chosen.set(next);
        }}
      />
    </label>
  );
}

/** Chooses all rows of the page, or none of them. */
export function ChoosePage({
  ids,
  chosen,
}: {
  readonly ids: readonly number[];
  readonly chosen: Chosen;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const count = ids.filter((id) => chosen.ids.has(id)).length;
  const isSome = count > 0 && count < ids.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className="resource-choose">
      <input
        ref={box}
        type="checkbox"
        aria-label={t('resource.choosePage')}
        checked={count > 0 && count === ids.length}
        onChange={(event) => {
          const next = new Set(chosen.ids);
          for (const id of ids) {
            if (event.currentTarget.checked) next.add(id);
            else next.delete(id);
          }
          chosen.set(next);
        }}
      />
    </label>
  );
}
