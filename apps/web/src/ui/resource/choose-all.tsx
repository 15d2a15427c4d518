import { formatNumber } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../display.ts';
import { toast } from '../toast.ts';
import type { Chosen } from './choose.tsx';
import type { ListQuery, Resource } from './resource.ts';
import type { ResourceList } from './use-resource.ts';

type Ids = { readonly id: number };

/** Records in one call of a bulk action, as the server accepts them. */
const MOST = 1000;
/** The largest page of a list (requirement R-004). */
const PAGE_SIZE = 400;

/** The ids of all records of a filter, in pages. @throws ApiError if a page cannot be loaded */
async function idsOf(load: (query: ListQuery) => Promise<readonly Ids[]>, query: ListQuery) {
  const ids = new Set<number>();
  for (let page = 1; page <= Math.ceil(MOST / PAGE_SIZE); page += 1) {
    const rows = await load({ ...query, page, pageSize: PAGE_SIZE });
    for (const { id } of rows) if (ids.size < MOST) ids.add(id);
    if (rows.length < PAGE_SIZE) break;
  }
  return ids;
}

/** Selects the records of all pages of the filter, once those of the page are selected. */
export function ChooseAll<Row extends Ids, Draft, One extends Ids>({
  resource,
  list,
  chosen,
}: {
  readonly resource: Resource<Row, Draft, One>;
  readonly list: ResourceList<Row>;
  readonly chosen: Chosen;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const { rows, count, isLimit, query } = list;
  const isPageChosen = rows.every(({ id }) => chosen.ids.has(id));
  if (!isPageChosen || (!isLimit && count <= chosen.ids.size)) return null;
  if (isLimit || count > MOST) {
    const most = formatNumber(MOST, locale);
    return <span>{t('resource.chooseAllTooMany', { most })}</span>;
  }
  const choose = async () => {
    setIsBusy(true);
    try {
      const { signal } = new AbortController();
      const load = async (asked: ListQuery) => (await resource.list(asked, signal)).results;
      chosen.set(await idsOf(load, query));
    } catch (error) {
      toast.error((error as Error).message);
    }
    setIsBusy(false);
  };
  return (
    <button type="button" className="link-button" disabled={isBusy} onClick={() => void choose()}>
      {t('resource.chooseAll', { count: formatNumber(count, locale) })}
    </button>
  );
}
