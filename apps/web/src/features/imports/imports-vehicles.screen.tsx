import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { Button } from '../../ui/button/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { FileField } from './file-field.tsx';
import type { UploadJob } from './imports-call.ts';
import { Choices, type UploadDraft } from './imports-choices.tsx';
import { ColumnChoice, type Columns } from './imports-columns.tsx';
import { Earlier } from './imports-earlier.tsx';
import { Outcome } from './imports-outcome.tsx';
import { saveTemplate } from './imports-template.ts';
import { useSending } from './imports-use-sending.ts';
import { useUpload, useUploadActions } from './use-imports.ts';
import '../../ui/administration.css';
import { cx, row } from '../../ui/look/look.ts';
import styles from './imports.module.css';

const ACCEPT =
  '.csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Form fields by their names in the call (requirements ). */
function fieldsOf(draft: UploadDraft, columns: Columns | null, verify: boolean) {
  const { create, update, remove_missing, all_or_nothing } = draft;
  const choices = { create, update, remove_missing, all_or_nothing };
  return {
    customer_id: draft.customer,
    verifyUpload: verify,
    email: draft.email.trim(),
    uploadChoices: JSON.stringify(columns === null ? choices : { ...choices, columns }),
    run_on_weekend: draft.runOnWeekend,
  };
}

/** A file with its options and the result of its check. */
function useVehicleUpload(onStarted: (job: UploadJob) => void) {
  const { user } = useSession().current;
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Columns | null>(null);
  const [checked, setChecked] = useState<UploadJob | null>(null);
  const [draft, setDraft] = useState<UploadDraft>({
    customer: null,
    email: user.email,
    create: true,
    update: true,
    remove_missing: false,
    all_or_nothing: false,
    runOnWeekend: true,
  });
  const { send, sending } = useSending<UploadJob>('vehicles');
  const { refresh } = useUploadActions();

  const check = async (one: File | null, chosen: Columns | null) => {
    if (one === null) return;
    const job = await send(fieldsOf(draft, chosen, true), one);
    setChecked(job);
    // Before the list reloads: the person may select a column in the meantime.
    if (job !== null) setColumns(job.columns);
    // The list of earlier uploads includes checks.
    await refresh();
  };
  return {
    file,
    draft,
    columns,
    checked,
    sending,
    choose: (one: File) => {
      setFile(one);
      setColumns(null);
      void check(one, null);
    },
    /** A rejected file clears the result of the one before. */
    forget: () => {
      setFile(null);
      setColumns(null);
      setChecked(null);
      sending.clearFaults();
    },
    change: (changes: Partial<UploadDraft>) => {
      setDraft({ ...draft, ...changes });
      sending.clearFaults();
      // The result of the check applied to other options.
      const isOfRows = Object.keys(changes).some((name) => name !== 'email');
      if (isOfRows) setChecked(null);
    },
    setColumns,
    check: () => check(file, columns),
    start: async () => {
      if (file === null) return;
      const job = await send(fieldsOf(draft, columns, false), file);
      if (job === null) return;
      setFile(null);
      setChecked(null);
      setColumns(null);
      onStarted(job);
    },
  };
}

type VehicleUpload = ReturnType<typeof useVehicleUpload>;

function Buttons({ upload }: { readonly upload: VehicleUpload }) {
  const { t } = useTranslation();
  const { file, checked, sending } = upload;
  const isBusy = sending.share !== null;
  const canStart = checked !== null && checked.state === 'done';
  return (
    <div className={row({ wrap: true, align: 'center', rowGap: 2, columnGap: 4 })}>
      <Button
        kind={canStart ? 'plain' : 'primary'}
        disabled={file === null || isBusy}
        onClick={() => void upload.check()}
      >
        {t('uploads.check')}
      </Button>
      <Button
        kind={canStart ? 'primary' : 'plain'}
        disabled={!canStart || isBusy}
        onClick={() => void upload.start()}
      >
        {t('uploads.start')}
      </Button>
      <Button kind="link" onClick={saveTemplate}>
        {t('uploads.template')}
      </Button>
    </div>
  );
}

/** Screen /administration/upload-vehicles: a file of vehicles is checked, then imported (O-04). */
export function UploadVehiclesScreen() {
  const { t } = useTranslation();
  const [{ upload: shown }, setAddress] = useAddress();
  const { refresh } = useUploadActions();
  const upload = useVehicleUpload((job) => {
    toast.success(t('uploads.started'));
    void refresh();
    setAddress({ upload: String(job.id) });
  });
  const { checked, columns, draft, file, sending } = upload;
  const shownId = Number(shown) || null;
  const one = useUpload(checked === null ? shownId : null);
  return (
    <div className="page">
      <PageTitle title={t('administration.uploadVehicles')} />
      <section
        className={cx('panel', styles.uploadForm)}
        aria-label={t('administration.uploadVehicles')}
      >
        <FileField
          accept={ACCEPT}
          hint={t('uploads.vehiclesHint')}
          file={file}
          sending={sending}
          onFile={upload.choose}
          onRefused={upload.forget}
        />
        <Choices draft={draft} faults={sending.faults} onChange={upload.change} />
        <Buttons upload={upload} />
      </section>
      {checked !== null && (
        <Outcome job={checked}>
          <ColumnChoice
            job={checked}
            columns={columns ?? checked.columns}
            onColumns={upload.setColumns}
          />
        </Outcome>
      )}
      {checked === null && one.data !== undefined && shownId !== null && <Outcome job={one.data} />}
      <Earlier selected={shownId} onSelect={(id) => setAddress({ upload: String(id) })} />
    </div>
  );
}
