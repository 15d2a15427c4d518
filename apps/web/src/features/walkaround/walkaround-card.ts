import { stack } from '../../ui/look/look.ts';

/** Class names of a card: one step or message of the check. */
export const CARD = stack({
  gap: 3,
  padding: 4,
  ground: 'surface',
  border: 'line',
  radius: 'large',
  breaks: true,
});
