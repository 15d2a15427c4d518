export { type ComparedEvents, coachingEffect } from './effect.ts';
export { type Exposure, tripProfile } from './exposure.ts';
export {
  type FairScore,
  fairScores,
  groupRates,
  SCORE_WEIGHT,
  type ScoredDriver,
} from './fair-score.ts';
