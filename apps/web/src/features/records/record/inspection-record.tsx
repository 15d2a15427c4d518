import type { InspectionCode } from '@roadworthy/domain';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { api } from '../../../api/client.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
import { toast } from '../../../ui/toast.ts';
import { NoteList } from './note-list.tsx';
import { Brakes, Tyres } from './records-record-figures.tsx';
import { Part } from './records-record-part.tsx';
import { RecordPhotographs } from './records-record-photographs.tsx';
import { type Inspection, useRecordChanged } from './use-record.ts';
import { VorPart } from './vor-part.tsx';

/** The items with findings, and the number of items in order. */
function Checked({ items }: Pick<Inspection, 'items'>) {
  const { t } = useTranslation();
  const told = items.filter(({ result }) => result === 'defect' || result === 'repaired');
  const inOrder = items.filter(({ result }) => result === 'ok').length;
  return (
    <Part title={t('record.checked')}>
      <p>{t('record.inOrder', { count: inOrder })}</p>
      <ul
        className={cx(
          stack({ gap: 3, width: 'full', padding: 0, margin: 0, list: true }),
          styles.recordItems,
        )}
      >
        {told.map(({ section, name, result, note, repaired_by: by }) => (
          <li key={`${section} ${name}`}>
            <span className={row({ wrap: true, align: 'center', rowGap: 1, columnGap: 2 })}>
              <strong>{knownText(name, t)}</strong>
              <Badge tone={result === 'defect' ? 'bad' : 'good'}>
                {t(`record.result.${result}`)}
              </Badge>
            </span>
            {note !== null && <span>{note}</span>}
            {by !== null && (
              <span className={look({ tone: 'quiet', size: 'small' })}>
                {t('record.repairedBy', { by })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The possible next statuses. */
function Review({ inspection }: { readonly inspection: Inspection }) {
  const { t } = useTranslation();
  const changed = useRecordChanged();
  const { id, version, next_statuses: next } = inspection;
  const move = useMutation({
    mutationFn: (status: InspectionCode) =>
      api.inspections.move({ params: { id }, body: { status, version } }),
    onSuccess: async () => {
      await changed();
      toast.success(t('record.inspectionMoved'));
    },
    onError: (error) => toast.error(error.message),
  });
  if (next.length === 0) return null;
  return (
    <div className={row({ wrap: true, gap: 2 })}>
      {next.map((code, n) => (
        <Button
          key={code}
          kind={n === 0 ? 'primary' : 'plain'}
          disabled={move.isPending}
          onClick={() => move.mutate(code)}
        >
          {t(`record.inspection.to.${code}`)}
        </Button>
      ))}
    </div>
  );
}

/** A safety inspection: result, measurements, photos, declaration and review. */
export function InspectionRecord({ inspection }: { readonly inspection: Inspection }) {
  const { t } = useTranslation();
  const { brakes, is_roadworthy: isRoadworthy, signature } = inspection;
  return (
    <>
      {inspection.fault_notes.length > 0 && (
        <Part title={t('inspections.faultNotes')}>
          <NoteList notes={inspection.fault_notes} />
        </Part>
      )}
      <Part title={t('record.declaration')}>
        <span>
          <Badge tone={isRoadworthy ? 'good' : 'bad'}>
            {t(isRoadworthy ? 'record.roadworthy' : 'record.notRoadworthy')}
          </Badge>
        </span>
        <p>{inspection.declaration}</p>
        <p className={look({ tone: 'quiet', size: 'small' })}>{inspection.inspector}</p>
        {signature !== null && (
          <img
            className={cx(look({ border: 'line', radius: 'small' }), styles.recordSignature)}
            src={served(signature)}
            alt={t('record.signature')}
          />
        )}
        <Review inspection={inspection} />
      </Part>
      <Checked items={inspection.items} />
      {brakes !== null && <Brakes brakes={brakes} />}
      <Tyres tyres={inspection.tyres} />
      <RecordPhotographs photographs={inspection.photographs} />
      <VorPart vehicleId={inspection.vehicle.id} defectId={null} entries={inspection.off_road} />
    </>
  );
}
