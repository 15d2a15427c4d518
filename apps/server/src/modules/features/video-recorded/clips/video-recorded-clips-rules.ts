import { CLIP_AROUND_S, CLIP_EVENT_CODES, type ClipRule } from '@roadworthy/domain';
import type { CustomerRules } from './video-recorded-clips.repository.ts';

/** The default rules, for a customer without custom ones. */
const DEFAULT_RULES: CustomerRules = {
  from: null,
  rules: CLIP_EVENT_CODES.map((eventCode) => ({
    eventCode,
    isActive: true,
    beforeS: CLIP_AROUND_S,
    afterS: CLIP_AROUND_S,
    cameras: [],
  })),
};

/** The effective rules of a customer. */
export function rulesOf(own: ReadonlyMap<number, CustomerRules>, customerId: number) {
  return own.get(customerId) ?? DEFAULT_RULES;
}

/** The rule for an event at a moment; null if the event needs no clip. */
export function ruleFor(
  { from, rules }: CustomerRules,
  eventCode: number,
  occurredMs: number,
): ClipRule | null {
  // A rule applies only to events after it was made.
  if (from !== null && occurredMs < from.getTime()) return null;
  const rule = rules.find((one) => one.eventCode === eventCode);
  return rule?.isActive === true && rule.beforeS + rule.afterS > 0 ? rule : null;
}
