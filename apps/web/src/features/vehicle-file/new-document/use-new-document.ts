import { documentName, toApiDate } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { type Day, today } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { type Faults, faultsOf } from '../../../ui/field/form-dialog.tsx';
import { showFirstFault } from '../../../ui/first-fault.ts';
import { toast } from '../../../ui/toast.ts';
import { ACTIVITIES_KEY } from '../../../ui/vehicle-file/activities.ts';
import { SCHEDULES_KEY } from '../schedules-key.ts';
import type { ActivityType } from '../use-activity-types.ts';
import { type Created, sendDocument, type Upload } from './send-document.ts';
import {
  type DocumentForm,
  EMPTY_FORM,
  type FormVehicle,
  isInspection,
  isValid,
  lacksDocument,
  requestOf,
  withAnswer,
  withDay,
  withType,
  withVehicle,
} from './vehicle-file-new-document-form.ts';

/** Requirement T-19. */
const WARNING_AFTER_MS = 2500;

/** Sending state. `share` 0 to 1, null while the connection is lost and retried. */
export type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly share: number | null }
  /** The connection stayed lost: to be retried. */
  | { readonly kind: 'lost' };

const IDLE: Sending = { kind: 'idle' };

function uploadOf(form: DocumentForm): Upload {
  const { vehicle, type, document } = form;
  const name =
    document === null
      ? ''
      : documentName(document.name, vehicle?.registration ?? '', type?.reference ?? '', Date.now());
  return {
    ...requestOf(form),
    file: document === null ? null : { content: document, name },
    key: crypto.randomUUID(),
  };
}

/** The list with day and vehicle of a document, without other filters that could hide it. */
function addressOf(form: DocumentForm, created: Created, timeZone: string | null) {
  const day = form.fulfilledOn ?? toApiDate(Date.parse(created.created_at), timeZone);
  return {
    vehicleId: String(created.vehicle.id),
    startDate: day,
    endDate: day,
    documentDates: '1',
    audit: '1',
    type: '0',
    depot: '0',
    pending: '0',
  };
}

/**
 * Notifies of created documents, and of schedules that were not created (requirements T-17 to
 * T-22).
 */
function useTellOfCreation() {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const navigate = useNavigate();
  return (form: DocumentForm, created: Created) => {
    toast.success(
      t(isInspection(form) ? 'vehicleFile.inspectionCreated' : 'vehicleFile.documentCreated'),
      {
        action: {
          label: t('vehicleFile.showDocument'),
          run: () =>
            void navigate({
              to: '/vehicle-file/activity',
              search: addressOf(form, created, timeZone) as never,
            }),
        },
      },
    );
    if (!created.unqualified_to_approve_schedules) return;
    setTimeout(
      () => toast.warning(t('vehicleFile.noSchedules'), t('vehicleFile.noSchedulesText')),
      WARNING_AFTER_MS,
    );
  };
}

/**
 * The form of a new document with its whole flow (requirements H-07 to H-24).
 *
 * @param firstVehicle the preselected vehicle
 */
export function useNewDocument(firstVehicle: FormVehicle | null, onDone: () => void) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const client = useQueryClient();
  const tellOfCreation = useTellOfCreation();
  const [form, setForm] = useState<DocumentForm>({ ...EMPTY_FORM, vehicle: firstVehicle });
  const [faults, setFaults] = useState<Faults>({});
  const [sending, setSending] = useState<Sending>(IDLE);
  /** The current request, or the last one if the connection was lost: it keeps its key. */
  const upload = useRef<Upload | null>(null);
  const controller = useRef<AbortController | null>(null);

  const change = (next: DocumentForm) => {
    // A changed form is another document.
    upload.current = null;
    setFaults({});
    setSending(IDLE);
    setForm(next);
  };

  const tellOfFailure = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0;
    // Requirements H-69, T-15, T-16.
    if (status === 403) toast.error((error as ApiError).message);
    else toast.error(t('toast.invalid'));
    const detail = error instanceof ApiError ? error.body.detail : undefined;
    const named = faultsOf(error);
    if (named !== null) setFaults(named);
    else if (status !== 403 && detail !== undefined) setFaults({ document: [detail] });
    showFirstFault();
  };

  const send = async () => {
    if (lacksDocument(form)) {
      setFaults({ document: [t('vehicleFile.imageRequired')] });
      toast.error(t('vehicleFile.imageRequired'));
      showFirstFault();
      return;
    }
    const current = upload.current ?? uploadOf(form);
    upload.current = current;
    const cancel = new AbortController();
    controller.current = cancel;
    setFaults({});
    setSending({ kind: 'sending', share: 0 });
    try {
      const created = await sendDocument(
        current,
        (share) => setSending({ kind: 'sending', share }),
        cancel.signal,
      );
      change(EMPTY_FORM);
      tellOfCreation(form, created);
      onDone();
      await client.invalidateQueries({ queryKey: [ACTIVITIES_KEY] });
      await client.invalidateQueries({ queryKey: [SCHEDULES_KEY] });
    } catch (error) {
      const isLost = error instanceof ApiError && error.status === 0;
      setSending(isLost ? { kind: 'lost' } : IDLE);
      if (isLost || (error as Error).name === 'AbortError') return;
      // Rejected: the next attempt is another document.
      upload.current = null;
      tellOfFailure(error);
    }
  };

  return {
    form,
    faults,
    sending,
    /** Whether "Send" is enabled (requirements H-22, H-45, H-46). */
    canSend: isValid(form) && sending.kind !== 'sending',
    setVehicle: (vehicle: FormVehicle | null) => change(withVehicle(form, vehicle)),
    setType: (type: ActivityType | null) => {
      const registration = form.vehicle?.registration ?? '';
      change(
        withType(form, type, t('vehicleFile.inspectionOf', { registration }), today(timeZone)),
      );
    },
    setStatus: (status: DocumentForm['status']) => change({ ...form, status }),
    setDescription: (description: string) => change({ ...form, description }),
    setDay: (day: Day | null) => change(withDay(form, day)),
    answer: (isAgreed: boolean) => change(withAnswer(form, isAgreed)),
    setDocument: (document: File | null, fault?: string) => {
      change({ ...form, document });
      if (fault !== undefined) setFaults({ document: [fault] });
    },
    send,
    /** Cancels sending; the form stays. */
    cancelSending: () => controller.current?.abort(),
  };
}

export type NewDocument = ReturnType<typeof useNewDocument>;
