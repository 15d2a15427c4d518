import { VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Pager } from '../../../ui/data-table/pager.tsx';
import { FactList } from '../../../ui/facts.tsx';
import { look, row, stack } from '../../../ui/look/look.ts';
import type { Activity } from '../../../ui/vehicle-file/activities.ts';
import { useListState } from '../../investigations/back-link.tsx';
import {
  InvestigationStatus,
  useAssigneeText,
} from '../../investigations/investigation-status.tsx';
import { useDayText } from '../../investigations/investigations-facts.tsx';
import type { Investigation } from '../../investigations/investigations-form.ts';
import { investigationsKey } from '../../investigations/investigations-keys.ts';
import { OpenDialog } from '../../investigations/open-dialog.tsx';

/** Requirement I-P02. */
const SIZES = [25, 50, 75] as const;

/** An investigation with its link (requirements I-06, I-07). */
function Item({ investigation }: { readonly investigation: Investigation }) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const assigneeText = useAssigneeText();
  const listState = useListState();
  const { due_date: due, vehicle, depot_name: depot, assignee } = investigation;
  const facts: readonly (readonly [string, string])[] = [
    ['investigation.assignee', assigneeText(assignee)],
    ['investigation.due', due === null ? '–' : dayText(due)],
    ['vehicleFile.registration', vehicle.registration],
    ['vehicleFile.depot', depot ?? '–'],
  ];
  return (
    <li
      data-part="investigation-item"
      className={stack({ gap: 3, padding: 4, ground: 'ground', border: 'line', radius: 'medium' })}
    >
      <div className={row({ wrap: true, align: 'center', justify: 'between', gap: 2 })}>
        <strong>{investigation.template.title}</strong>
        <InvestigationStatus status={investigation.status} />
      </div>
      <FactList className="details-facts" facts={facts.map(([label, text]) => [t(label), text])} />
      <Link
        className="button"
        to="/vehicle-file/activity/$activityId/investigation/$investigationId"
        params={{
          activityId: String(investigation.activity_id),
          investigationId: String(investigation.id),
        }}
        state={listState}
      >
        {t('investigation.view')}
      </Link>
    </li>
  );
}

/** The placeholder of the list: loading, error, or empty. */
function Instead({
  list,
}: {
  readonly list: { isError: boolean; isPending: boolean; refetch: () => unknown };
}) {
  const { t } = useTranslation();
  if (list.isError) {
    return (
      <div className="details-message" role="alert">
        <p>{t('investigation.listFailed')}</p>
        <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
      </div>
    );
  }
  const text = list.isPending ? 'vehicleFile.loading' : 'investigation.none';
  return (
    <p className={look({ tone: 'quiet', size: 'small' })} role="status">
      {t(text)}
    </p>
  );
}

/** Section "Investigation Items" of the details panel (requirements I-06 to I-11, I-P02). */
export function InvestigationItems({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<number>(SIZES[0]);
  const [isOpening, setIsOpening] = useState(false);
  const list = useQuery({
    queryKey: [...investigationsKey(activity.id), page, pageSize],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.investigations.list({
        params: { id: activity.id },
        query: { page, pageSize },
        signal,
        quiet: true,
      }),
  });
  const items = list.isError ? [] : (list.data?.results ?? []);
  const count = list.data?.count ?? 0;
  return (
    <section className="details-section">
      <h3>{t('investigation.items')}</h3>
      {items.length === 0 ? (
        <Instead list={list} />
      ) : (
        <ul className={stack({ gap: 3, margin: 0, padding: 0, list: true })}>
          {items.map((investigation) => (
            <Item key={investigation.id} investigation={investigation} />
          ))}
        </ul>
      )}
      {count > SIZES[0] && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={count}
          sizes={SIZES}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size);
            setPage(1);
          }}
        />
      )}
      {may(current, VEHICLE_FILE_WRITE) && (
        <Button onClick={() => setIsOpening(true)}>{t('investigation.open')}</Button>
      )}
      {isOpening && <OpenDialog activity={activity} onClose={() => setIsOpening(false)} />}
    </section>
  );
}
