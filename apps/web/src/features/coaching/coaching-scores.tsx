import { EXPOSURE_CLASSES, formatDistance } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { FigureLink } from '../../ui/figure-link/figure-link.tsx';
import { look, stack } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { useAddress } from '../../ui/use-address.ts';
import { EVENTS_ACCESS, eventsTarget } from '../events/events-target.ts';
import { type Bound, DepotChoice, filtersOf } from '../records/records-filters.tsx';
import { type FairScore, lastMonths, momentsOfMonth, nameOf } from './coaching.ts';
import { ExposureTable, useScoreText } from './fair-score.tsx';
import { foundIn } from './found-in.ts';

const NONE = '–';
const DIGITS = { maximumFractionDigits: 1 } as const;

/** A month of the last year. */
export const MonthChoice = filtersOf((t) => [
  {
    name: 'month',
    label: t('coaching.month'),
    all: t('coaching.thisMonth'),
    options: lastMonths().map((month) => ({ value: month, label: month })),
  },
]);

function Filters(bound: Bound) {
  return (
    <>
      <MonthChoice {...bound} />
      <DepotChoice {...bound} />
    </>
  );
}

/** How the score is calculated, with the rates of the group. */
export function ScoreFormula() {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const [{ depot, month }] = useAddress();
  const { data } = useQuery({
    queryKey: ['fair_score', 'group', month, depot],
    queryFn: ({ signal }) =>
      api.fairScores.list({
        query: {
          pageSize: 1,
          ...(month === undefined ? {} : { month }),
          ...(depot === undefined ? {} : { depot: Number(depot) }),
        },
        signal,
      }),
  });
  if (data === undefined) return null;
  return (
    <details className={look({ paddingX: 4 })}>
      <summary>{t('coaching.howCalculated')}</summary>
      <p>{t('coaching.fairClasses')}</p>
      <p>{t('coaching.fairExpected')}</p>
      <ul>
        {EXPOSURE_CLASSES.map((name) => (
          <li key={name}>
            {t('coaching.groupRate', {
              name: t(`coaching.class.${name}`),
              rate: data.rates[name]?.toLocaleString(locale, DIGITS) ?? NONE,
            })}
          </li>
        ))}
      </ul>
      <p>{t('coaching.fairFormula', { weight: data.weight })}</p>
      <p>
        {t('coaching.fairMinimum', {
          distance: formatDistance(data.minimum, unit, locale, 0),
          count: data.scored,
        })}
      </p>
    </details>
  );
}

function Details({ one }: { readonly one: FairScore }) {
  const scoreText = useScoreText();
  return (
    <div className={stack({ gap: 4 })}>
      <p className={look({ margin: 0 })}>
        <DriverLink driver={one.driver} />
      </p>
      <p className={look({ margin: 0 })}>{scoreText(one)}</p>
      <ExposureTable exposure={one.exposure} />
    </div>
  );
}

/** The fair scores of a month. */
export function useFairScores(): Resource<FairScore, never> {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  const [{ depot, month }] = useAddress();
  return useMemo(
    () => ({
      kind: 'fair_score',
      texts: 'coaching.scoreList',
      list: (query, signal) => api.fairScores.list({ query: query as object, signal }),
      read: async (id, signal) => {
        const filter = {
          ...(month === undefined ? {} : { month }),
          ...(depot === undefined ? {} : { depot: Number(depot) }),
        };
        const { results } = await api.fairScores.list({ query: { id, ...filter }, signal });
        return foundIn(results);
      },
      nameOf,
      columns: [
        { key: 'name', label: t('coaching.driver'), isOrdered: true, cell: nameOf },
        {
          key: 'score',
          label: t('coaching.score'),
          isOrdered: true,
          isNumber: true,
          cell: ({ score }) => score ?? NONE,
        },
        {
          key: 'events',
          label: t('coaching.events'),
          isNumber: true,
          cell: ({ driver, events }) => (
            <FigureLink
              count={events}
              access={EVENTS_ACCESS}
              target={eventsTarget({
                driver: driver.id,
                depot: depot === undefined ? undefined : Number(depot),
                moments: momentsOfMonth(month, dates.timeZone),
                counted: 'score',
              })}
              label={t('figure.of', {
                figure: t('coaching.events'),
                what: nameOf({ driver }),
                value: events,
              })}
            >
              {events}
            </FigureLink>
          ),
        },
        {
          key: 'expected',
          label: t('coaching.expected'),
          isNumber: true,
          cell: ({ expected }) => expected.toLocaleString(locale, DIGITS),
        },
        {
          key: 'distance',
          label: t('coaching.distance'),
          isOrdered: true,
          isNumber: true,
          cell: ({ distance }) => formatDistance(distance, unit, locale, 0),
        },
        ...EXPOSURE_CLASSES.map((name) => ({
          key: name,
          label: t(`coaching.class.${name}`),
          isNumber: true,
          cell: ({ distance, exposure }: FairScore) =>
            distance === 0
              ? NONE
              : (exposure[name].distance / distance).toLocaleString(locale, {
                  style: 'percent',
                  maximumFractionDigits: 0,
                }),
        })),
      ],
      Details,
      mayAdd: false,
      hasHistory: false,
      filters: { names: ['month', 'depot'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('fairScores', 'exportList'), { query }),
    }),
    [t, dates, unit, locale, depot, month],
  );
}
