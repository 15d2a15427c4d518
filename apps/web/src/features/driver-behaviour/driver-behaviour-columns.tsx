import { type DistanceUnit, eventsPer100, formatDistance, formatNumber } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { byNumber, byText, type Column } from '../../ui/data-table/order.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import {
  type BehaviourKind,
  type BehaviourRow,
  countOf,
  eventsOf,
  nameOf,
} from './driver-behaviour-kinds.ts';
import { Change, Score } from './driver-behaviour-score.tsx';
import type { RankBy } from './use-behaviour.ts';

/** The name of the user's unit of distance. */
export const unitName = (unit: DistanceUnit) => (unit === 'KMS' ? 'km' : 'mi');

/** Columns of the league table: name, score, trend, distance, and the counts or their rates. */
export function behaviourColumns(
  kind: BehaviourKind,
  by: RankBy,
  isRates: boolean,
  unit: DistanceUnit,
  locale: string,
  t: TFunction,
): readonly Column<BehaviourRow>[] {
  const figure = (row: BehaviourRow, count: number) =>
    isRates ? eventsPer100(count, row.distance, unit) : count;
  const figureText = (value: number) => formatNumber(value, locale, isRates ? 1 : 0);
  return [
    {
      key: 'name',
      label: t(`behaviour.${by}`),
      compare: byText(nameOf),
      cell: (row) => nameOf(row),
    },
    {
      key: 'score',
      label: t('behaviour.score'),
      isNumber: true,
      compare: byNumber(({ score }) => score),
      cell: ({ score, has_device }) => <Score score={score} hasDevice={has_device !== false} />,
    },
    {
      key: 'trend',
      label: t('behaviour.trend'),
      isNumber: true,
      compare: byNumber(({ score, previous_score }) =>
        score === null || previous_score === null ? null : score - previous_score,
      ),
      cell: ({ score, previous_score }) => <Change now={score} before={previous_score} />,
    },
    {
      key: 'distance',
      label: t('behaviour.distance'),
      isNumber: true,
      compare: byNumber(({ distance }) => distance),
      cell: ({ distance }) => formatDistance(distance, unit, locale, 1),
    },
    ...kind.counts.map(
      (field): Column<BehaviourRow> => ({
        key: field,
        label: t(`behaviour.${field}`),
        isNumber: true,
        compare: byNumber((row) => figure(row, countOf(row, field))),
        cell: (row) =>
          row.has_device === false
            ? t('track.unknown')
            : figureText(figure(row, countOf(row, field))),
      }),
    ),
    ...(kind.hasIdleTime
      ? [
          {
            key: 'idle_time',
            label: t('behaviour.idle_time'),
            unit: t('timesheets.hours'),
            isNumber: true,
            compare: byNumber((row: BehaviourRow) => countOf(row, 'idle_time')),
            cell: (row: BehaviourRow) => hoursText(countOf(row, 'idle_time')),
          },
        ]
      : []),
    {
      key: 'rate',
      label: t('behaviour.events'),
      unit: t('behaviour.per100', { unit: unitName(unit) }),
      isNumber: true,
      compare: byNumber((row) => eventsPer100(eventsOf(row, kind), row.distance, unit)),
      cell: (row) =>
        row.has_device === false
          ? t('track.unknown')
          : formatNumber(eventsPer100(eventsOf(row, kind), row.distance, unit), locale, 1),
    },
  ];
}
