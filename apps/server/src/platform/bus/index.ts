export { createDatabaseBus } from './database-bus.ts';
export { createLocalBus } from './local-bus.ts';
export { createNatsBus } from './nats-bus.ts';
export { connectNats } from './nats-connection.ts';
export type {
  Bus,
  CommittedRecord,
  ConnectionTakeover,
  DerivedEvent,
  FailedArrival,
  LooksLike,
  Topics,
  VehicleStateChange,
} from './topics.ts';
