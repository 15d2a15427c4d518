export { Redo, type RedoEnd } from './redo.ts';
export {
  type Mark,
  moveMark,
  pruneCheckpoints,
  readMarks,
  redoBase,
  takeMark,
} from './repository.ts';
