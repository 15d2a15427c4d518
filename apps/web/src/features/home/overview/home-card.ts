import type { AnswerOf, contract } from '@roadworthy/contract';
import type { LucideIcon } from 'lucide-react';

export type Overview = AnswerOf<typeof contract.home.overview>;

/** `act` needs action now, `watch` soon. A figure of zero is calm, whatever its card. */
export type CardTone = 'act' | 'watch';

/** A figure that leads to its list. */
export interface HomeCard {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly count: number;
  readonly tone: CardTone;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Values of the text below the figure, if the card has one. */
  readonly detail?: Readonly<Record<string, number>>;
}

/** The cards of a part of the overview: none of a part that the person may not open. */
export const cardsOfPart =
  <Part extends keyof Overview>(
    name: Part,
    cards: (part: NonNullable<Overview[Part]>) => readonly HomeCard[],
  ) =>
  (overview: Overview): readonly HomeCard[] => {
    const part = overview[name];
    return part === null ? [] : cards(part as NonNullable<typeof part>);
  };
