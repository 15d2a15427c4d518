import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { LoadedSection } from '../../ui/entity-page/loaded-section.tsx';
import { FactList } from '../../ui/facts.tsx';
import { row, stack } from '../../ui/look/look.ts';
import { tyrePosition } from '../../ui/tyre-position.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { FitDialog, RemoveDialog, RotateDialog } from './move-dialogs.tsx';
import { ReadingsDialog } from './readings-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { TyreDiagram } from './tyre-diagram.tsx';
import { Findings, tyreName, useTyreTexts } from './tyre-words.tsx';
import { TYRES_KEY, TYRES_WRITE, type VehicleTyres, type WheelPosition } from './tyres.ts';

const NONE = '–';
const SECTION_KEY = [TYRES_KEY, 'vehicle'] as const;

type Dialog = 'measure' | 'rotate' | 'settings' | 'fit' | 'remove';

/** The chosen position: its tyre, what was measured, what is due, and what can be done. */
function ChosenWheel({
  wheel,
  mayWrite,
  onOpen,
}: {
  readonly wheel: WheelPosition;
  readonly mayWrite: boolean;
  readonly onOpen: (dialog: Dialog) => void;
}) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const { pressure_at, pressure_kpa, pressure_source, tread_at, tread_mm, tyre } = wheel;
  return (
    <Part title={tyrePosition(wheel.position, t)}>
      <FactList
        className="details-facts"
        facts={[
          [
            t('tyres.tyre'),
            tyre === null ? (
              t('tyres.wheel.empty')
            ) : (
              <Link key="tyre" to={'/tyres' as string} search={{ open: tyre.id } as never}>
                {tyre.serial}, {tyreName(tyre)}
              </Link>
            ),
          ],
          [
            t('tyres.tread'),
            tread_mm === null || tread_at === null
              ? NONE
              : `${texts.tread(tread_mm)} (${texts.moment(tread_at)})`,
          ],
          [
            t('tyres.pressure'),
            pressure_kpa === null || pressure_at === null || pressure_source === null
              ? NONE
              : `${texts.pressure(pressure_kpa)} (${texts.moment(pressure_at)}, ${t(`tyres.readingFrom.${pressure_source}`)})`,
          ],
        ]}
      />
      {tyre !== null && <Findings findings={wheel.findings} />}
      {mayWrite && (
        <div className={row({ gap: 2, wrap: true })}>
          {tyre === null ? (
            <Button kind="primary" onClick={() => onOpen('fit')}>
              {t('tyres.fit')}
            </Button>
          ) : (
            <Button onClick={() => onOpen('remove')}>{t('tyres.takeOff')}</Button>
          )}
        </div>
      )}
    </Part>
  );
}

function Loaded({ of }: { readonly of: VehicleTyres }) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const client = useQueryClient();
  const { current } = useSession();
  const mayWrite = may(current, TYRES_WRITE);
  const [chosen, setChosen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const wheel = of.positions.find(({ position }) => position === chosen);
  const close = () => setDialog(null);
  const done = () => {
    close();
    void client.invalidateQueries({ queryKey: [TYRES_KEY] });
  };
  const bound = { of, onDone: done, onClose: close };
  if (of.positions.length === 0) return <p>{t('tyres.noWheels')}</p>;
  return (
    <div className={stack({ gap: 4, padding: 4 })}>
      {mayWrite && (
        <div className={row({ gap: 2, wrap: true })}>
          <Button kind="primary" onClick={() => setDialog('measure')}>
            {t('tyres.measure')}
          </Button>
          <Button onClick={() => setDialog('rotate')}>{t('tyres.rotate')}</Button>
          <Button onClick={() => setDialog('settings')}>{t('tyres.settings')}</Button>
        </div>
      )}
      <p>
        {t('tyres.limits', { legal: texts.tread(of.legal_mm), limit: texts.tread(of.limit_mm) })}
      </p>
      <TyreDiagram of={of} chosen={chosen} onChoose={setChosen} />
      {wheel === undefined ? (
        <p>{t('tyres.choosePosition')}</p>
      ) : (
        <ChosenWheel wheel={wheel} mayWrite={mayWrite} onOpen={setDialog} />
      )}
      {dialog === 'measure' && <ReadingsDialog {...bound} />}
      {dialog === 'rotate' && <RotateDialog {...bound} />}
      {dialog === 'settings' && <SettingsDialog {...bound} />}
      {dialog === 'fit' && wheel !== undefined && (
        <FitDialog {...bound} position={wheel.position} />
      )}
      {dialog === 'remove' && wheel?.tyre != null && <RemoveDialog {...bound} tyre={wheel.tyre} />}
    </div>
  );
}

/** The section "Tyres" of the page of a vehicle: its wheels, and what is due for each. */
export function TyreSection({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [...SECTION_KEY, vehicleId],
    queryFn: ({ signal }) =>
      api.tyres.vehicle({ params: { vehicle: vehicleId }, signal, quiet: true }),
  });
  return (
    <LoadedSection query={query} loading={t('tyres.loading')}>
      {(data) => <Loaded of={data} />}
    </LoadedSection>
  );
}
