import type { AnswerOf, contract } from '@roadworthy/contract';
import type { LucideIcon } from 'lucide-react';

export type Overview = AnswerOf<typeof contract.home.overview>;

/** `act` needs action now, `watch` soon. A figure of zero is calm, whatever its card. */
export type CardTone = 'act' | 'watch';

/** A list with its filters. */
export interface HomeList {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** A second figure of a card, with the list behind it. */
export interface HomeDetail extends HomeList {
  /** Key of its text in `home.detail`, with `count` or `cost`. */
  readonly key: string;
  readonly count?: number;
  /** In the customer's currency. */
  readonly cost?: number;
}

/** A figure that leads to its list. */
export interface HomeCard extends HomeList {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly count: number;
  readonly tone: CardTone;
  /** A text without figures. */
  readonly hasText?: true;
  readonly details?: readonly HomeDetail[];
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
