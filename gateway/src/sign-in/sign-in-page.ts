import { limits } from '@polylogue/api-contract';

/** What the page shows again after a form was refused. */
export interface SignInPageState {
  returnTo: string;
  /** The form that was sent. */
  form?: 'sign-in' | 'sign-up';
  /** What was typed, without the password. */
  values?: Readonly<Record<string, string>>;
  /** Sentences by field. */
  faults?: Readonly<Record<string, string>>;
  /** A sentence about the whole form. */
  fault?: string;
}

interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  hint?: string;
  least?: number;
  most: number;
}

const email = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  most: limits.emailLength,
} as const;
const password = { name: 'password', label: 'Password', type: 'password', most: limits.password.most } as const;
const text = { type: 'text', most: limits.nameLength } as const;

const signInFields: Field[] = [email, { ...password, autocomplete: 'current-password' }];
const signUpFields: Field[] = [
  { ...text, name: 'firstName', label: 'First name', autocomplete: 'given-name' },
  { ...text, name: 'lastName', label: 'Last name', autocomplete: 'family-name' },
  { ...email, autocomplete: 'email' },
  {
    ...password,
    autocomplete: 'new-password',
    least: limits.password.least,
    hint: `At least ${limits.password.least} characters.`,
  },
];

/** The sign-in and sign-up page, whole. It works without a script and loads nothing but its own style. */
export function signInPage(state: SignInPageState): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${state.faults || state.fault ? 'Error: ' : ''}Sign in · Polylogue</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="/api/login.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/api/login.css">
</head>
<body>
<header><a href="/" class="brand">${mark}<span>Polylogue</span></a></header>
<main>
<h1>Sign in or create an account</h1>
<div class="forms">
${form('sign-in', 'Sign in', '/api/login', signInFields, state)}
${form('sign-up', 'Create an account', '/api/signup', signUpFields, state)}
</div>
</main>
</body>
</html>
`;
}

const mark = `<svg viewBox="0 0 20 16" width="20" height="16" aria-hidden="true" fill="currentColor"><rect x="0" y="5" width="3" height="6" rx="1.5"/><rect x="5" y="0" width="3" height="16" rx="1.5"/><rect x="10" y="2" width="3" height="12" rx="1.5"/><rect x="15" y="6" width="3" height="4" rx="1.5"/></svg>`;

function form(
  id: 'sign-in' | 'sign-up',
  title: string,
  action: string,
  fields: Field[],
  state: SignInPageState,
): string {
  const mine = state.form === id ? state : { returnTo: state.returnTo };
  const note =
    id === 'sign-up'
      ? '<p class="note">The first account is the administrator’s; later ones wait for approval.</p>'
      : '';
  return `<form id="${id}" method="post" action="${action}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${mine.fault ? `<p class="alert" role="alert">${escapeHtml(mine.fault)}</p>` : ''}
<input type="hidden" name="returnTo" value="${escapeHtml(state.returnTo)}">
${fields.map((each) => field(id, each, mine, focusedField(state))).join('\n')}
<button type="submit"${id === 'sign-in' ? ' class="primary"' : ''}>${title}</button>
${note}</form>`;
}

/** Where one goes on typing: the first field that was refused, else the password that did not fit, else the start. */
function focusedField({ form, faults = {} }: SignInPageState): string {
  if (!form) return 'sign-in-email';
  const fields = form === 'sign-in' ? signInFields : signUpFields;
  const refused = fields.find(({ name }) => faults[name]);
  return `${form}-${refused?.name ?? 'password'}`;
}

function field(formId: string, wanted: Field, { values = {}, faults = {} }: SignInPageState, focused: string): string {
  const id = `${formId}-${wanted.name}`;
  const fault = faults[wanted.name];
  const hint = fault ? undefined : wanted.hint;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const value = wanted.type === 'password' ? '' : (values[wanted.name] ?? '');
  // The server says what is wrong; the attributes only help a browser to say it sooner.
  const attributes = [
    `id="${id}" name="${wanted.name}" type="${wanted.type}" autocomplete="${wanted.autocomplete}" required`,
    `maxlength="${wanted.most}"`,
    wanted.least ? `minlength="${wanted.least}"` : '',
    value ? `value="${escapeHtml(value)}"` : '',
    fault ? 'aria-invalid="true"' : '',
    described ? `aria-describedby="${described}"` : '',
    id === focused ? 'autofocus' : '',
  ];
  return `<div class="field">
<label for="${id}">${wanted.label}</label>
<input ${attributes.filter(Boolean).join(' ')}>
${hint ? `<p class="hint" id="${id}-hint">${hint}</p>` : ''}${fault ? `<p class="fault" id="${id}-fault">${escapeHtml(fault)}</p>` : ''}</div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
