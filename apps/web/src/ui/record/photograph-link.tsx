import { served } from '../../api/bases.ts';

/** A photograph of a record; select it to enlarge it. */
export function PhotographLink({
  address,
  name,
}: {
  readonly address: string;
  readonly name: string;
}) {
  return (
    <a href={served(address)} target="_blank" rel="noreferrer">
      <img src={served(address)} alt={name} loading="lazy" />
    </a>
  );
}
