import { AUDIT_KINDS, type AuditKind } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { History } from '../history/history.tsx';
import { DiscardDialog, LeaveGuard } from '../leave-guard/leave-guard.tsx';
import { SidePanel } from '../side-panel/side-panel.tsx';
import { type ToastAction, toast } from '../toast.ts';
import { useAddress } from '../use-address.ts';
import type { Removal } from './removal.tsx';
import type { Resource } from './resource.ts';
import { ResourceActions } from './resource-actions.tsx';
import { otherFaults, useDraft } from './use-draft.ts';

type Ids = { readonly id: number };
type Named = Ids & { readonly registration: string };

/** Whether the audit log keeps a history of this kind of record. */
const isAudited = (kind: string): kind is AuditKind =>
  (AUDIT_KINDS as readonly string[]).includes(kind);

interface PanelProps<Row extends Ids, Draft, One extends Ids> {
  readonly resource: Resource<Row, Draft, One>;
  readonly isArchived: boolean;
  readonly onRemoval: (removal: Removal, ids: readonly number[], name: string) => void;
  readonly onClose: () => void;
}

/** The action of a message about a new record: it opens the record, from whichever screen. */
function useOpenSaved(): (saved: unknown) => ToastAction | undefined {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search: before } = useLocation();
  return (saved) => {
    const id = (saved as { readonly id?: unknown } | null | undefined)?.id;
    if (typeof id !== 'number') return undefined;
    const search = { ...before, open: String(id) } as never;
    return { label: t('action.open'), run: () => void navigate({ to: pathname, search }) };
  };
}

/** The draft of a form, its errors, and saving. */
function useForm<Row extends Ids, Draft, One extends Ids>(
  { form, kind, texts, nameOf }: Resource<Row, Draft, One>,
  one: One | null,
  onSaved: () => void,
  vehicle: Named | null,
) {
  const { t } = useTranslation();
  const openSaved = useOpenSaved();
  const client = useQueryClient();
  const [first] = useState(() => {
    const empty = form?.draftOf(one);
    return empty === undefined || vehicle === null ? empty : { ...empty, vehicle };
  });
  const box = useRef<HTMLFormElement>(null);
  const editing = useDraft<Draft | undefined, unknown>({
    first,
    check: (draft) => (draft === undefined ? {} : (form?.check?.(draft, t) ?? {})),
    save: async (draft) => (draft === undefined ? undefined : form?.save(draft, one)),
    onSaved: (saved) => {
      if (one !== null) toast.success(t('toast.updated'), { subject: nameOf(one) });
      else
        toast.success(t('toast.success'), { subject: t(`${texts}.new`), action: openSaved(saved) });
      void client.invalidateQueries({ queryKey: [kind] });
      onSaved();
    },
  });
  return {
    ...editing,
    box,
    isChanged: JSON.stringify(editing.draft) !== JSON.stringify(first),
    change: (changes: Partial<Draft>) => editing.change(changes as Partial<Draft | undefined>),
  };
}

/** The fields of a record, and errors that belong to none of them. */
function PanelForm<Row extends Ids, Draft, One extends Ids>({
  resource,
  one,
  form,
  isEditable,
}: {
  readonly resource: Resource<Row, Draft, One>;
  readonly one: One | null;
  readonly form: ReturnType<typeof useForm<Row, Draft, One>>;
  readonly isEditable: boolean;
}) {
  if (resource.form === undefined || form.draft === undefined) return null;
  const others = otherFaults(form.faults, form.draft as object);
  return (
    <form
      ref={form.box}
      className="resource-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {others !== '' && (
        <p className="resource-fault" role="alert">
          {others}
        </p>
      )}
      {/* What is archived is not changed: it is brought back first. */}
      <fieldset className="resource-fields" disabled={!isEditable}>
        <resource.form.Fields
          draft={form.draft}
          faults={form.faults}
          one={one}
          change={form.change}
        />
      </fieldset>
      {/* Enter in a field saves; the button that people see stands below. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
    </form>
  );
}

/** The panel of a loaded record, or of a new one. */
function OpenPanel<Row extends Ids, Draft, One extends Ids>({
  resource,
  one,
  isArchived,
  onRemoval,
  onClose,
  vehicle = null,
}: PanelProps<Row, Draft, One> & {
  readonly one: One | null;
  readonly vehicle?: Named | null;
}) {
  const { t } = useTranslation();
  /** Saved or discarded: the panel closes. */
  const isDone = useRef(false);
  const close = () => {
    isDone.current = true;
    onClose();
  };
  const form = useForm(resource, one, close, vehicle);
  const [isLeaving, setIsLeaving] = useState(false);
  const { texts, Details } = resource;
  // Asks while it saves too: a rejected record would be lost.
  const leave = () => (form.isChanged ? setIsLeaving(true) : close());
  const isEditable =
    resource.form !== undefined &&
    !isArchived &&
    (one === null || resource.form.mayChange?.(one) !== false);
  return (
    <SidePanel
      title={one === null ? t(`${texts}.new`) : resource.nameOf(one)}
      onClose={leave}
      foot={
        <>
          {one !== null && (
            <ResourceActions
              resource={resource}
              one={one}
              isArchived={isArchived}
              onRemoval={onRemoval}
            />
          )}
          <span className="resource-gap" />
          <button type="button" className="button" onClick={leave}>
            {t(isEditable ? 'action.cancel' : 'action.close')}
          </button>
          {isEditable && (
            <button
              type="button"
              className="button primary"
              disabled={form.isBusy}
              onClick={() => void form.save()}
            >
              {t('action.save')}
            </button>
          )}
        </>
      }
    >
      {isArchived && one !== null && <p className="resource-note">{t('resource.isArchived')}</p>}
      <PanelForm resource={resource} one={one} form={form} isEditable={isEditable} />
      {one !== null && Details !== undefined && <Details one={one} />}
      {one !== null && resource.hasHistory !== false && isAudited(resource.kind) && (
        <History kind={resource.kind} id={one.id} />
      )}
      <LeaveGuard
        isHeld={() => form.isChanged && !isDone.current}
        isOpenAt={(current, next) =>
          next.pathname === current.pathname && next.search.open === current.search.open
        }
      />
      {isLeaving && (
        <DiscardDialog
          onAnswer={(isConfirmed) => {
            setIsLeaving(false);
            if (isConfirmed) close();
          }}
        />
      )}
    </SidePanel>
  );
}

/** Loads the record of the address, then shows it. */
function ReadPanel<Row extends Ids, Draft, One extends Ids>({
  id,
  ...props
}: PanelProps<Row, Draft, One> & { readonly id: number }) {
  const { t } = useTranslation();
  const { resource, onClose } = props;
  const found = useQuery({
    queryKey: [resource.kind, 'one', id],
    queryFn: ({ signal }) => resource.read(id, signal),
    // A form always loads the current record.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (found.data !== undefined) return <OpenPanel {...props} one={found.data} />;
  return (
    <SidePanel title={t(`${resource.texts}.title`)} onClose={onClose}>
      {found.isError ? (
        <div className="table-message" role="alert">
          <strong>{t('table.failed')}</strong>
          <p>{found.error.message}</p>
          <button type="button" className="button" onClick={() => void found.refetch()}>
            {t('action.retry')}
          </button>
        </div>
      ) : (
        <div className="resource-waiting" aria-busy="true" />
      )}
    </SidePanel>
  );
}

/** The panel of a new record; its vehicle is the one of the address, if the form has a vehicle. */
function NewPanel<Row extends Ids, Draft, One extends Ids>(props: PanelProps<Row, Draft, One>) {
  const { t } = useTranslation();
  const { resource, onClose } = props;
  const [address] = useAddress();
  const id = Number(address.vehicle);
  const isNamed = resource.form?.takesVehicle === true && Number.isInteger(id);
  const found = useQuery({
    queryKey: ['overview', 'vehicle', id],
    queryFn: ({ signal }) => api.overviews.vehicle({ params: { id }, signal, quiet: true }),
    enabled: isNamed,
    retry: false,
  });
  if (isNamed && found.isPending) {
    return (
      <SidePanel title={t(`${resource.texts}.new`)} onClose={onClose}>
        <div className="resource-waiting" aria-busy="true" />
      </SidePanel>
    );
  }
  // An unknown vehicle leaves the field empty.
  const vehicle = found.data && { id, registration: found.data.registration };
  return <OpenPanel {...props} one={null} isArchived={false} vehicle={vehicle ?? null} />;
}

/** The edit panel of a resource. */
export function ResourcePanel<Row extends Ids, Draft, One extends Ids>({
  opened,
  ...props
}: PanelProps<Row, Draft, One> & { readonly opened: number | 'new' | null }) {
  if (opened === null) return null;
  if (opened !== 'new') return <ReadPanel key={opened} id={opened} {...props} />;
  if (props.resource.form === undefined || props.resource.mayAdd === false) return null;
  return <NewPanel key="new" {...props} />;
}
