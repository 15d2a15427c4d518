export { encodeFlespiMessage } from './encode.ts';
export {
  type FieldProblem,
  type MappedMessage,
  type MappedRecord,
  type MessageProblem,
  mapJsonMessage,
} from './map-message.ts';
