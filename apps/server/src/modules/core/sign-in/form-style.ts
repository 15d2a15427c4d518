import { DESIGN_TOKENS } from '@roadworthy/domain';

function variables(scheme: 'light' | 'dark'): string {
  const tokens = Object.entries(DESIGN_TOKENS[scheme]);
  return tokens.map(([name, value]) => `--${name}: ${value};`).join(' ');
}

/** The style of the sign-on form, in the colours of the web app. */
export const FORM_STYLE = `
:root { color-scheme: light dark; ${variables('light')} }
@media (prefers-color-scheme: dark) { :root { ${variables('dark')} } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--ground); color: var(--text); font: 400 16px/1.5 ${DESIGN_TOKENS.fontFamily}; }
.card { width: min(100%, 400px); padding: 32px; background: var(--surface);
  border: 1px solid var(--line); border-radius: 12px; }
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 32px; font-weight: 600; font-size: 18px; }
.brand-ground { fill: var(--accent); } .brand-mark { fill: var(--on-accent); fill-rule: evenodd; }
h1 { margin: 0; font-size: 24px; line-height: 32px; }
.intro { margin: 4px 0 24px; color: var(--text-quiet); }
label { display: block; margin: 16px 0 4px; font-weight: 500; }
input:not([type=hidden]) { width: 100%; height: 48px; padding: 0 12px; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--line-strong); border-radius: 8px; }
button, .button { display: inline-flex; align-items: center; justify-content: center; width: 100%;
  height: 48px; margin-top: 24px; font: inherit; font-weight: 600; color: var(--on-accent);
  background: var(--accent); border: 0; border-radius: 8px; text-decoration: none; cursor: pointer; }
button.second { margin-top: 12px; color: var(--text); background: var(--surface); border: 1px solid var(--line-strong); }
button.second:hover { background: var(--ground); }
button[hidden] { display: none; }
button:not(.second):hover, .button:hover { background: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.alert { margin: 0 0 8px; padding: 12px 16px; border-radius: 8px; border: 1px solid var(--bad);
  background: var(--bad-ground); color: var(--bad-text); }
.languages { position: absolute; top: 16px; right: 16px; display: flex; gap: 4px; }
.languages a { min-width: 44px; padding: 8px; text-align: center; text-decoration: none; border-radius: 8px; }
.languages [aria-current] { color: var(--text); font-weight: 600; background: var(--surface); }
.aside { margin: 24px 0 0; text-align: center; }
a { color: var(--accent-text); }
@media (max-width: 480px) { body { place-items: start stretch; padding: 0; }
  .card { width: 100%; min-height: 100vh; border: 0; border-radius: 0; padding: 32px 24px; } }
`;
