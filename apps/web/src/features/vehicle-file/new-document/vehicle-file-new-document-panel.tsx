import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { LeaveGuard } from '../../../ui/leave-guard/leave-guard.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import { Select } from '../../../ui/select/select.tsx';
import { SidePanel } from '../../../ui/side-panel/side-panel.tsx';
import { VehicleAutocomplete } from '../../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { useActivityTypes } from '../use-activity-types.ts';
import { DescriptionField } from './description-field.tsx';
import { DocumentField } from './document-field.tsx';
import { FulfilledDate } from './fulfilled-date.tsx';
import styles from './new-document.module.css';
import { PANEL_VEHICLES } from './panel-vehicles.ts';
import { ScheduleCard } from './schedule-card.tsx';
import { SendingState } from './sending-state.tsx';
import { StatusField } from './status-field.tsx';
import { type NewDocument, useNewDocument } from './use-new-document.ts';
import { type FormVehicle, isTouched } from './vehicle-file-new-document-form.ts';

function VehicleField({ document }: { readonly document: NewDocument }) {
  const { t } = useTranslation();
  const { form, faults } = document;
  return (
    <Field label={t('vehicleFile.vehicle')} isRequired fault={faults.vehicle}>
      {(props) => (
        <VehicleAutocomplete
          selected={form.vehicle}
          source={PANEL_VEHICLES}
          fieldProps={props}
          onChange={document.setVehicle}
        />
      )}
    </Field>
  );
}

/** The types for the vehicle's type, reloaded for each vehicle (requirement H-07). */
function TypeField({ document }: { readonly document: NewDocument }) {
  const { t } = useTranslation();
  const { form, faults } = document;
  const types = useActivityTypes(form.vehicle?.type, form.vehicle !== null);
  const all = types.data ?? [];
  return (
    <Field
      label={t('vehicleFile.activityType')}
      isRequired
      fault={faults.activity_type}
      hint={form.vehicle === null ? t('vehicleFile.vehicleFirst') : undefined}
    >
      {(props) => (
        <Select
          {...props}
          value={form.type?.id ?? 0}
          disabled={form.vehicle === null || types.isPending}
          onChange={(event) => {
            const id = Number(event.currentTarget.value);
            document.setType(all.find((one) => one.id === id) ?? null);
          }}
        >
          <option value={0}>{t('vehicleFile.choose')}</option>
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {knownText(name, t)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/**
 * Side panel "Add New Vehicle Document" (requirements G-15, H-01 to H-69).
 *
 * @param firstVehicle the vehicle of the list filter
 * @param onDone called after the document is created: the panel closes, the list reloads (H-24)
 */
export function NewDocumentPanel({
  firstVehicle,
  onDone,
  onClose,
}: {
  readonly firstVehicle: FormVehicle | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  /** Sent or discarded: the panel closes. */
  const isDone = useRef(false);
  const document = useNewDocument(firstVehicle, () => {
    isDone.current = true;
    onDone();
  });
  const { form, sending } = document;
  const [asksToClose, setAsksToClose] = useState(false);
  const isSending = sending.kind === 'sending';
  const close = () => {
    if (isTouched(form) || isSending) setAsksToClose(true);
    else onClose();
  };
  return (
    <>
      <SidePanel
        title={t('vehicleFile.newTitle')}
        onClose={close}
        foot={
          <>
            <Button onClick={isSending ? document.cancelSending : close}>
              {t('vehicleFile.cancel')}
            </Button>
            <Button type="submit" form="new-document" kind="primary" disabled={!document.canSend}>
              {t('vehicleFile.send')}
            </Button>
          </>
        }
      >
        <form
          id="new-document"
          className={cx(stack({ gap: 4 }), styles.newDocument)}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (document.canSend) void document.send();
          }}
        >
          <fieldset disabled={isSending}>
            <VehicleField document={document} />
            <TypeField document={document} />
            {form.type !== null && (
              <>
                <ScheduleCard form={form} />
                <StatusField document={document} />
                <FulfilledDate document={document} />
              </>
            )}
            <DescriptionField document={document} />
            <DocumentField document={document} />
          </fieldset>
          <SendingState sending={sending} hasFile={form.document !== null} />
        </form>
      </SidePanel>
      <LeaveGuard
        isHeld={() => (isTouched(form) || isSending) && !isDone.current}
        isOpenAt={(current, next) =>
          next.pathname === current.pathname && next.search.panel === current.search.panel
        }
      />
      {asksToClose && (
        <ConfirmDialog
          title={t('vehicleFile.discard')}
          message={t('vehicleFile.discardText')}
          onAnswer={(isConfirmed) => {
            setAsksToClose(false);
            if (!isConfirmed) return;
            isDone.current = true;
            document.cancelSending();
            onClose();
          }}
        />
      )}
    </>
  );
}
