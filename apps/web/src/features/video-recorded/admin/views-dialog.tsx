import { formatDateTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/order.ts';
import { Pager } from '../../../ui/data-table/pager.tsx';
import { usePage } from '../../../ui/data-table/use-page.ts';
import { useDisplay } from '../../../ui/display.ts';
import { Select } from '../../../ui/select/select.tsx';
import { ListDialog } from './list-dialog.tsx';

type View = Awaited<ReturnType<typeof api.videoRecorded.views>>['results'][number];

const KINDS = ['live', 'recorded', 'downloaded', 'shared'] as const;

function useColumns(): readonly Column<View>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => [
      {
        key: 'at',
        label: t('historic.views.at'),
        cell: ({ at }) => formatDateTime(Date.parse(at), dates),
      },
      { key: 'who', label: t('historic.views.who'), cell: ({ who }) => who },
      {
        key: 'vehicle',
        label: t('historic.registration'),
        cell: ({ vehicle }) => <strong>{vehicle.registration}</strong>,
      },
      {
        key: 'kind',
        label: t('historic.views.kind'),
        cell: ({ kind }) => t(`historic.views.kind.${kind}`),
      },
      {
        key: 'cameras',
        label: t('historic.camera'),
        cell: ({ cameras }) => cameras.join(', '),
      },
      { key: 'reason', label: t('historic.why'), cell: ({ reason }) => reason },
    ],
    [t, dates],
  );
}

/** The viewing log: person, vehicle, time, kind and reason. */
export default function ViewsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const columns = useColumns();
  const [kind, setKind] = useState<View['kind'] | ''>('');
  const { page, pageSize, pager, toFirstPage } = usePage();
  const list = useQuery({
    queryKey: ['video-views', kind, page, pageSize],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.videoRecorded.views({
        query: { page, pageSize, ordering: '-at', ...(kind === '' ? {} : { kind }) },
        signal,
        quiet: true,
      }),
  });
  return (
    <ListDialog
      title={t('historic.admin.views')}
      bar={
        <>
          <p className="field-hint">{t('historic.views.hint')}</p>
          <div className="form-field">
            <label htmlFor={id}>{t('historic.views.kind')}</label>
            <Select
              id={id}
              value={kind}
              onChange={({ currentTarget }) => {
                setKind(currentTarget.value as View['kind'] | '');
                toFirstPage();
              }}
            >
              <option value="">{t('historic.views.any')}</option>
              {KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`historic.views.kind.${one}`)}
                </option>
              ))}
            </Select>
          </div>
        </>
      }
      pager={<Pager {...pager} count={list.data?.count ?? 0} />}
      onClose={onClose}
    >
      <DataTable
        label={t('historic.admin.views')}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={(view) => view.id}
        state={list}
        empty={{ title: t('historic.views.none'), text: t('historic.views.noneText') }}
      />
    </ListDialog>
  );
}
