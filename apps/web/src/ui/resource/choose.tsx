import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectAll } from '../select-all/select-all.tsx';

/** The selected records. The selection stays across pages until the search changes. */
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

/** Selects one row. */
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

/** Selects all rows of the page, or none. */
export function ChoosePage({
  ids,
  chosen,
}: {
  readonly ids: readonly number[];
  readonly chosen: Chosen;
}) {
  const { t } = useTranslation();
  const change = (isChosen: boolean) => {
    const next = new Set(chosen.ids);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    chosen.set(next);
  };
  return (
    <div className="resource-choose">
      <SelectAll
        label={t('resource.choosePage')}
        count={ids.length}
        chosen={ids.filter((id) => chosen.ids.has(id)).length}
        onChange={change}
      />
    </div>
  );
}
