import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import {
  emptyParty,
  type InvolvedParty,
  isValidParty,
  type PartyType,
} from './accidents-involved-parties-party.ts';
import styles from './involved-parties.module.css';
import { PartyCard } from './party-card.tsx';

/** Requirement P-175. */
const FOCUS_AFTER_MS = 150;

/**
 * A list of involved parties or witnesses (P-162 to P-185). It starts with one empty card.
 *
 * @param type other parties or witnesses (P-182)
 * @param hideAddWhile hides "Add another" while the cards are in this state; the document says
 *   "valid", which would prevent a third party (OP-006)
 */
export function InvolvedParties({
  label,
  type = 'witness',
  parties,
  hideAddWhile = 'invalid',
  newKey,
  onChange,
}: {
  readonly label: string;
  readonly type?: PartyType;
  readonly parties: readonly InvolvedParty[];
  readonly hideAddWhile?: 'invalid' | 'valid';
  /** Keys of cards. */
  readonly newKey: () => string;
  readonly onChange: (parties: readonly InvolvedParty[]) => void;
}) {
  const { t } = useTranslation();
  const names = useRef(new Map<string, HTMLInputElement>());
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // Requirement P-173.
    if (parties.length === 0) onChange([emptyParty(newKey())]);
  });
  const isValid = parties.every(isValidParty);
  const hidesAdd = isValid === (hideAddWhile === 'valid');
  const add = () => {
    const key = newKey();
    onChange([...parties, emptyParty(key)]);
    setTimeout(() => names.current.get(key)?.focus(), FOCUS_AFTER_MS);
  };
  return (
    <div className={cx(stack({ gap: 3 }), styles.parties)}>
      <ul aria-label={label}>
        {parties.map((party) => (
          <PartyCard
            key={party.key}
            party={party}
            type={type}
            nameRef={(element) => {
              if (element === null) names.current.delete(party.key);
              else names.current.set(party.key, element);
            }}
            onChange={(changed) =>
              onChange(parties.map((one) => (one.key === party.key ? { ...one, ...changed } : one)))
            }
            onRemove={() => onChange(parties.filter(({ key }) => key !== party.key))}
          />
        ))}
      </ul>
      {!hidesAdd && <Button onClick={add}>{t('accident.addAnother')}</Button>}
    </div>
  );
}
