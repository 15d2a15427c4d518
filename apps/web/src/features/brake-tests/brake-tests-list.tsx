import { formatDateTime } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import recordStyles from '../../ui/record/record.module.css';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { VehicleBrakes } from './brake-test-dialog.tsx';
import { BrakeResultPart } from './brake-test-result.tsx';

type Test = VehicleBrakes['tests'][number];

/** Marks a test as entered by mistake. */
function VoidDialog({
  test,
  onDone,
  onClose,
}: {
  readonly test: Test;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState({ reason: '' });
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    const found = missing(draft, ['reason'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = { reason: draft.reason, version: test.version };
    await api.brakeTests.void({ params: { id: test.id }, body });
    toast.success(t('brakes.voided'));
    onDone();
    onClose();
  };
  const form = {
    draft,
    faults,
    change: (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes }),
  };
  return (
    <FormDialog
      title={t('brakes.voidTitle')}
      action={t('brakes.void')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('brakes.voidText')}</p>
      <TextField
        form={form}
        name="reason"
        label={t('brakes.voidReason')}
        isRequired
        maxLength={500}
      />
    </FormDialog>
  );
}

function TestItem({
  test,
  mayWrite,
  onVoid,
}: {
  readonly test: Test;
  readonly mayWrite: boolean;
  readonly onVoid: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const isVoid = test.void_reason !== null;
  return (
    <li>
      <span className={row({ wrap: true, align: 'center', rowGap: 1, columnGap: 2 })}>
        <strong>{formatDateTime(Date.parse(test.tested_at), dates)}</strong>
        <span>{t(`brakes.method.${test.figures.method}`)}</span>
        {test.is_annual_test && <Badge>{t('brakes.annualTest')}</Badge>}
        {test.counts_as_laden && !isVoid && <Badge tone="good">{t('brakes.counts')}</Badge>}
        {isVoid && <Badge tone="quiet">{t('brakes.isVoid')}</Badge>}
      </span>
      <span className={look({ tone: 'quiet', size: 'small' })}>
        {[test.tester, test.place, test.inspection?.reference_number].filter(Boolean).join(', ')}
        {!test.is_competent && ` · ${t('brakes.notCompetent')}`}
      </span>
      {isVoid ? (
        <span className={look({ size: 'small' })}>{test.void_reason}</span>
      ) : (
        <BrakeResultPart of={test} />
      )}
      {test.figures.assessment !== '' && (
        <span className={look({ size: 'small', breaks: true })}>
          {t('brakes.assessedAs', {
            text: test.figures.assessment,
            name: test.figures.assessed_by,
          })}
        </span>
      )}
      <span className={row({ gap: 3, wrap: true })}>
        {test.print_out !== null && (
          <a href={served(test.print_out)} target="_blank" rel="noreferrer">
            {t('brakes.openPrintOut')}
          </a>
        )}
        {mayWrite && !isVoid && test.inspection === null && (
          <Button kind="link" onClick={onVoid}>
            {t('brakes.void')}
          </Button>
        )}
      </span>
    </li>
  );
}

/** The brake tests of a vehicle, newest first. */
export function BrakeTestList({
  brakes,
  mayWrite,
  onChanged,
}: {
  readonly brakes: VehicleBrakes;
  readonly mayWrite: boolean;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const [voided, setVoided] = useState<Test | null>(null);
  if (brakes.tests.length === 0) return <p>{t('brakes.noTests')}</p>;
  return (
    <>
      <ul
        className={cx(
          stack({ gap: 4, width: 'full', padding: 0, margin: 0, list: true }),
          recordStyles.recordItems,
        )}
      >
        {brakes.tests.map((test) => (
          <TestItem key={test.id} test={test} mayWrite={mayWrite} onVoid={() => setVoided(test)} />
        ))}
      </ul>
      {voided !== null && (
        <VoidDialog test={voided} onDone={onChanged} onClose={() => setVoided(null)} />
      )}
    </>
  );
}
