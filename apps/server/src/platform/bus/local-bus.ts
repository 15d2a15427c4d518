import { EventEmitter } from 'node:events';
import type { Bus } from './topics.ts';

/** A bus within one process. */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    close: async () => void emitter.removeAllListeners(),
  };
}
