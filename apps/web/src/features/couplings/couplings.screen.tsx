import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { useCouplings } from './couplings-list.tsx';

/** Screen /couplings: which trailer was pulled by which vehicle, and when. */
export function CouplingsScreen() {
  return <ResourceScreen resource={useCouplings()} />;
}
