import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { DestinationIcon } from '../../ui/destination-icon.tsx';

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
      <span className="tile-icon">
        <DestinationIcon name={icon} />
      </span>
      <span className="tile-label">{label}</span>
    </>
  );
  if (state.kind === 'screen') {
    return (
      <Link className="tile" to={state.to}>
        {content}
      </Link>
    );
  }
  if (state.kind === 'app') {
    return (
      <a className="tile" href={state.href} target="_blank" rel="noopener noreferrer">
        {content}
        <span className="tile-outside">
          <DestinationIcon name="app" />
        </span>
      </a>
    );
  }
  return (
    <Button kind="bare" className="tile greyed" aria-disabled="true" aria-describedby={reasonId}>
      {content}
      <span className="tile-reason" role="tooltip" id={reasonId}>
        {state.reason}
      </span>
    </Button>
  );
}
