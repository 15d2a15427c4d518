import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/order.ts';
import { Pager } from '../../../ui/data-table/pager.tsx';
import { usePage } from '../../../ui/data-table/use-page.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Camera } from './camera-fields.tsx';
import { type CameraBody, CameraForm } from './camera-form.tsx';
import { ListDialog } from './list-dialog.tsx';

function useColumns(): readonly Column<Camera>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'registration',
        label: t('historic.registration'),
        cell: ({ vehicle }) => <strong>{vehicle?.registration ?? t('track.unknown')}</strong>,
      },
      {
        key: 'channel',
        label: t('historic.cameras.channel'),
        isNumber: true,
        cell: ({ channel }) => channel,
      },
      { key: 'name', label: t('historic.cameras.name'), cell: ({ name }) => name },
      {
        key: 'source',
        label: t('historic.cameras.source'),
        cell: ({ source }) => t(`historic.cameras.source.${source}`),
      },
      {
        key: 'live_mode',
        label: t('historic.cameras.liveMode'),
        cell: ({ live_mode }) => t(`historic.cameras.liveMode.${live_mode}`),
      },
      {
        key: 'is_active',
        label: t('historic.state'),
        cell: ({ is_active }) => t(is_active ? 'historic.cameras.on' : 'historic.cameras.off'),
      },
    ],
    [t],
  );
}

function useCameras(search: string, page: number, pageSize: number) {
  return useQuery({
    queryKey: ['cameras', search, page, pageSize],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.cameras.cameras({
        query: { page, pageSize, ordering: 'registration', search },
        signal,
        quiet: true,
      }),
  });
}

/** The cameras of all vehicles: administrators search, add, edit and delete them (F-P02). */
export default function CamerasDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const id = useId();
  const columns = useColumns();
  const [search, setSearch] = useState('');
  const { page, pageSize, pager, toFirstPage } = usePage();
  const [form, setForm] = useState<{ readonly camera: Camera | null } | null>(null);
  const [leaving, setLeaving] = useState<Camera | null>(null);
  const list = useCameras(search, page, pageSize);
  const changed = async () => {
    toast.success(t('toast.success'), { subject: t('historic.admin.cameras') });
    setForm(null);
    await queries.invalidateQueries({ queryKey: ['cameras'] });
    await queries.invalidateQueries({ queryKey: ['active-devices'] });
  };
  const save = async (body: CameraBody) => {
    const camera = form?.camera ?? null;
    if (camera === null) await api.cameras.createCamera({ body });
    else await api.cameras.changeCamera({ params: { id: camera.id }, body });
    await changed();
  };
  const remove = (isConfirmed: boolean) => {
    const camera = leaving;
    setLeaving(null);
    if (!isConfirmed || camera === null) return;
    api.cameras
      .removeCamera({ params: { id: camera.id } })
      .then(changed)
      .catch((error: unknown) => toast.error((error as Error).message));
  };
  return (
    <>
      <ListDialog
        title={t('historic.admin.cameras')}
        bar={
          <>
            <div className="form-field">
              <label htmlFor={id}>{t('historic.cameras.search')}</label>
              <input
                id={id}
                type="search"
                value={search}
                onChange={(event) => {
                  setSearch(event.currentTarget.value);
                  toFirstPage();
                }}
              />
            </div>
            <Button kind="primary" onClick={() => setForm({ camera: null })}>
              {t('historic.cameras.add')}
            </Button>
          </>
        }
        pager={<Pager {...pager} count={list.data?.count ?? 0} />}
        onClose={onClose}
      >
        <DataTable
          label={t('historic.admin.cameras')}
          columns={columns}
          rows={list.data?.results ?? []}
          keyOf={(camera) => camera.id}
          state={list}
          empty={{ title: t('historic.cameras.none'), text: t('historic.cameras.noneText') }}
          actions={(camera) => (
            <Button kind="link" onClick={() => setLeaving(camera)}>
              {t('historic.remove')}
            </Button>
          )}
          onSelect={(camera) => setForm({ camera })}
        />
      </ListDialog>
      {form !== null && (
        <CameraForm camera={form.camera} onSave={save} onClose={() => setForm(null)} />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={t('historic.cameras.removeTitle', { name: leaving.name })}
          message={t('historic.cameras.removeText')}
          onAnswer={remove}
        />
      )}
    </>
  );
}
