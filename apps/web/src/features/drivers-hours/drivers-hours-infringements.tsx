import {
  formatDateTime,
  HOURS_RULES,
  INFRINGEMENT_SEVERITIES,
  INFRINGEMENT_STATES,
  type InfringementState,
} from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { EntityLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { look } from '../../ui/look/look.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { type Bound, filtersOf, PeriodFilter } from '../records/records-filters.tsx';
import { hoursText } from '../tracking/tracking-hours.ts';
import styles from './drivers-hours.module.css';
import { SeverityMark } from './drivers-hours-severity.tsx';
import { daysOfInfringement, type Infringement, InfringementDays } from './infringement-days.tsx';

interface Draft {
  readonly state: InfringementState;
  readonly note: string;
  readonly signed_by: string;
}

const WRITE = { kind: 'module', anyOf: ['accessTachoGraf'], write: true } as const;

/** Names of the filters in the address and in the query of the call. */
const FILTERS = ['state', 'severity', 'rule'] as const;
const VALUES = {
  state: INFRINGEMENT_STATES,
  severity: INFRINGEMENT_SEVERITIES,
  rule: HOURS_RULES,
} as const;
const ANY = { state: 'anyState', severity: 'anySeverity', rule: 'anyRule' } as const;

/** Only the infringements of the driver in the address, until the person wants all. */
function DriverFilter({ values, change }: Bound) {
  const { t } = useTranslation();
  if (values.driver === undefined) return null;
  return <Button onClick={() => change({ driver: undefined })}>{t('hours.allDrivers')}</Button>;
}

const Filters = filtersOf(
  (t) =>
    FILTERS.map((name) => ({
      name,
      label: t(`hours.${name}`),
      all: t(`hours.${ANY[name]}`),
      options: VALUES[name].map((value) => ({ value, label: t(`hours.${name}.${value}`) })),
    })),
  PeriodFilter,
  DriverFilter,
);

/** The sentence that says what was found. Two limits of the break from work have one rule: too short, or too late. */
const foundOf = ({ actual, limit, rule }: Infringement) =>
  rule === 'working_time_break' && actual > limit ? 'working_time_break_late' : rule;

function Fields({ one, ...form }: FormProps<Draft, Infringement>) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (one === null) return null;
  const moment = (time: string) => formatDateTime(Date.parse(time), dates);
  return (
    <>
      <p>
        {t(`hours.found.${foundOf(one)}`, {
          start: moment(one.start),
          end: moment(one.end),
          actual: hoursText(one.actual),
          limit: hoursText(one.limit),
        })}
      </p>
      <p className={look({ tone: 'quiet' })}>{t(`hours.explain.${one.rule}`)}</p>
      {one.is_outdated && <p className={look({ tone: 'quiet' })}>{t('hours.outdatedText')}</p>}
      <FactList
        className={styles.remaining ?? ''}
        facts={[
          [
            t('hours.driver'),
            <EntityLink
              key="driver"
              kind="driver"
              id={one.driver.id}
              search={{ section: 'hours', ...daysOfInfringement(one) }}
            >
              {`${one.driver.first_name} ${one.driver.surname}`}
            </EntityLink>,
          ],
          [t('hours.paragraph'), one.paragraph],
          [t('hours.severity'), <SeverityMark key="severity" severity={one.severity} />],
          ...(one.driver_comment === ''
            ? []
            : ([[t('hours.driverComment'), one.driver_comment]] as const)),
        ]}
      />
      <InfringementDays one={one} />
      <ChoiceField
        form={form}
        name="state"
        label={t('hours.state')}
        isRequired
        options={INFRINGEMENT_STATES.map((value) => ({
          value,
          label: t(`hours.state.${value}`),
        }))}
      />
      <TextField
        form={form}
        name="note"
        label={t('hours.note')}
        hint={t('hours.noteHint')}
        maxLength={2000}
      />
      <TextField
        form={form}
        name="signed_by"
        label={t('hours.signedBy')}
        hint={t('hours.signedByHint')}
        maxLength={90}
      />
      {one.is_own_signature && one.signed_at !== null && (
        <p className={look({ tone: 'good' })}>
          {t('hours.signedOnPhone', {
            name: one.signed_by,
            time: formatDateTime(Date.parse(one.signed_at), dates),
          })}
        </p>
      )}
      {one.debriefed_by !== null && one.debriefed_at !== null && (
        <p className={look({ tone: 'quiet' })}>
          {t('hours.debriefedBy', {
            name: one.debriefed_by,
            time: formatDateTime(Date.parse(one.debriefed_at), dates),
          })}
        </p>
      )}
    </>
  );
}

const nameOf = ({ driver }: Infringement) => `${driver.first_name} ${driver.surname}`;

/** The list of infringements, whose panel records the debrief. */
export function useInfringements(): Resource<Infringement, Draft> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const mayWrite = may(current, WRITE);
  return useMemo(
    () => ({
      kind: 'hours_infringement',
      texts: 'hours.infringementList',
      list: (query, signal) => api.driversHours.infringements({ query: query as object, signal }),
      read: (id, signal) => api.driversHours.infringement({ params: { id }, signal }),
      nameOf,
      columns: [
        { key: 'driver', label: t('hours.driver'), cell: nameOf },
        { key: 'rule', label: t('hours.rule'), cell: ({ rule }) => t(`hours.rule.${rule}`) },
        {
          key: 'severity',
          label: t('hours.severity'),
          cell: ({ severity }) => <SeverityMark severity={severity} />,
        },
        {
          key: 'end',
          label: t('hours.when'),
          isOrdered: true,
          cell: ({ end }) => formatDateTime(Date.parse(end), dates),
        },
        {
          key: 'reached',
          label: t('hours.reached'),
          isNumber: true,
          cell: ({ actual }) => hoursText(actual),
        },
        {
          key: 'limit',
          label: t('hours.limit'),
          isNumber: true,
          cell: ({ limit }) => hoursText(limit),
        },
        {
          key: 'state',
          label: t('hours.state'),
          cell: ({ is_outdated, state }) =>
            is_outdated ? t('hours.outdated') : t(`hours.state.${state}`),
        },
      ],
      form: {
        draftOf: (one) => ({
          state: one?.state ?? 'new',
          note: one?.note ?? '',
          signed_by: one?.signed_by ?? '',
        }),
        Fields,
        mayChange: () => mayWrite,
        save: ({ note, signed_by, state }, one) =>
          api.driversHours.debrief({
            params: { id: one?.id ?? 0 },
            body: {
              state,
              note,
              signed_by: signed_by.trim() === '' ? null : signed_by,
              version: one?.version ?? 0,
            },
          }),
      },
      mayAdd: false,
      filters: { names: [...FILTERS, 'driver', 'from', 'to'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('driversHours', 'exportInfringements'), { query }),
    }),
    [t, dates, mayWrite],
  );
}
