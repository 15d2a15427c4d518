import { isRecordManager } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useDisplay } from '../../shell/display.ts';
import { useSession } from '../../shell/session/context.ts';
import { rightsOf } from '../../shell/session/rights.ts';
import type { Resource } from '../../widgets/resource/resource.ts';
import { ResourceScreen } from '../../widgets/resource/resource-screen.tsx';
import { useVorColumns } from './columns.tsx';
import { VorDetails } from './details.tsx';
import { VOR_FILTERS, VorFilters } from './filters.tsx';
import { checkVor, saveVorDraft, type VorDraft, VorDraftFields, vorDraft } from './form.tsx';
import { Totals } from './totals.tsx';
import { VOR_KEY, VOR_SUMMARY_KEY, type VorEntry, type VorRecord } from './use-vor.ts';
import './vor.css';

/** A vehicle may go off the road, or come back, while somebody looks. */
const REFRESH_MS = 60_000;

type Vor = Resource<VorRecord, VorDraft, VorEntry>;

function useVor(): Vor {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { current } = useSession();
  const mayManage = isRecordManager(rightsOf(current));
  const columns = useVorColumns();
  const { timeZone } = useDisplay().dates;
  return useMemo(() => {
    const own: Vor = {
      kind: VOR_KEY,
      texts: 'vor',
      list: async (query, signal) => {
        const { totals, repairers, ...page } = await api.vor.list({
          query: query as object,
          signal,
        });
        client.setQueryData(VOR_SUMMARY_KEY, { totals, repairers });
        return page;
      },
      read: (id, signal) => api.vor.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns,
      Details: VorDetails,
      mayAdd: mayManage,
      refreshMs: REFRESH_MS,
      filters: { names: VOR_FILTERS, Controls: VorFilters },
      exportAddress: (query) => addressOf(pathOf('vor', 'exportList'), { query }),
    };
    if (!mayManage) return own;
    return {
      ...own,
      form: {
        draftOf: (one) => vorDraft(one, timeZone),
        Fields: VorDraftFields,
        check: checkVor,
        save: (draft, one) => saveVorDraft(draft, one, timeZone),
        mayChange: ({ state }) => state === 'off_road',
      },
      actions: [
        {
          label: t('record.vor.clear'),
          // What is off the road through a defect is back with the defect's sign-off.
          isOffered: ({ state, record_kind: kind }) => state === 'off_road' && kind !== 'defect',
          confirm: ({ vehicle }) => t('vor.clearText', { registration: vehicle.registration }),
          run: ({ id, version }) =>
            api.vor.change({
              params: { id },
              body: { version, returned_at: new Date().toISOString() },
            }),
          done: t('vor.cleared'),
        },
      ],
    };
  }, [t, client, columns, mayManage, timeZone]);
}

/** Screen /vor-dashboard/vor (requirements N-01, N-P01). */
export function VorScreen() {
  return <ResourceScreen resource={useVor()} above={<Totals />} />;
}
