import { ABSENCE_STATES, formatDate, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { filtersOf, PeriodFilter } from '../records/records-filters.tsx';
import { type AbsenceDraft, absenceBody, absenceDraft, checkAbsence } from './absence-draft.ts';
import { AbsenceFields } from './absence-fields.tsx';
import { ABSENCES_KEY, type Absence, driverText, PLANNING_WRITE } from './driver-planning.ts';
import { AbsenceStateBadge } from './planning-words.tsx';
import { usePlanDates, usePlanZone } from './use-plan.ts';

const DAY_MS = 86_400_000;

/** The time of an absence: its days, or hours of a day. */
export function useAbsenceText(zone: string): (one: Absence) => string {
  const dates = usePlanDates(zone);
  return ({ end, is_whole_days: isWhole, start }) => {
    const startMs = Date.parse(start);
    if (!isWhole)
      return `${formatDateTime(startMs, dates)} – ${formatDateTime(Date.parse(end), dates)}`;
    const first = formatDate(startMs, dates);
    const last = formatDate(Date.parse(end) - DAY_MS / 2, dates);
    return first === last ? first : `${first} – ${last}`;
  };
}

const Filters = filtersOf(
  (t) => [
    {
      name: 'state',
      label: t('planning.state'),
      all: t('planning.anyState'),
      options: ABSENCE_STATES.map((value) => ({ value, label: t(`planning.state.${value}`) })),
    },
  ],
  PeriodFilter,
);

function Details({ one }: { readonly one: Absence }) {
  const { t } = useTranslation();
  return (
    <FactList
      className="details-facts"
      facts={[
        [t('planning.driver'), <DriverLink key="driver" driver={one.driver} />],
        [t('planning.state'), <AbsenceStateBadge key="state" state={one.state} />],
        [t('planning.plannedShifts'), String(one.shifts)],
        [t('planning.author'), one.author],
        ...(one.decided_by === null
          ? []
          : [
              [t('planning.decidedBy'), one.decided_by] as const,
              [t('planning.answer'), one.answer || '–'] as const,
            ]),
      ]}
    />
  );
}

interface DecisionProps {
  readonly one: Absence;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function DecisionDialog({
  state,
  one,
  onDone,
  onClose,
}: DecisionProps & { readonly state: 'approved' | 'refused' }) {
  const { t } = useTranslation();
  const zone = usePlanZone();
  const timeText = useAbsenceText(zone);
  const { form, setFaults } = useDialogDraft({ answer: '' });
  const save = async () => {
    await api.driverAbsences.decide({
      params: { id: one.id },
      body: { state, answer: form.draft.answer, version: one.version },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t(`planning.decide.${state}`)}
      action={t(`planning.decide.${state}`)}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{`${driverText(one.driver)}, ${t(`planning.kind.${one.kind}`)}, ${timeText(one)}`}</p>
      {one.shifts > 0 && <p>{t('planning.plannedThen', { count: one.shifts })}</p>}
      <TextField form={form} name="answer" label={t('planning.answer')} maxLength={500} />
    </FormDialog>
  );
}

const Approve = (props: DecisionProps) => <DecisionDialog {...props} state="approved" />;
const Refuse = (props: DecisionProps) => <DecisionDialog {...props} state="refused" />;

/** Absences as a list with a panel, whose requests a manager decides. */
export function useAbsences(): Resource<Absence, AbsenceDraft> {
  const { t } = useTranslation();
  const { current } = useSession();
  const zone = usePlanZone();
  const timeText = useAbsenceText(zone);
  const mayWrite = may(current, PLANNING_WRITE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: timeText follows from zone and language
  return useMemo(() => {
    const Fields = ({ one, ...form }: FormProps<AbsenceDraft, Absence>) => (
      <AbsenceFields form={form} isNew={one === null} zone={zone} />
    );
    const isOpen = ({ state }: Absence) => state === 'requested';
    return {
      kind: ABSENCES_KEY,
      texts: 'planning.absences',
      list: (query, signal) => api.driverAbsences.list({ query: query as object, signal }),
      read: (id, signal) => api.driverAbsences.read({ params: { id }, signal }),
      nameOf: (one) => `${driverText(one.driver)}, ${timeText(one)}`,
      columns: [
        {
          key: 'driver',
          label: t('planning.driver'),
          isOrdered: true,
          cell: ({ driver }) => driverText(driver),
        },
        { key: 'start', label: t('planning.time'), isOrdered: true, cell: timeText },
        { key: 'kind', label: t('planning.kind'), cell: ({ kind }) => t(`planning.kind.${kind}`) },
        {
          key: 'state',
          label: t('planning.state'),
          cell: ({ state }) => <AbsenceStateBadge state={state} />,
        },
        {
          key: 'shifts',
          label: t('planning.plannedShifts'),
          isNumber: true,
          cell: ({ shifts }) => shifts,
        },
      ],
      Details,
      mayAdd: mayWrite,
      form: {
        draftOf: (one) => absenceDraft(one, zone),
        Fields,
        check: (draft, translate) => ({
          ...checkAbsence(draft, translate),
          ...(draft.driver === null ? { driver: [t('planning.driverNeeded')] } : {}),
        }),
        save: async (draft, one) => {
          const body = absenceBody(draft, zone);
          if (body === null) return undefined;
          return one === null
            ? api.driverAbsences.add({ body: { ...body, driver: draft.driver?.id ?? 0 } })
            : api.driverAbsences.change({
                params: { id: one.id },
                body: { ...body, version: one.version },
              });
        },
        mayChange: () => mayWrite,
      },
      filters: { names: ['state', 'from', 'to', 'driver'], Controls: Filters },
      ...(mayWrite
        ? {
            actions: [
              {
                label: t('planning.decide.approved'),
                done: t('planning.decided'),
                isOffered: isOpen,
                Dialog: Approve,
              },
              {
                label: t('planning.decide.refused'),
                done: t('planning.decided'),
                isOffered: isOpen,
                Dialog: Refuse,
              },
            ],
            remove: {
              change: async (ids: readonly number[]) => {
                for (const id of ids) await api.driverAbsences.remove({ params: { id } });
              },
            },
          }
        : {}),
    };
  }, [t, mayWrite, zone]);
}
