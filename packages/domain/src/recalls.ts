/** How far a campaign of a maker is with one vehicle. */
export const RECALL_STATES = ['open', 'planned', 'done', 'not_affected'] as const;
export type RecallState = (typeof RECALL_STATES)[number];

/** Where the planner and calendar feeds show campaigns, among the categories of schedules. */
export const RECALL_CATEGORY = 'Recall';

/** More vehicles than a campaign of one customer needs. */
export const MAX_RECALL_VEHICLES = 1000;

/** A registration or VIN as it is compared: without spaces, in capitals. */
export const plainPlate = (text: string) => text.replace(/\s+/g, '').toUpperCase();

/** The registrations or VINs of a pasted list: one a line, or separated by commas, semicolons or tabs. */
export const platesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n\r,;\t]+/)
      .map(plainPlate)
      .filter((plate) => plate !== ''),
  ),
];
