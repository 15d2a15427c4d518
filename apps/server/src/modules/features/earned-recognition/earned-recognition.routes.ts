import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { EarnedRecognition } from './earned-recognition.service.ts';

/** Figures M1 to M5 and the records behind them (W-04). */
export function registerEarnedRecognitionRoutes(app: FastifyInstance, of: EarnedRecognition): void {
  const calls = contract.earnedRecognition;
  implement(app, calls.figures, ({ viewer, query }) => of.figures(viewer, query));
  implement(app, calls.records, ({ viewer, query }) => of.records(viewer, query));
  implement(app, calls.exportFigures, ({ viewer, query, reply }) =>
    sendFile(reply, of.figuresFile(viewer, query)),
  );
  implement(app, calls.exportRecords, ({ viewer, query, reply }) =>
    sendFile(reply, of.recordsFile(viewer, query)),
  );
}
