import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { faultsOf } from '../../ui/field/form-dialog.tsx';
import { look, stack } from '../../ui/look/look.ts';
import { UnsentState } from '../../ui/outbox/unsent-state.tsx';
import { useOwnChanges } from '../../ui/outbox/use-own-changes.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PhotographsField } from '../../ui/photo-picker/photographs-field.tsx';
import { SignForm } from '../../ui/record/sign-form.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { type Assignment, type Handover, OWN_ASSIGNMENTS_KEY } from './driver-assignments.ts';
import { HandoverSheet } from './handover-sheet.tsx';
import { ReturnVehicle } from './return-vehicle.tsx';
import { useTimes } from './use-times.ts';

/** Remark, photographs and signature of a hand-over; without a network they are stored on the phone. */
function Sign({ one, onDone }: { readonly one: Handover; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [key] = useState(() => crypto.randomUUID());
  const signing = useOwnChanges('driverAssignments.sign');
  const unsent = signing.unsentOf(one.id).at(-1);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<readonly string[] | undefined>();
  const sign = async (remark: string, signedBy: string | null) => {
    if (signedBy === null) return;
    setIsBusy(true);
    setFault(undefined);
    try {
      const values = { signed_by: signedBy, remark: remark.trim() };
      const outcome = await signing.make({ id: one.id, values, photos, key });
      toast.success(t(outcome === 'sent' ? 'driverAssignments.own.thanks' : 'unsent.saved'));
      // The form stays busy until it is gone.
      if (outcome === 'sent') onDone();
    } catch (error) {
      const refused = faultsOf(error)?.photos;
      setFault(refused);
      if (refused === undefined) toast.error((error as Error).message);
      setIsBusy(false);
    }
  };
  if (unsent?.state === 'waiting') {
    return (
      <span>
        <strong>{t('driverAssignments.signed')}</strong>
        <UnsentState change={unsent} />
      </span>
    );
  }
  return (
    <div className={stack({ columns: 'one', gap: 3 })}>
      <PhotographsField photos={photos} fault={fault} onChange={setPhotos} />
      <SignForm
        comment=""
        maySign
        mustSign
        hint={t(`driverAssignments.own.confirms.${one.kind}`)}
        isChanged={photos.length > 0}
        isPending={isBusy}
        onSave={(remark, signedBy) => void sign(remark, signedBy)}
      />
    </div>
  );
}

function AssignmentCard({
  one,
  onDone,
}: {
  readonly one: Assignment;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <li
      className={stack({
        columns: 'one',
        gap: 3,
        padding: 4,
        ground: 'surface',
        border: 'line',
        radius: 'large',
      })}
    >
      <h2 className={look({ size: 'lead', margin: 0 })}>{one.vehicle.registration}</h2>
      <span>{`${times.from(one)} – ${times.until(one)}`}</span>
      {one.handovers.length === 0 && (
        <p className={look({ margin: 0, tone: 'quiet' })}>{t('driverAssignments.noHandover')}</p>
      )}
      {one.handovers.map((handover) => (
        <div key={handover.id} className={stack({ columns: 'one', gap: 3 })}>
          <HandoverSheet one={handover} />
          {handover.signed_at === null && <Sign one={handover} onDone={onDone} />}
        </div>
      ))}
      {one.until === null && <ReturnVehicle one={one} onDone={onDone} />}
    </li>
  );
}

/** Screen /driver-assignments/own: the vehicles of the driver who is signed in, and their hand-overs. */
export function OwnAssignmentsScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const read = useQuery({
    queryKey: [OWN_ASSIGNMENTS_KEY],
    queryFn: ({ signal }) => api.driverAssignments.own({ signal }),
  });
  const { data } = read;
  const refresh = () => void client.invalidateQueries({ queryKey: [OWN_ASSIGNMENTS_KEY] });
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <PageTitle title={t('driverAssignments.own.title')} />
      <SettingsState read={read} />
      {data?.driver === null && <p>{t('driverAssignments.own.noDriver')}</p>}
      {data !== undefined && data.driver !== null && data.assignments.length === 0 && (
        <div>
          <strong>{t('driverAssignments.own.empty')}</strong>
          <p className={look({ tone: 'quiet' })}>{t('driverAssignments.own.emptyText')}</p>
        </div>
      )}
      <ul className={stack({ columns: 'one', gap: 3, margin: 0, padding: 0, list: true })}>
        {data?.assignments.map((one) => (
          <AssignmentCard key={one.id} one={one} onDone={refresh} />
        ))}
      </ul>
    </div>
  );
}
