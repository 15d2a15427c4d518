import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { saveFrom } from '../../../ui/download-menu/save-report.ts';
import { cx, row } from '../../../ui/look/look.ts';
import { toast } from '../../../ui/toast.ts';
import styles from './depot.module.css';

type MonthDocument = AnswerOf<typeof contract.vehicleCheck.monthDocuments>['results'][number];

/** Query key of the user's documents. */
export const MONTH_DOCUMENTS_KEY = ['month-documents'] as const;
const POLL_MS = 2000;

const isUnended = ({ state }: MonthDocument) => state === 'waiting' || state === 'running';

/** A document: its title, progress and actions. */
function DocumentRow({ document }: { readonly document: MonthDocument }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, state, done, total, depot, month, type } = document;
  const name = `${depot.name}, ${t(`vehicleCheck.list.${type}`)}, ${month}`;
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast.error((error as Error).message);
    }
    await queries.invalidateQueries({ queryKey: MONTH_DOCUMENTS_KEY });
  };
  return (
    <li>
      <span>{name}</span>
      <span className={cx(row({ gap: 2, align: 'center', tone: 'quiet' }), styles.monthState)}>
        {state === 'running' && (
          <progress max={Math.max(1, total)} value={done} aria-label={name} />
        )}
        {state === 'failed' && document.failure !== null
          ? document.failure
          : t(`vehicleCheck.monthState.${state}`, { done, total })}
      </span>
      {isUnended(document) && (
        <Button
          aria-label={t('vehicleCheck.monthCancel', { name })}
          onClick={() => void act(() => api.vehicleCheck.cancelMonthDocument({ params: { id } }))}
        >
          {t('action.cancel')}
        </Button>
      )}
      {state === 'ready' && (
        <Button
          aria-label={t('vehicleCheck.monthSave', { name })}
          onClick={() =>
            void act(() =>
              saveFrom(
                addressOf(pathOf('vehicleCheck', 'monthDocumentFile'), { params: { id } }),
                `${type.toLowerCase()}-${month}.pdf`,
              ),
            )
          }
        >
          {t('download.title')}
        </Button>
      )}
    </li>
  );
}

/** The user's documents of the last week, of all depots; polled while one is created. */
export function MonthList() {
  const { t } = useTranslation();
  const list = useQuery({
    queryKey: MONTH_DOCUMENTS_KEY,
    queryFn: ({ signal }) => api.vehicleCheck.monthDocuments({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(isUnended) === true ? POLL_MS : false,
  });
  const rows = list.data?.results ?? [];
  return (
    <section className={styles.monthList} aria-label={t('vehicleCheck.monthDocuments')}>
      <h3>{t('vehicleCheck.monthDocuments')}</h3>
      {list.isError && (
        <p role="alert">
          {t('table.failed')}{' '}
          <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
        </p>
      )}
      {list.isPending && <p role="status">{t('action.loading')}</p>}
      {list.isSuccess && rows.length === 0 && <p>{t('vehicleCheck.monthNone')}</p>}
      <ul>
        {rows.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
    </section>
  );
}
