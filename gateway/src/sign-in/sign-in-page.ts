import { limits } from '@polylogue/api-contract';
import { escapeHtml, pageFrame } from './page-frame.js';

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
  /** Local accounts stand beside an issuer: there is no sign-up here. */
  isBreakGlass?: boolean;
  /** There is no account yet, and the first one needs the setup code. */
  needsSetupCode?: boolean | undefined;
}

interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  hint?: string;
  minLength?: number;
  maxLength: number;
}

const email = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  maxLength: limits.emailLength,
} as const;
const password = { name: 'password', label: 'Password', type: 'password', maxLength: limits.password.max } as const;
const text = { type: 'text', maxLength: limits.nameLength } as const;

const signInFields: Field[] = [email, { ...password, autocomplete: 'current-password' }];
const signUpFields: Field[] = [
  { ...text, name: 'firstName', label: 'First name', autocomplete: 'given-name' },
  { ...text, name: 'lastName', label: 'Last name', autocomplete: 'family-name' },
  { ...email, autocomplete: 'email' },
  {
    ...password,
    autocomplete: 'new-password',
    minLength: limits.password.min,
    hint: `At least ${limits.password.min} characters.`,
  },
];

const setupCode: Field = {
  ...text,
  name: 'setupCode',
  label: 'Setup code',
  autocomplete: 'off',
  maxLength: limits.setupCodeLength,
  hint: 'It stands where Polylogue was started; whoever runs this installation knows it.',
};

/** The fields of a form. */
function fieldsOf(form: 'sign-in' | 'sign-up', { needsSetupCode }: SignInPageState): Field[] {
  if (form === 'sign-in') return signInFields;
  return needsSetupCode ? [setupCode, ...signUpFields] : signUpFields;
}

/** The sign-in and sign-up page. */
export function signInPage(state: SignInPageState): string {
  const signInForm = form('sign-in', 'Sign in', '/api/login', state);
  const isFaulty = state.faults !== undefined || state.fault !== undefined;
  const title = `${isFaulty ? 'Error: ' : ''}Sign in`;
  if (state.isBreakGlass) {
    return pageFrame(title, `<h1>Sign in with a local account</h1>\n<div class="forms one">\n${signInForm}\n</div>`);
  }
  return pageFrame(
    title,
    `<h1>Sign in or create an account</h1>
<div class="forms">
${signInForm}
${form('sign-up', 'Create an account', '/api/signup', state)}
</div>`,
  );
}

function form(id: 'sign-in' | 'sign-up', title: string, action: string, state: SignInPageState): string {
  const mine = state.form === id ? state : { returnTo: state.returnTo };
  const note = noteOf(id, state);
  return `<form id="${id}" method="post" action="${action}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${mine.fault ? `<p class="alert" role="alert">${escapeHtml(mine.fault)}</p>` : ''}
<input type="hidden" name="returnTo" value="${escapeHtml(state.returnTo)}">
${fieldsOf(id, state)
  .map((each) => field(id, each, mine, focusedField(state)))
  .join('\n')}
<button type="submit"${id === 'sign-in' ? ' class="primary"' : ''}>${title}</button>
${note && `<p class="note">${note}</p>`}</form>`;
}

function noteOf(id: 'sign-in' | 'sign-up', { needsSetupCode }: SignInPageState): string {
  if (id === 'sign-up') return 'The first account is the administrator’s; later ones wait for approval.';
  // While there is no account, none has a password that could be forgotten.
  return needsSetupCode ? '' : 'Forgot your password? An administrator makes a link by which you set a new one.';
}

/** Where one goes on typing: the first field that was refused, else the password that did not fit, else the start. */
function focusedField(state: SignInPageState): string {
  const { form, faults = {} } = state;
  if (!form) return state.needsSetupCode ? 'sign-up-setupCode' : 'sign-in-email';
  const refused = fieldsOf(form, state).find(({ name }) => faults[name]);
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
    `maxlength="${wanted.maxLength}"`,
    wanted.minLength ? `minlength="${wanted.minLength}"` : '',
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
