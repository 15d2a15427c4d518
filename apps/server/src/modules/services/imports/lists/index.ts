export { registerImports } from './imports-lists.routes.ts';
