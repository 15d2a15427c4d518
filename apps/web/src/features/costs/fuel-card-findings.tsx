import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  FUEL_CARD_RULES,
  FUEL_CARD_STATES,
  type FuelCardState,
  formatDate,
  formatDistance,
  formatNumber,
  toApiDate,
} from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { accessOf, destination } from '../../ui/destinations.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { look } from '../../ui/look/look.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import hoursStyles from '../drivers-hours/drivers-hours.module.css';
import { DepotChoice, filtersOf, PeriodFilter } from '../records/records-filters.tsx';
import { COSTS_WRITE } from './costs.ts';

type Finding = AnswerOf<typeof contract.fuelCards.read>;

/** Key of the list in the cache, and kind of the history. */
const FINDINGS_KEY = 'fuel_card_finding';
const NONE = '–';
/** Room at both ends of the trace, so that the way there and away is seen. */
const AROUND_MS = 30 * 60_000;
const TONES = { open: 'warn', explained: 'good', confirmed: 'bad' } as const;
const OUTCOMES = { ok: 'good', finding: 'bad', unknown: 'quiet' } as const;

interface Draft {
  readonly state: FuelCardState;
  readonly note: string;
  readonly tank: string;
}

function useQuantity() {
  const { locale } = useDisplay();
  return ({ energy_kwh, litres }: Finding['entry']) => {
    if (litres !== null) return `${formatNumber(litres, locale, 2)} L`;
    return energy_kwh === null ? NONE : `${formatNumber(energy_kwh, locale, 2)} kWh`;
  };
}

/** What the rule has found, in words with its figures. */
function useFindingText() {
  const { t } = useTranslation();
  const { locale, unit } = useDisplay();
  return ({ figures, rule }: Finding) =>
    t(`fuelCards.found.${rule}`, {
      ...Object.fromEntries(
        Object.entries(figures).map(([name, value]) => [
          name,
          name.endsWith('_m')
            ? formatDistance(value, unit, locale, 1)
            : formatNumber(value, locale, 1),
        ]),
      ),
    });
}

function Links({ one }: { readonly one: Finding }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { timeZone } = useDisplay().dates;
  const trace = destination('trace');
  const atMs = Date.parse(one.occurred_at);
  return (
    <p className={look({ flow: 'row', wrap: true, align: 'center', gap: 3 })}>
      <Link to={'/costs' as string} search={{ open: String(one.entry.id) } as never}>
        {t('fuelCards.entry')}
      </Link>
      {may(current, accessOf(trace)) && (
        <Link
          to={trace.path}
          search={{
            vehicleId: one.vehicle.id,
            startDate: new Date(atMs - AROUND_MS).toISOString(),
            endDate: toApiDate(atMs + AROUND_MS, timeZone),
          }}
        >
          {t('fuelCards.trace')}
        </Link>
      )}
      <Link
        to={'/vehicles/$id' as string}
        params={{ id: String(one.vehicle.id) } as never}
        hash="fuel"
      >
        {t('fuelCards.tankChart')}
      </Link>
    </p>
  );
}

function Fields({ one, ...form }: FormProps<Draft, Finding>) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  const quantity = useQuantity();
  const text = useFindingText();
  if (one === null) return null;
  const { entry } = one;
  const day = formatDate(Date.parse(entry.day), { ...dates, timeZone: 'UTC' });
  return (
    <>
      <p>{text(one)}</p>
      {one.is_outdated && <p className={look({ tone: 'quiet' })}>{t('fuelCards.outdatedText')}</p>}
      <Links one={one} />
      <FactList
        className={hoursStyles.remaining ?? ''}
        facts={[
          [t('costs.vehicle'), <VehicleLink key="vehicle" vehicle={one.vehicle} />],
          [t('costs.day'), entry.time === null ? day : `${day} ${entry.time}`],
          [t('costs.place'), entry.place || NONE],
          [t('costs.product'), entry.product || NONE],
          [t('costs.quantity'), quantity(entry)],
          [t('costs.amount'), money(entry.amount)],
          [t('costs.supplier'), entry.supplier || NONE],
          [t('costs.reference'), entry.reference || NONE],
        ]}
      />
      <FactList
        className={hoursStyles.remaining ?? ''}
        facts={one.checks.map(({ outcome, reason, rule }) => [
          t(`fuelCards.rule.${rule}`),
          <Badge key={rule} tone={OUTCOMES[outcome]}>
            {reason === null
              ? t(`fuelCards.outcome.${outcome as 'ok' | 'finding'}`)
              : t(`fuelCards.unchecked.${reason}`)}
          </Badge>,
        ])}
      />
      <ChoiceField
        form={form}
        name="state"
        label={t('fuelCards.state')}
        isRequired
        options={FUEL_CARD_STATES.map((value) => ({ value, label: t(`fuelCards.state.${value}`) }))}
      />
      <TextField
        form={form}
        name="note"
        label={t('costs.note')}
        hint={t('fuelCards.noteHint')}
        maxLength={2000}
      />
      <TextField
        form={form}
        name="tank"
        type="number"
        label={t('fuelCards.tank')}
        hint={t('fuelCards.tankHint')}
      />
      {one.decided_by !== null && (
        <p className={look({ tone: 'quiet' })}>
          {t('fuelCards.decidedBy', { name: one.decided_by })}
        </p>
      )}
    </>
  );
}

const Filters = filtersOf(
  (t) => [
    {
      name: 'rule',
      label: t('fuelCards.rule'),
      all: t('fuelCards.anyRule'),
      options: FUEL_CARD_RULES.map((value) => ({ value, label: t(`fuelCards.rule.${value}`) })),
    },
    {
      name: 'state',
      label: t('fuelCards.state'),
      all: t('fuelCards.anyState'),
      options: FUEL_CARD_STATES.map((value) => ({ value, label: t(`fuelCards.state.${value}`) })),
    },
  ],
  DepotChoice,
  PeriodFilter,
);

/** The list of purchases of fuel that do not fit the vehicle; its panel records the decision. */
export function useFuelCardFindings(): Resource<Finding, Draft> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const quantity = useQuantity();
  const { current } = useSession();
  const mayWrite = may(current, COSTS_WRITE);
  return useMemo(
    () => ({
      kind: FINDINGS_KEY,
      texts: 'fuelCards',
      list: (query, signal) => api.fuelCards.list({ query: query as object, signal }),
      read: (id, signal) => api.fuelCards.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns: [
        { key: 'vehicle', label: t('costs.vehicle'), cell: ({ vehicle }) => vehicle.registration },
        {
          key: 'rule',
          label: t('fuelCards.rule'),
          cell: ({ rule }) => t(`fuelCards.rule.${rule}`),
        },
        {
          key: 'occurred_at',
          label: t('costs.day'),
          isOrdered: true,
          cell: ({ entry: { day, time } }) =>
            [formatDate(Date.parse(day), { ...dates, timeZone: 'UTC' }), time]
              .filter(Boolean)
              .join(' '),
        },
        { key: 'place', label: t('costs.place'), cell: ({ entry }) => entry.place || NONE },
        {
          key: 'quantity',
          label: t('costs.quantity'),
          isNumber: true,
          cell: ({ entry }) => quantity(entry),
        },
        {
          key: 'state',
          label: t('fuelCards.state'),
          cell: ({ is_outdated, state }) => (
            <Badge tone={is_outdated ? 'quiet' : TONES[state]}>
              {t(is_outdated ? 'fuelCards.outdated' : `fuelCards.state.${state}`)}
            </Badge>
          ),
        },
      ],
      form: {
        draftOf: (one) => ({
          state: one?.state ?? 'open',
          note: one?.note ?? '',
          tank: String(one?.tank ?? ''),
        }),
        Fields,
        mayChange: () => mayWrite,
        save: ({ note, state, tank }, one) =>
          api.fuelCards.decide({
            params: { id: one?.id ?? 0 },
            body: {
              state,
              note,
              tank: tank.trim() === '' ? null : Number(tank),
              version: one?.version ?? 0,
            },
          }),
      },
      mayAdd: false,
      filters: { names: ['rule', 'state', 'vehicle', 'depot', 'from', 'to'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('fuelCards', 'export'), { query }),
    }),
    [t, dates, quantity, mayWrite],
  );
}
