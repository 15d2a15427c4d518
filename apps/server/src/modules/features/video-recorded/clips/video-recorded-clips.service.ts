import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { type ClipRule, eventType } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { type ErrorMessage, wrongField } from '../../../../platform/errors.ts';
import { ownCustomer } from '../storage/video-recorded-storage.service.ts';
import { customRules, replaceRules } from './video-recorded-clips.repository.ts';
import { rulesOf } from './video-recorded-clips-rules.ts';

type Rules = AnswerOf<typeof contract.videoRecorded.clipRules>;

const toJson = (rules: readonly ClipRule[]): Rules => ({
  results: rules.map((rule) => ({
    event_code: rule.eventCode,
    is_active: rule.isActive,
    before_s: rule.beforeS,
    after_s: rule.afterS,
    cameras: [...rule.cameras],
  })),
});

/**
 * The rules as the audit log stores them: by event, so that an entry names only those that changed.
 */
const toLogged = (rules: readonly ClipRule[]) =>
  Object.fromEntries(
    rules.map(({ eventCode, ...rule }) => [
      eventType(eventCode)?.name ?? String(eventCode),
      `${rule.isActive ? 'on' : 'off'}, ${rule.beforeS} s before, ${rule.afterS} s after, cameras ${rule.cameras.join(', ') || 'all'}`,
    ]),
  );

/** The validation error of the rules; null if they are valid. */
function errorOf(
  rules: BodyOf<typeof contract.videoRecorded.changeClipRules>['rules'],
): ErrorMessage | null {
  if (new Set(rules.map(({ event_code }) => event_code)).size < rules.length) {
    return 'clip_rule.event_type_twice';
  }
  if (rules.some(({ event_code }) => eventType(event_code) === undefined)) {
    return 'alert.event_type_unknown';
  }
  return rules.some(({ before_s, after_s }) => before_s + after_s === 0)
    ? 'clip_rule.too_short'
    : null;
}

/** The rules by which events request clips. */
export class ClipRulesService {
  constructor(private readonly db: Database) {}

  /** The effective rules of the viewer's customer. */
  async read(viewer: Viewer): Promise<Rules> {
    const customerId = ownCustomer(viewer);
    const own = await this.db.asViewer(viewer, (trx) => customRules(trx, [customerId]));
    return toJson(rulesOf(own, customerId).rules);
  }

  /**
   * Replaces the rules; the new ones apply to events from now on.
   *
   * @throws HttpError 400 for an unknown or repeated event type
   */
  async change(
    viewer: Viewer,
    { rules }: BodyOf<typeof contract.videoRecorded.changeClipRules>,
  ): Promise<Rules> {
    const customerId = ownCustomer(viewer);
    const error = errorOf(rules);
    if (error !== null) throw wrongField('rules', error);
    const kept = rules.map((rule) => ({
      eventCode: rule.event_code,
      isActive: rule.is_active,
      beforeS: rule.before_s,
      afterS: rule.after_s,
      cameras: [...new Set(rule.cameras)],
    }));
    await this.db.asViewer(viewer, async (trx) => {
      const before = rulesOf(await customRules(trx, [customerId]), customerId).rules;
      await replaceRules(trx, customerId, kept);
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'clip_rules', id: String(customerId), name: '' },
        action: 'changed',
        before: toLogged(before),
        after: toLogged(kept),
      });
    });
    return toJson(kept);
  }
}
