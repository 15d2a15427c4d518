import { formatDateTime, formatDistance, fromLocalMinute, toApiDateTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay, useLocale } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { ResourcePanel } from '../../ui/resource/resource-panel.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { useAddress } from '../../ui/use-address.ts';
import {
  type ChosenVehicle,
  chosenOf,
} from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { CouplingTimeField } from '../couplings/coupling-fields.tsx';
import { hoursText } from '../tracking/tracking-hours.ts';
import {
  type Candidates,
  driverText,
  drivingSeconds,
  PLANNING_WRITE,
  type ShiftPreset,
} from './driver-planning.ts';
import { FindingList, LevelBadge } from './planning-words.tsx';
import { useShifts } from './shifts-list.tsx';
import { usePlanDates, usePlanZone } from './use-plan.ts';

const REFRESH_MS = 60_000;
const NOTHING: ShiftPreset = {};
const HOUR_S = 3600;

/** What is known about the hours and the place of a candidate. */
function useFactsText(zone: string) {
  const { t } = useTranslation();
  const dates = usePlanDates(zone);
  const { unit } = useDisplay();
  const locale = useLocale();
  return (one: Candidates['candidates'][number]): string =>
    [
      one.driving_left === null
        ? t('planning.who.drivingUnknown')
        : t('planning.who.drivingLeft', { time: hoursText(one.driving_left) }),
      ...(one.rest_by === null
        ? []
        : [t('planning.who.restBy', { at: formatDateTime(Date.parse(one.rest_by), dates) })]),
      ...(one.rested === null ? [] : [t('planning.who.rested', { time: hoursText(one.rested) })]),
      ...(one.distance === null
        ? []
        : [t('planning.who.away', { distance: formatDistance(one.distance, unit, locale) })]),
    ].join(' · ');
}

function CandidateList({
  found,
  onPlan,
}: {
  readonly found: Candidates;
  /** Null for a person who may not plan. */
  readonly onPlan: ((one: Candidates['candidates'][number]) => void) | null;
}) {
  const { t } = useTranslation();
  const factsText = useFactsText(found.time_zone);
  return (
    <ol className={stack({ columns: 'one', gap: 3, margin: 0, padding: 0, list: true })}>
      {found.candidates.map((one) => (
        <li
          key={one.driver.id}
          className={stack({
            columns: 'one',
            gap: 2,
            padding: 3,
            border: 'line',
            radius: 'medium',
            ground: 'surface',
          })}
        >
          <div className={row({ wrap: true, gap: 2, align: 'center' })}>
            <DriverLink driver={one.driver} />
            <LevelBadge level={one.level} />
            {onPlan !== null && (
              <Button
                className={look({ push: true })}
                aria-label={t('planning.who.planFor', { name: driverText(one.driver) })}
                onClick={() => onPlan(one)}
              >
                {t('planning.who.plan')}
              </Button>
            )}
          </div>
          <span className={look({ tone: 'quiet', size: 'small' })}>{factsText(one)}</span>
          {one.findings.length > 0 && (
            <FindingList findings={one.findings} zone={found.time_zone} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** The vehicle of the address, with its registration once that is loaded. */
function useAddressVehicle(): ChosenVehicle | null {
  const [{ vehicle }] = useAddress();
  const id = Number(vehicle);
  const isNamed = Number.isInteger(id) && id > 0;
  const { data } = useQuery({
    queryKey: ['overview', 'vehicle', id],
    queryFn: ({ signal }) => api.overviews.vehicle({ params: { id }, signal, quiet: true }),
    enabled: isNamed,
    retry: false,
  });
  return isNamed && data !== undefined ? { id, registration: data.registration } : null;
}

/** Who can take a vehicle now, or at a time; choosing a driver plans the shift. */
export function CandidateFinder() {
  const { t } = useTranslation();
  const { current } = useSession();
  const zone = usePlanZone();
  const [address, setAddress] = useAddress();
  const vehicle = useAddressVehicle();
  const [preset, setPreset] = useState<ShiftPreset>(NOTHING);
  const shifts = useShifts(preset);
  const { form } = useDialogDraft({ at: '', hours: '8', driving: '4' });
  const { at, driving, hours } = form.draft;
  const length = Number(hours);
  const drivingS = drivingSeconds(driving);
  const isReady =
    vehicle !== null &&
    Number.isInteger(length) &&
    length >= 1 &&
    length <= 30 &&
    drivingS !== undefined;
  const query = {
    vehicle: vehicle?.id ?? 0,
    hours: length,
    driving: Math.min(30, (drivingS ?? 0) / HOUR_S),
    ...(at === '' ? {} : { at: toApiDateTime(fromLocalMinute(at, zone)) }),
  };
  const read = useQuery({
    queryKey: ['planned_shift', 'candidates', query],
    enabled: isReady,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.driverCandidates.list({ query, signal, quiet: true }),
  });
  const plan = (one: Candidates['candidates'][number]) => {
    const found = read.data;
    if (found === undefined) return;
    const span = { start: found.start, end: found.end, driving: drivingS ?? 0 };
    setPreset({ driver: one.driver, vehicle: found.vehicle, span });
    setAddress({ open: 'new' });
  };
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <div className={row({ wrap: true, gap: 3, align: 'end' })}>
        <VehicleField
          label={t('planning.vehicle')}
          selected={vehicle}
          fault={undefined}
          onChange={(one) => setAddress({ vehicle: chosenOf(one)?.id.toString() })}
        />
        <CouplingTimeField
          form={form}
          name="at"
          label={t('planning.who.at')}
          hint={t('planning.who.atHint')}
          zone={zone}
        />
        <TextField form={form} name="hours" label={t('planning.who.hours')} type="number" />
        <TextField form={form} name="driving" label={t('planning.driving')} maxLength={5} />
      </div>
      {!isReady && <p className={look({ tone: 'quiet' })}>{t('planning.who.choose')}</p>}
      {isReady && <SettingsState read={read} />}
      {isReady && read.data !== undefined && (
        <>
          {read.data.candidates.length === 0 && <p>{t('planning.who.nobody')}</p>}
          {read.data.is_limit && <p role="status">{t('planning.who.limit')}</p>}
          <CandidateList found={read.data} onPlan={may(current, PLANNING_WRITE) ? plan : null} />
        </>
      )}
      <ResourcePanel
        resource={shifts}
        opened={address.open === 'new' && preset !== NOTHING ? 'new' : null}
        isArchived={false}
        onRemoval={() => undefined}
        onClose={() => setAddress({ open: undefined })}
      />
    </div>
  );
}
