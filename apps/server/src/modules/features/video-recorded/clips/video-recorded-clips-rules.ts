import { CLIP_AROUND_S, CLIP_EVENT_CODES, type ClipRule } from '@roadworthy/domain';
import type { CustomerRules } from './video-recorded-clips.repository.ts';

/** The product's rules, for a customer that has made none. */
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

/** The rules that count for a customer. */
export function rulesOf(own: ReadonlyMap<number, CustomerRules>, customerId: number) {
  return own.get(customerId) ?? DEFAULT_RULES;
}

/** The rule of an event that happened at a moment; null where it asks for no clip. */
export function ruleFor(
  { from, rules }: CustomerRules,
  eventCode: number,
  occurredMs: number,
): ClipRule | null {
  // A rule counts for what happens from its making on.
  if (from !== null && occurredMs < from.getTime()) return null;
  const rule = rules.find((one) => one.eventCode === eventCode);
  return rule?.isActive === true && rule.beforeS + rule.afterS > 0 ? rule : null;
}
