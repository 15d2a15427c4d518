export { registerTexts } from './custom-texts.routes.ts';
