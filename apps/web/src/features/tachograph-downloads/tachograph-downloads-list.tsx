import { DOWNLOAD_FILTERS, DOWNLOAD_KINDS } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { DepotChoice, filtersOf } from '../records/records-filters.tsx';
import { DownloadState, useDayText } from './download-state.tsx';
import { ExemptDialog } from './exempt-dialog.tsx';
import {
  DOWNLOADS_KEY,
  type Download,
  type DownloadDetails,
  ownerOf,
} from './tachograph-downloads.ts';

const NONE = '–';
const WRITE = {
  kind: 'module',
  anyOf: ['accessTachoGraf'],
  write: true,
  refusesLimited: true,
} as const;

const Filters = filtersOf(
  (t) => [
    {
      name: 'state',
      label: t('tachographDownloads.state'),
      all: t('tachographDownloads.anyState'),
      options: DOWNLOAD_FILTERS.map((value) => ({
        value,
        label: t(`tachographDownloads.state.${value}`),
      })),
    },
    {
      name: 'kind',
      label: t('tachograph.kind'),
      all: t('tachograph.allKinds'),
      options: DOWNLOAD_KINDS.map((value) => ({ value, label: t(`tachograph.kinds.${value}`) })),
    },
  ],
  DepotChoice,
);

function Details({ one }: { readonly one: DownloadDetails }) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const { driver, gaps, vehicle } = one;
  return (
    <div className={look({ flow: 'stack', gap: 3 })}>
      <p>
        {driver !== null && <DriverLink driver={driver} />}
        {vehicle !== null && <VehicleLink vehicle={vehicle} />}
      </p>
      <p>{t(`tachographDownloads.rule.${one.kind}`)}</p>
      {one.exempt_reason !== null && (
        <p>
          {t('tachographDownloads.exemptBy', { name: one.exempt_by ?? NONE })}: {one.exempt_reason}
        </p>
      )}
      <h3>{t('tachographDownloads.gaps')}</h3>
      {gaps.length === 0 ? (
        <p>
          {t(one.last_day === null ? 'tachographDownloads.noFile' : 'tachographDownloads.noGaps')}
        </p>
      ) : (
        <ul>
          {gaps.map(({ from, to }) => (
            <li key={from}>{from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`}</li>
          ))}
        </ul>
      )}
      <p>
        <Link to={'/tachograph' as string} search={{ search: ownerOf(one) } as never}>
          {t('tachographDownloads.files')}
        </Link>
      </p>
    </div>
  );
}

/** The list of cards and vehicle units with their next download. */
export function useTachographDownloads(): Resource<Download, never, DownloadDetails> {
  const { t } = useTranslation();
  const dayText = useDayText();
  const { current } = useSession();
  const mayWrite = may(current, WRITE);
  return useMemo(
    () => ({
      kind: DOWNLOADS_KEY,
      texts: 'tachographDownloads',
      list: (query, signal) => api.tachographDownloads.list({ query: query as object, signal }),
      read: (id, signal) => api.tachographDownloads.read({ params: { id }, signal }),
      nameOf: ownerOf,
      columns: [
        { key: 'owner', label: t('tachograph.owner'), cell: ownerOf },
        {
          key: 'kind',
          label: t('tachograph.kind'),
          cell: ({ kind }) => t(`tachograph.kinds.${kind}`),
        },
        {
          key: 'state',
          label: t('tachographDownloads.state'),
          cell: ({ state }) => <DownloadState state={state} />,
        },
        {
          key: 'due_on',
          label: t('tachographDownloads.dueOn'),
          isOrdered: true,
          cell: ({ due_on }) => (due_on === null ? NONE : dayText(due_on)),
        },
        {
          key: 'days_left',
          label: t('tachographDownloads.daysLeft'),
          isNumber: true,
          cell: ({ days_left }) => days_left ?? NONE,
        },
        {
          key: 'last_day',
          label: t('tachographDownloads.lastDay'),
          isOrdered: true,
          cell: ({ last_day }) => (last_day === null ? NONE : dayText(last_day)),
        },
      ],
      Details,
      mayAdd: false,
      filters: { names: ['state', 'kind', 'depot'], Controls: Filters },
      actions: mayWrite
        ? [
            {
              label: t('tachographDownloads.exempt'),
              isOffered: ({ exempt_reason }) => exempt_reason === null,
              done: t('tachographDownloads.exempted'),
              Dialog: ExemptDialog,
            },
            {
              label: t('tachographDownloads.needAgain'),
              isOffered: ({ exempt_reason }) => exempt_reason !== null,
              done: t('tachographDownloads.neededAgain'),
              run: ({ id }) =>
                api.tachographDownloads.exempt({ params: { id }, body: { reason: null } }),
            },
          ]
        : [],
      exportAddress: (query) => addressOf(pathOf('tachographDownloads', 'export'), { query }),
    }),
    [t, dayText, mayWrite],
  );
}
