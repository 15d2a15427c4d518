import { formatMoment } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import type { RawData, RawFrame } from './use-raw-data.ts';

/** Digits of a frame in the list; the panel shows all. */
const SHOWN_DIGITS = 48;

function useColumns(): readonly Column<RawFrame>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => [
      {
        key: 'received',
        label: t('rawData.received'),
        cell: ({ received_at: received }) => formatMoment(Date.parse(received), dates),
      },
      { key: 'tracker', label: t('rawData.tracker'), cell: ({ tracker }) => tracker },
      { key: 'kind', label: t('rawData.kind'), cell: ({ kind }) => kind },
      {
        key: 'understood',
        label: t('rawData.understood'),
        cell: ({ understood }) =>
          understood ? (
            t('rawData.yes')
          ) : (
            <span className="badge bad">{t('rawData.notUnderstood')}</span>
          ),
      },
      {
        key: 'bytes',
        label: t('rawData.bytes'),
        isNumber: true,
        cell: ({ hex }) => hex.length / 2,
      },
      {
        key: 'hex',
        label: t('rawData.hex'),
        cell: ({ hex }) => (
          <code>{hex.length > SHOWN_DIGITS ? `${hex.slice(0, SHOWN_DIGITS)}…` : hex}</code>
        ),
      },
    ],
    [t, dates],
  );
}

/** The stored frames of a device, or the undecodable frames of all devices. */
export function FramesTable({ raw }: { readonly raw: RawData }) {
  const { t } = useTranslation();
  const columns = useColumns();
  return (
    <DataTable
      label={t('rawData.frames')}
      columns={columns}
      rows={raw.frames.data?.results ?? []}
      keyOf={({ id }) => id}
      state={raw.frames}
      empty={{ title: t('rawData.noFrames'), text: t('rawData.noFramesText') }}
      selected={raw.address.record ?? null}
      onSelect={({ id }) => raw.setAddress({ record: id })}
    />
  );
}
