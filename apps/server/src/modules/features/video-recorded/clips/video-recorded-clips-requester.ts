import type { DerivedEvent } from '../../../../platform/bus/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { customRules, vehiclesWithCameras } from './video-recorded-clips.repository.ts';
import { requestClip } from './video-recorded-clips-request.ts';
import { ruleFor, rulesOf } from './video-recorded-clips-rules.ts';

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/**
 * Requests the clips that the rules want for events (harsh braking, crash, panic, driver
 * assistance), one per incident. Events are delivered at least once, so none is lost when a process
 * stops in between.
 */
export class ClipRequester {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {}

  /** Resolves when the clips of the events are requested, or the requests have failed. */
  handle(events: readonly DerivedEvent[]): Promise<void> {
    this.#last = this.#last
      .then(() => this.#request(events))
      .catch((error) => {
        this.services.log.warn({ err: error }, 'could not request the clips of events');
      });
    return this.#last;
  }

  async #request(events: readonly DerivedEvent[]): Promise<void> {
    const asked = await this.services.db.asSystem(async (trx) => {
      const cameras = await vehiclesWithCameras(
        trx,
        unique(events.map(({ vehicleId }) => vehicleId)),
      );
      const filmed = events.filter((event) => {
        // There is no footage from before the vehicle had a camera.
        return event.occurredMs >= (cameras.get(event.vehicleId)?.getTime() ?? Infinity);
      });
      if (filmed.length === 0) return 0;
      const own = await customRules(trx, unique(filmed.map(({ customerId }) => customerId)));
      let count = 0;
      for (const event of filmed) {
        const rule = ruleFor(rulesOf(own, event.customerId), event.eventCode, event.occurredMs);
        if (rule !== null && (await requestClip(trx, event, rule, Date.now()))) count += 1;
      }
      return count;
    });
    if (asked > 0) this.services.bus.publish('video.requested', {});
  }
}
