import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime, toApiDate } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import linkStyles from '../../ui/entity-link/entity-link.module.css';
import { EntityLink } from '../../ui/entity-link/entity-link.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import { RemainingFacts } from './drivers-hours-remaining.tsx';

type Row = AnswerOf<typeof contract.driversHours.list>['results'][number] & {
  readonly id: number;
};
type One = AnswerOf<typeof contract.driversHours.driver> & { readonly id: number };

const NONE = '–';
const REFRESH_MS = 60_000;

function Details({ one }: { readonly one: One }) {
  const { t } = useTranslation();
  return (
    <>
      <RemainingFacts remaining={one.remaining} />
      <p>
        <EntityLink kind="driver" id={one.id}>
          {t('hours.openDriver')}
        </EntityLink>
      </p>
    </>
  );
}

const nameOf = ({ driver }: Row | One) => `${driver.first_name} ${driver.surname}`;

/** The list of drivers with the time that is left. */
export function useHoursDrivers(): Resource<Row, never, One> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(() => {
    const duration = (seconds: number | undefined) =>
      seconds === undefined ? NONE : hoursText(seconds);
    const moment = (time: string | null | undefined, none: string) =>
      time == null ? none : formatDateTime(Date.parse(time), dates);
    return {
      kind: 'drivers-hours',
      texts: 'hours.driverList',
      list: async (query, signal) => {
        const found = await api.driversHours.list({ query: query as object, signal });
        return { ...found, results: found.results.map((row) => ({ ...row, id: row.driver.id })) };
      },
      read: async (id, signal) => {
        const day = toApiDate(Date.now(), 'UTC');
        const query = { from: day, to: day };
        return { id, ...(await api.driversHours.driver({ params: { id }, query, signal })) };
      },
      nameOf,
      columns: [
        { key: 'name', label: t('hours.driver'), isOrdered: true, cell: nameOf },
        {
          key: 'drivingLeft',
          label: t('hours.drivingLeft'),
          isNumber: true,
          cell: ({ remaining }) => duration(remaining?.driving),
        },
        {
          key: 'untilBreak',
          label: t('hours.untilBreak'),
          isNumber: true,
          cell: ({ remaining }) => duration(remaining?.until_break),
        },
        {
          key: 'week',
          label: t('hours.week'),
          isNumber: true,
          cell: ({ remaining }) => duration(remaining?.week),
        },
        {
          key: 'restBy',
          label: t('hours.restBy'),
          cell: ({ remaining }) =>
            remaining === null ? NONE : moment(remaining.rest_by, t('hours.resting')),
        },
        {
          key: 'weeklyRestBy',
          label: t('hours.weeklyRestBy'),
          cell: ({ remaining }) => moment(remaining?.weekly_rest_by, NONE),
        },
        {
          key: 'knownUntil',
          label: t('hours.knownUntil'),
          cell: ({ known_until }) => moment(known_until, t('hours.notKnown')),
        },
        {
          key: 'openInfringements',
          label: t('hours.openInfringements'),
          isNumber: true,
          cell: ({ driver, open_infringements: open }) =>
            open === 0 ? (
              open
            ) : (
              <Link
                className={linkStyles.link}
                to={'/drivers-hours' as string}
                search={{ list: 'infringements', driver: String(driver.id), state: 'new' } as never}
              >
                {open}
              </Link>
            ),
        },
      ],
      mayAdd: false,
      Details,
      refreshMs: REFRESH_MS,
      hasHistory: false,
    };
  }, [t, dates]);
}
