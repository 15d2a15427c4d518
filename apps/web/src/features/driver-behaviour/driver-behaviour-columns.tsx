import { type DistanceUnit, eventsPer100, formatDistance, formatNumber } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { byNumber, byText, type Column } from '../../ui/data-table/order.ts';
import { FigureLink } from '../../ui/figure-link/figure-link.tsx';
import { EVENTS_ACCESS, type EventsAsked, eventsTarget } from '../events/events-target.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import { TRIPS_ACCESS, tripsTarget } from '../trips/trips-target.ts';
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

/** A figure of events that opens them. */
function EventsFigure({
  count,
  asked,
  figure,
  what,
  value,
  children,
}: {
  readonly count: number;
  readonly asked: EventsAsked;
  /** The name of the figure; of a rate, also what it opens. */
  readonly figure: string;
  readonly what: string;
  readonly value: string;
  readonly children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <FigureLink
      count={count}
      access={EVENTS_ACCESS}
      target={eventsTarget(asked)}
      label={t('figure.of', { figure, what, value })}
    >
      {children ?? value}
    </FigureLink>
  );
}

/** Columns of the league table: name, score, trend, distance, and the counts or their rates. */
export function behaviourColumns(
  kind: BehaviourKind,
  by: RankBy,
  isRates: boolean,
  unit: DistanceUnit,
  locale: string,
  t: TFunction,
  askedOf: (row: BehaviourRow) => EventsAsked,
): readonly Column<BehaviourRow>[] {
  const figure = (row: BehaviourRow, count: number) =>
    isRates ? eventsPer100(count, row.distance, unit) : count;
  const figureText = (value: number) => formatNumber(value, locale, isRates ? 1 : 0);
  const ofEvents = (figure: string) =>
    t('figure.numerator', { figure, records: t('behaviour.theEvents') });
  // The trips of a driver or a depot have no list of such a range.
  const tripsFigure = (row: BehaviourRow, figure: string, value: string) =>
    row.vehicle === null ? (
      value
    ) : (
      <FigureLink
        count={row.distance}
        access={TRIPS_ACCESS}
        target={tripsTarget(row.vehicle.id, askedOf(row).days)}
        label={t('figure.of', { figure, what: nameOf(row), value })}
      >
        {value}
      </FigureLink>
    );
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
      cell: (row) => {
        const { score } = row;
        const content = <Score score={score} hasDevice={row.has_device !== false} />;
        if (score === null) return content;
        return (
          <EventsFigure
            count={eventsOf(row, kind)}
            asked={{ ...askedOf(row), codes: kind.codes }}
            figure={ofEvents(t('behaviour.score'))}
            what={nameOf(row)}
            value={String(score)}
          >
            {content}
          </EventsFigure>
        );
      },
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
      cell: (row) =>
        tripsFigure(row, t('behaviour.distance'), formatDistance(row.distance, unit, locale, 1)),
    },
    ...kind.counts.map(
      (field): Column<BehaviourRow> => ({
        key: field,
        label: t(`behaviour.${field}`),
        isNumber: true,
        compare: byNumber((row) => figure(row, countOf(row, field))),
        cell: (row) =>
          row.has_device === false ? (
            t('track.unknown')
          ) : (
            <EventsFigure
              count={countOf(row, field)}
              asked={{ ...askedOf(row), ...kind.events[field] }}
              figure={isRates ? ofEvents(t(`behaviour.${field}`)) : t(`behaviour.${field}`)}
              what={nameOf(row)}
              value={figureText(figure(row, countOf(row, field)))}
            />
          ),
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
            cell: (row: BehaviourRow) =>
              countOf(row, 'idle_time') === 0
                ? hoursText(0)
                : tripsFigure(row, t('behaviour.idle_time'), hoursText(countOf(row, 'idle_time'))),
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
        row.has_device === false ? (
          t('track.unknown')
        ) : (
          <EventsFigure
            count={eventsOf(row, kind)}
            asked={{ ...askedOf(row), codes: kind.codes }}
            figure={ofEvents(t('behaviour.events'))}
            what={nameOf(row)}
            value={formatNumber(eventsPer100(eventsOf(row, kind), row.distance, unit), locale, 1)}
          />
        ),
    },
  ];
}
