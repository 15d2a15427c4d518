import type { CheckType } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { VehiclePanel } from '../damage/vehicle-panel.tsx';
import { LetterPanel } from '../letter/letter-panel.tsx';
import { NewLetter } from '../letter/new-letter.tsx';
import { ReportPanel } from '../report/report-panel.tsx';
import { Surveys } from '../survey/vehicle-check-survey.tsx';
import { useMayWrite } from '../vehicle-check-rights.ts';
import { ListFrame } from './list-frame.tsx';
import type { Asking } from './use-list.ts';
import {
  useDamagedVehicleKind,
  useDamageKind,
  useLetterKind,
  useReportKind,
} from './vehicle-check-depot-kinds.tsx';

interface ListProps {
  readonly depotId: number;
  readonly asking: Asking;
  /** Buttons next to "Download CSV". */
  readonly tools?: React.ReactNode;
}

function Reports({ type, ...list }: ListProps & { readonly type: CheckType }) {
  const kind = useReportKind(type);
  const { opened, open } = list.asking;
  return (
    <>
      <ListFrame kind={kind} placeId={list.depotId} {...list} />
      {opened !== null && (
        <ReportPanel
          key={opened}
          id={opened}
          isGateCheck={type === 'GTC'}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

/** A vehicle with its damage, opened from either list. */
function OpenVehicle({ depotId, asking: { opened, open } }: ListProps) {
  if (opened === null) return null;
  return (
    <VehiclePanel key={opened} depotId={depotId} vehicleId={opened} onClose={() => open(null)} />
  );
}

function Damages(list: ListProps) {
  const kind = useDamageKind();
  return (
    <>
      <ListFrame kind={kind} placeId={list.depotId} {...list} />
      <OpenVehicle {...list} />
    </>
  );
}

function DamagedVehicles(list: ListProps) {
  const kind = useDamagedVehicleKind();
  return (
    <>
      <ListFrame kind={kind} placeId={list.depotId} {...list} />
      <OpenVehicle {...list} />
    </>
  );
}

function Letters(list: ListProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const kind = useLetterKind();
  const { opened, isNew, open } = list.asking;
  return (
    <>
      <ListFrame
        kind={kind}
        placeId={list.depotId}
        {...list}
        tools={
          mayWrite && (
            <Button kind="primary" onClick={() => open('new')}>
              <span aria-hidden="true">+</span>
              {t('vehicleCheck.newLetter')}
            </Button>
          )
        }
      />
      {isNew && mayWrite && <NewLetter depotId={list.depotId} onClose={() => open(null)} />}
      {opened !== null && <LetterPanel key={opened} id={opened} onClose={() => open(null)} />}
    </>
  );
}

/** The selected list and its open panel. */
export function ChosenList(list: ListProps) {
  const { type } = list.asking.list;
  if (type === 'DMG') return <Damages {...list} />;
  if (type === 'VEH') return <DamagedVehicles {...list} />;
  if (type === 'NOT') return <Letters {...list} />;
  if (type === 'SRV') return <Surveys place={{ kind: 'depot', id: list.depotId }} {...list} />;
  return <Reports key={type} type={type} {...list} />;
}
