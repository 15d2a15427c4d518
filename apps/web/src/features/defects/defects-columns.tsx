import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { SeverityBadge } from '../records/record/severity-badge.tsx';
import { vehicleColumns } from '../records/record-columns.tsx';

export type DefectRow = AnswerOf<typeof contract.defects.list>['results'][number];

const NONE = '–';
const TONES = {
  reported: 'bad',
  verified: 'warn',
  assigned: 'warn',
  repaired: 'warn',
  signed_off: 'good',
} as const;

function State({ defect }: { readonly defect: DefectRow }) {
  const { t } = useTranslation();
  const { state, is_overdue: isOverdue, is_off_road: isOffRoad } = defect;
  return (
    <span className={look({ flow: 'inlineRow', wrap: true, gap: 1 })}>
      <Badge tone={TONES[state]}>{t(`record.state.${state}`)}</Badge>
      {isOverdue && <Badge tone="bad">{t('record.overdue')}</Badge>}
      {isOffRoad && <Badge tone="bad">{t('recordList.vor')}</Badge>}
    </span>
  );
}

/** Columns of the list of defects. */
export function useDefectColumns(): readonly ResourceColumn<DefectRow>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  return useMemo(
    () => [
      ...vehicleColumns<DefectRow>(t),
      {
        key: 'reported_at',
        label: t('recordList.reported'),
        isOrdered: true,
        cell: ({ reported_at: at }) => formatDateTime(Date.parse(at), dates),
      },
      {
        key: 'severity',
        label: t('recordList.severity'),
        isOrdered: true,
        cell: ({ severity }) => <SeverityBadge severity={severity} />,
      },
      {
        key: 'finding',
        label: t('recordList.finding'),
        cell: ({ finding, items }) =>
          items > 1 ? t('recordList.findings', { finding, count: items - 1 }) : finding,
      },
      {
        key: 'state',
        label: t('recordList.state'),
        isOrdered: true,
        cell: (defect) => <State defect={defect} />,
      },
      {
        key: 'repairer',
        label: t('record.repairer'),
        isOrdered: true,
        cell: ({ repairer }) => repairer ?? NONE,
      },
      {
        key: 'due_at',
        label: t('recordList.due'),
        isOrdered: true,
        cell: ({ due_at: due, state }) =>
          due === null || state === 'signed_off' ? NONE : formatDate(Date.parse(due), dates),
      },
      {
        key: 'cost',
        label: t('recordList.cost'),
        isOrdered: true,
        isNumber: true,
        cell: ({ cost }) => (cost === 0 ? NONE : money(cost)),
      },
    ],
    [t, dates, money],
  );
}
