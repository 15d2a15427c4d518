import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { DownloadSettingsDialog } from '../tachograph-downloads/download-settings-dialog.tsx';
import { DOWNLOADS_LIST } from '../tachograph-downloads/tachograph-downloads.ts';
import { useTachographDownloads } from '../tachograph-downloads/tachograph-downloads-list.tsx';
import {
  UNACCOUNTED_LIST,
  UNACCOUNTED_MONTHS,
} from '../unaccounted-driving/unaccounted-driving.ts';
import { useUnaccountedDriving } from '../unaccounted-driving/unaccounted-list.tsx';
import { UnaccountedMonths } from '../unaccounted-driving/unaccounted-months.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ownerKind, TACHOGRAPH_KEY, type TachographFile } from './tachograph.ts';
import { subjectOf, useTachographColumns } from './tachograph-columns.tsx';
import { TachographUpload } from './tachograph-upload.tsx';

type Files = Resource<TachographFile, never>;

const LISTS = ['files', DOWNLOADS_LIST, UNACCOUNTED_LIST, UNACCOUNTED_MONTHS] as const;
const KINDS = ['driver_card', 'vehicle_unit', 'workshop_card', 'control_card', 'company_card'];

const Filters: NonNullable<Files['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  return (
    <>
      <Select
        aria-label={t('tachograph.kind')}
        value={values.kind ?? ''}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value || undefined })}
      >
        <option value="">{t('tachograph.allKinds')}</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`tachograph.kinds.${kind}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('tachograph.owner')}
        value={values.unassigned ?? ''}
        onChange={({ currentTarget }) => change({ unassigned: currentTarget.value || undefined })}
      >
        <option value="">{t('tachograph.allFiles')}</option>
        <option value="true">{t('tachograph.onlyUnassigned')}</option>
      </Select>
    </>
  );
};

function Details({ one }: { readonly one: TachographFile }) {
  const { t } = useTranslation();
  return (
    <p>
      <Link to={'/tachograph/$id' as string} params={{ id: String(one.id) } as never}>
        {t('tachograph.open')}
      </Link>
    </p>
  );
}

/** The list of downloaded files. */
function useTachographFiles(mayWrite: boolean): Files {
  const { t } = useTranslation();
  const columns = useTachographColumns();
  return useMemo<Files>(
    () => ({
      kind: TACHOGRAPH_KEY,
      texts: 'tachograph',
      list: (query, signal) => api.tachograph.list({ query: query as object, signal }),
      read: (id, signal) => api.tachograph.read({ params: { id }, signal }),
      nameOf: subjectOf,
      columns,
      Details,
      mayAdd: false,
      filters: { names: ['kind', 'unassigned'], Controls: Filters },
      actions: mayWrite
        ? [
            {
              label: t('tachograph.assign'),
              isOffered: (file) => ownerKind(file) !== null,
              done: t('tachograph.assigned'),
              Dialog: AssignDialog,
            },
          ]
        : [],
    }),
    [t, columns, mayWrite],
  );
}

/** Screen /tachograph: downloaded files, when the next are due (U-20), and unaccounted driving. */
export function TachographScreen() {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const [isChanging, setIsChanging] = useState(false);
  const current = useListTab(LISTS);
  const mayWrite = may(session, {
    kind: 'module',
    anyOf: ['accessTachoGraf'],
    write: true,
    refusesLimited: true,
  });
  const files = useTachographFiles(mayWrite);
  const downloads = useTachographDownloads();
  const unaccounted = useUnaccountedDriving();
  const tabs = (
    <ListTabs
      label={t('tachograph.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`tachograph.tab.${key}`) }))}
    />
  );
  if (current === UNACCOUNTED_MONTHS) return <UnaccountedMonths tabs={tabs} />;
  if (current === UNACCOUNTED_LIST) {
    return <ResourceScreen key={current} resource={unaccounted} tabs={tabs} />;
  }
  if (current !== DOWNLOADS_LIST) {
    const upload = mayWrite && <TachographUpload />;
    return <ResourceScreen key={current} resource={files} tabs={tabs} above={upload} />;
  }
  const mayChange = may(session, { kind: 'administrator' }) && !session.user.is_global_admin;
  const settings = mayChange && (
    <>
      <Button onClick={() => setIsChanging(true)}>{t('tachographDownloads.settings')}</Button>
      {isChanging && <DownloadSettingsDialog onClose={() => setIsChanging(false)} />}
    </>
  );
  return <ResourceScreen key={current} resource={downloads} tabs={tabs} actions={settings} />;
}
