import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chosen } from './choose.tsx';
import { ChooseAll } from './choose-all.tsx';
import type { Removal } from './removal.tsx';
import type { Resource } from './resource.ts';
import type { ResourceList } from './use-resource.ts';

type Ids = { readonly id: number };

/** Actions for the selected records. */
export function BulkBar<Row extends Ids, Draft, One extends Ids>({
  resource,
  list,
  chosen,
  onRemoval,
}: {
  readonly resource: Resource<Row, Draft, One>;
  readonly list: ResourceList<Row>;
  readonly chosen: Chosen;
  readonly onRemoval: (removal: Removal, ids: readonly number[], name: string) => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [opened, setOpened] = useState<string | null>(null);
  const { archive, remove, bulk = [], kind } = resource;
  const { isArchived } = list;
  const ids = [...chosen.ids];
  const name = t('resource.chosen', { count: ids.length });
  const offered = isArchived ? [] : bulk;
  const action = offered.find(({ key }) => key === opened);
  return (
    <section className="resource-bulk" aria-label={t('resource.bulk')}>
      <strong role="status">{name}</strong>
      <ChooseAll resource={resource} list={list} chosen={chosen} />
      {offered.map(({ key, label }) => (
        <button key={key} type="button" className="button" onClick={() => setOpened(key)}>
          {label}
        </button>
      ))}
      {archive !== undefined && (
        <button
          type="button"
          className="button"
          onClick={() => onRemoval(isArchived ? 'restore' : 'archive', ids, name)}
        >
          {t(isArchived ? 'resource.restore' : 'resource.archive')}
        </button>
      )}
      {remove !== undefined && (
        <button type="button" className="button" onClick={() => onRemoval('remove', ids, name)}>
          {t('resource.remove')}
        </button>
      )}
      <button type="button" className="link-button" onClick={chosen.clear}>
        {t('resource.chooseNone')}
      </button>
      {action !== undefined && (
        <action.Dialog
          ids={ids}
          onClose={() => setOpened(null)}
          onDone={() => {
            setOpened(null);
            chosen.clear();
            void client.invalidateQueries({ queryKey: [kind] });
          }}
        />
      )}
    </section>
  );
}
