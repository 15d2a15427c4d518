import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { type Look, look, row, stack } from '../../ui/look/look.ts';
import { type Absence, type BoardRow, type CheckedShift, driverText } from './driver-planning.ts';
import { AbsenceStateBadge, LevelBadge, useFindingText } from './planning-words.tsx';
import { useTimesText } from './use-plan.ts';

/** What a board does when a person opens something on it. */
export interface BoardActions {
  readonly zone: string;
  readonly onOpen: (shift: number) => void;
  readonly onAbsence: (absence: number) => void;
  /** Null for a person who may not plan. */
  readonly onAdd: ((driver: BoardRow['driver'], day: string) => void) | null;
}

const GROUNDS = { breaks: 'bad', warns: 'warn', unknown: 'surface', none: 'surface' } as const;

const CARD = {
  gap: 1,
  items: 'start',
  padding: 2,
  width: 'full',
  text: 'left',
  border: 'line',
  radius: 'medium',
  tone: 'text',
  pointer: true,
} satisfies Look;

/** A shift on the board; it opens the shift. */
export function ShiftCard({
  shift,
  name,
  zone,
  onOpen,
}: Pick<BoardActions, 'onOpen' | 'zone'> & {
  readonly shift: CheckedShift;
  /** The name of the driver, where the row does not say it. */
  readonly name?: string;
}) {
  const { t } = useTranslation();
  const timesText = useTimesText(zone);
  const textOf = useFindingText(zone);
  const [worst] = shift.findings;
  const level = worst?.level ?? 'none';
  const things = [shift.vehicle, shift.trailer].flatMap((one) => one?.registration ?? []);
  return (
    <Button
      kind="bare"
      className={stack({ ...CARD, ground: GROUNDS[level] })}
      onClick={() => onOpen(shift.id)}
    >
      {name !== undefined && <strong>{name}</strong>}
      <strong className={look({ numeric: true, nowrap: true })}>{timesText(shift)}</strong>
      <span className={look({ size: 'small', breaks: true })}>
        {things.length === 0 ? t('planning.noVehicle') : things.join(' + ')}
      </span>
      {level !== 'none' && <LevelBadge level={level} />}
      {worst !== undefined && level !== 'unknown' && (
        <span className={look({ size: 'small', breaks: true })}>{textOf(worst)}</span>
      )}
      {shift.acknowledged_at !== null && (
        <span className={look({ size: 'small', tone: 'quiet' })}>{t('planning.acknowledged')}</span>
      )}
    </Button>
  );
}

/** An absence on the board; it opens the absence. */
export function AbsenceCard({
  absence,
  name,
  onAbsence,
}: Pick<BoardActions, 'onAbsence'> & { readonly absence: Absence; readonly name?: string }) {
  const { t } = useTranslation();
  return (
    <Button
      kind="bare"
      className={stack({ ...CARD, ground: 'quiet' })}
      onClick={() => onAbsence(absence.id)}
    >
      {name !== undefined && <strong>{name}</strong>}
      <strong>{t(`planning.kind.${absence.kind}`)}</strong>
      {absence.state === 'requested' && <AbsenceStateBadge state={absence.state} />}
    </Button>
  );
}

/** Plans a shift of a driver on a day. */
export function AddButton({
  driver,
  day,
  dayText,
  onAdd,
}: {
  readonly driver: BoardRow['driver'];
  readonly day: string;
  readonly dayText: string;
  readonly onAdd: NonNullable<BoardActions['onAdd']>;
}) {
  const { t } = useTranslation();
  return (
    <Button
      kind="icon"
      className={row({ align: 'center', justify: 'center' })}
      aria-label={t('planning.addFor', { name: driverText(driver), day: dayText })}
      onClick={() => onAdd(driver, day)}
    >
      <Plus size={16} aria-hidden="true" />
    </Button>
  );
}
