import { ASSIGNMENT_FILTERS } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { row } from '../../ui/look/look.ts';
import { DraftVehicleField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { sendForm } from '../../ui/send-form.ts';
import { type Candidates, driverText, PLANNING_WRITE } from '../driver-planning/driver-planning.ts';
import { FindingList } from '../driver-planning/planning-words.tsx';
import { PlannedDriverField } from '../driver-planning/shift-fields.tsx';
import { filtersOf, PeriodFilter } from '../records/records-filters.tsx';
import { AssignmentDetails } from './assignment-details.tsx';
import {
  ASSIGNMENTS_KEY,
  type Assignment,
  type AssignmentRow,
  checkSheet,
  emptySheet,
  type HandoverDraft,
  sendHandover,
  sheetValues,
} from './driver-assignments.ts';
import { SheetFields } from './sheet-fields.tsx';
import { useTimes } from './use-times.ts';

const NONE = '–';

const Filters = filtersOf(
  (t) => [
    {
      name: 'state',
      label: t('driverAssignments.state'),
      all: t('driverAssignments.anyState'),
      options: ASSIGNMENT_FILTERS.map((value) => ({
        value,
        label: t(`driverAssignments.state.${value}`),
      })),
    },
  ],
  PeriodFilter,
);

/** Whether the driver can take the vehicle now: entitlement, hours and plan; it does not keep from handing over. */
function Fit({
  draft: { driver },
  data,
}: {
  readonly draft: HandoverDraft;
  readonly data: Candidates | undefined;
}) {
  const { t } = useTranslation();
  const found = data?.candidates.find((one) => one.driver.id === driver?.id);
  if (data === undefined || found === undefined) return null;
  return (
    <section aria-label={t('planning.checks')}>
      <FindingList findings={found.findings} zone={data.time_zone} />
    </section>
  );
}

function NewFields(form: FormProps<HandoverDraft, Assignment>) {
  const { t } = useTranslation();
  const { vehicle } = form.draft;
  const query = { vehicle: vehicle?.id ?? 0 };
  const { data } = useQuery({
    queryKey: ['planned_shift', 'candidates', query],
    enabled: vehicle !== null,
    queryFn: ({ signal }) => api.driverCandidates.list({ query, signal, quiet: true }),
  });
  return (
    <>
      <DraftVehicleField form={form} label={t('driverAssignments.vehicle')} />
      <PlannedDriverField form={form as never} />
      <Fit draft={form.draft} data={data} />
      <SheetFields {...form} last={data?.last_reading ?? null} />
    </>
  );
}

function Fields(form: FormProps<HandoverDraft, Assignment>) {
  // A recorded hand-over is not changed; its details show it.
  return form.one === null ? <NewFields {...form} /> : null;
}

/** Takes a vehicle back from its driver. */
function TakeBack({
  one,
  onDone,
  onClose,
}: {
  readonly one: Assignment;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const [key] = useState(() => crypto.randomUUID());
  const { form, setFaults } = useDialogDraft(emptySheet);
  const save = async () => {
    const found = checkSheet(form.draft, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await sendForm(pathOf('driverAssignments', 'takeBack'), sheetValues(form.draft, unit), {
      params: { id: one.id },
      key,
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('driverAssignments.takeBack')}
      action={t('driverAssignments.takeBack')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{`${one.vehicle.registration}, ${driverText(one.driver)}`}</p>
      <SheetFields {...form} last={one.last_reading} />
    </FormDialog>
  );
}

/** Whether the hand-overs of an assignment are signed, and whether an odometer needs a look. */
function HandoverState({ one }: { readonly one: AssignmentRow }) {
  const { t } = useTranslation();
  if (one.handovers === 0) return NONE;
  const isSigned = one.unsigned === 0;
  return (
    <span className={row({ gap: 1, wrap: true })}>
      <Badge tone={isSigned ? 'good' : 'warn'}>
        {t(isSigned ? 'driverAssignments.signed' : 'driverAssignments.notSigned')}
      </Badge>
      {one.is_returned_by_driver && <Badge>{t('driverAssignments.kind.returnByDriver')}</Badge>}
      {one.odometer_findings > 0 && (
        <Badge tone="warn">{t('driverAssignments.odometerDiffers')}</Badge>
      )}
    </span>
  );
}

/** Assignments as a list with a panel. */
function useAssignments(): Resource<AssignmentRow, HandoverDraft, Assignment> {
  const { t } = useTranslation();
  const { current } = useSession();
  const { unit } = useDisplay();
  const times = useTimes();
  const mayWrite = may(current, PLANNING_WRITE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the times follow from language and format
  return useMemo(
    () => ({
      kind: ASSIGNMENTS_KEY,
      texts: 'driverAssignments',
      list: (query, signal) => api.driverAssignments.list({ query: query as object, signal }),
      read: (id, signal) => api.driverAssignments.read({ params: { id }, signal }),
      nameOf: ({ driver, vehicle }) => `${vehicle.registration}, ${driverText(driver)}`,
      columns: [
        {
          key: 'vehicle',
          label: t('driverAssignments.vehicle'),
          isOrdered: true,
          cell: ({ vehicle }) => vehicle.registration,
        },
        {
          key: 'driver',
          label: t('driverAssignments.driver'),
          isOrdered: true,
          cell: ({ driver }) => driverText(driver),
        },
        { key: 'from', label: t('driverAssignments.from'), isOrdered: true, cell: times.from },
        { key: 'until', label: t('driverAssignments.until'), cell: times.until },
        {
          key: 'handovers',
          label: t('driverAssignments.handovers'),
          cell: (one) => <HandoverState one={one} />,
        },
      ],
      Details: AssignmentDetails,
      mayAdd: mayWrite,
      hasHistory: false,
      form: {
        draftOf: () => ({
          vehicle: null,
          driver: null,
          key: crypto.randomUUID(),
          ...emptySheet(),
        }),
        takesVehicle: true,
        Fields,
        check: (draft, translate) => ({
          ...checkSheet(draft, translate),
          ...missing(draft, ['vehicle'], translate),
          ...(draft.driver === null ? { driver: [translate('planning.driverNeeded')] } : {}),
        }),
        save: (draft) => sendHandover(draft, unit),
        mayChange: () => false,
      },
      filters: { names: ['state', 'from', 'to', 'vehicle', 'driver'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('driverAssignments', 'exportList'), { query }),
      ...(mayWrite
        ? {
            actions: [
              {
                label: t('driverAssignments.takeBack'),
                done: t('driverAssignments.takenBack'),
                isOffered: ({ until }: Assignment) => until === null,
                Dialog: TakeBack,
              },
            ],
          }
        : {}),
    }),
    [t, mayWrite, unit],
  );
}

/** Screen /driver-assignments: who has which vehicle since when, and its hand-over. */
export function DriverAssignmentsScreen() {
  return <ResourceScreen resource={useAssignments()} />;
}
