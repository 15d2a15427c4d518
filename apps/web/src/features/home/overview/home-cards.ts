import type { HomeCard, Overview } from './home-card.ts';
import { DUE_CARDS } from './home-cards-due.ts';
import { STATE_CARDS } from './home-cards-state.ts';

/** The cards of an overview, the most urgent kinds first. */
export const cardsOf = (overview: Overview): readonly HomeCard[] =>
  [...DUE_CARDS, ...STATE_CARDS].flatMap((cards) => cards(overview));
