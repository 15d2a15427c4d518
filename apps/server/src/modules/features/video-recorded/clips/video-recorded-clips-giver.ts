import type { DerivedEvent } from '../../../../platform/bus/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { ownRules, vehiclesWithCameras } from './video-recorded-clips.repository.ts';
import { askForClip } from './video-recorded-clips-ask.ts';
import { ruleFor, rulesOf } from './video-recorded-clips-rules.ts';

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/**
 * Asks for the clips that events want by rule (harsh braking, crash, panic, driver assistance), once an
 * incident. Events are told at least once, so that a process that ends in between loses none.
 */
export class ClipGiver {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {}

  /** Takes events in; resolves when their clips are asked for, or could not be. */
  take(events: readonly DerivedEvent[]): Promise<void> {
    this.#last = this.#last
      .then(() => this.#give(events))
      .catch((error) => {
        this.services.log.warn({ err: error }, 'clips of events could not be asked for');
      });
    return this.#last;
  }

  async #give(events: readonly DerivedEvent[]): Promise<void> {
    const asked = await this.services.db.asSystem(async (trx) => {
      const cameras = await vehiclesWithCameras(
        trx,
        unique(events.map(({ vehicleId }) => vehicleId)),
      );
      const filmed = events.filter((event) => {
        // Of what happened before the vehicle had a camera there is no picture.
        return event.occurredMs >= (cameras.get(event.vehicleId)?.getTime() ?? Infinity);
      });
      if (filmed.length === 0) return 0;
      const own = await ownRules(trx, unique(filmed.map(({ customerId }) => customerId)));
      let count = 0;
      for (const event of filmed) {
        const rule = ruleFor(rulesOf(own, event.customerId), event.eventCode, event.occurredMs);
        if (rule !== null && (await askForClip(trx, event, rule, Date.now()))) count += 1;
      }
      return count;
    });
    if (asked > 0) this.services.bus.publish('video.requested', {});
  }
}
