import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { DestinationIcon } from '../../ui/destination-icon.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import styles from './home.module.css';

/** State of a tile: an internal link, an external link, or disabled with the reason. */
export type TileState =
  | { readonly kind: 'screen'; readonly to: string }
  | { readonly kind: 'app'; readonly href: string }
  | { readonly kind: 'greyed'; readonly reason: string };

/** A tile of the home screen (requirements C-05 to C-07, C-09, C-P05). */
export function TileView({
  icon,
  label,
  state,
}: {
  readonly icon: string;
  readonly label: string;
  readonly state: TileState;
}) {
  const reasonId = useId();
  const content = (
    <>
      <span
        className={cx(
          stack({
            align: 'center',
            items: 'center',
            height: 40,
            tone: 'accent',
            ground: 'accent',
            radius: 'medium',
          }),
          styles.tileIcon,
        )}
      >
        <DestinationIcon name={icon} />
      </span>
      <span className={cx(look({ weight: 'strong' }), styles.tileLabel)}>{label}</span>
    </>
  );
  if (state.kind === 'screen') {
    return (
      <Link className={styles.tile} to={state.to}>
        {content}
      </Link>
    );
  }
  if (state.kind === 'app') {
    return (
      <a className={styles.tile} href={state.href} target="_blank" rel="noopener noreferrer">
        {content}
        <span className={cx(look({ tone: 'faint' }), styles.tileOutside)}>
          <DestinationIcon name="app" />
        </span>
      </a>
    );
  }
  return (
    <Button
      kind="bare"
      className={cx(styles.tile, styles.greyed)}
      aria-disabled="true"
      aria-describedby={reasonId}
    >
      {content}
      <span
        className={cx(
          look({ paddingY: 2, paddingX: 3, radius: 'medium', size: 'small' }),
          styles.tileReason,
        )}
        role="tooltip"
        id={reasonId}
      >
        {state.reason}
      </span>
    </Button>
  );
}
