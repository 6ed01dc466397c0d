import type { Suggested } from './suggested-question.js';

export const retrying = {
  question: 'Write a function that retries with jitter, and say what it must never do.',
  replies: {
    'demo-sage': `Step by step:

1. Call the function; on success return at once.
2. On failure wait for a random time below a limit that doubles with each attempt.
3. Give up after a fixed number of attempts and throw the last error.

\`\`\`javascript
async function retry(work, attempts = 5, baseMs = 100) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts) throw error;
      await sleep(Math.random() * baseMs * 2 ** attempt);
    }
  }
}
\`\`\`

It must never retry a request that is not idempotent. It must never retry for ever, and never hide the last error. Full jitter is best: a random wait from zero to the limit.`,
    'demo-brief': `\`\`\`javascript
const wait = (attempt) => Math.random() * 100 * 2 ** attempt;
\`\`\`

Call, catch, sleep for \`wait(attempt)\`, try again. The limit doubles each time. Stop after five attempts and rethrow the last error.

Never retry what is not idempotent. Never retry without end. Use full jitter, from zero up.`,
    'demo-scribe': `## Retry with jitter

\`\`\`javascript
export async function retry(work, { attempts = 5, baseMs = 100 } = {}) {
  let last;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      last = error;
      await sleep(Math.random() * baseMs * 2 ** attempt);
    }
  }
  throw last;
}
\`\`\`

### How it works

- The longest wait grows exponentially.
- The number of attempts is bounded, and the last error is thrown.

### What it must never do

- Repeat an operation that is not safe to repeat.
- Go on without a limit.
- Retry errors of the caller, such as 400.

Full jitter spreads clients best.`,
    'demo-tortoise': `First the function, then the warnings.

\`\`\`javascript
async function retry(work, attempts = 5) {
  for (let attempt = 0; attempt < attempts - 1; attempt += 1) {
    try { return await work(); } catch { await sleep(50 * 2 ** attempt * (1 + Math.random())); }
  }
  return work();
}
\`\`\`

Each pause is about twice as long as the one before. After five attempts it stops, and the last error reaches the caller.

I prefer equal jitter, where half of the pause is fixed, so that no retry comes too soon. It must never repeat something that cannot be repeated safely, such as a payment. It must never try without end.`,
    'demo-spark': `Like a polite guest who rings again, but never at the same second as the others. 🔔

\`\`\`javascript
async function retry(work, tries = 5) {
  for (let at = 0; ; at += 1) {
    try { return await work(); } catch (error) {
      if (at + 1 === tries) throw error;
      await sleep(Math.random() * 100 * 2 ** at);
    }
  }
}
\`\`\`

The guest waits longer every time, up to twice as long. After five rings the guest leaves and says why. Roll the dice over the whole wait: that is full jitter.

Never ring twice for a payment: only what is idempotent may be repeated. Never ring for ever.`,
    'demo-contrarian': `Before you write it: most code should not retry at all, because the layer below already does.

\`\`\`javascript
async function retry(work) {
  try { return await work(); } catch { await sleep(200 + Math.random() * 200); return work(); }
}
\`\`\`

One retry is enough. I keep the wait constant on purpose: doubling it only hides an outage. The second error is thrown as it is.

It must never repeat what is not idempotent. It must never loop without a bound. And half of the wait should be fixed: full jitter may retry at once, which helps nobody.`,
  },
  claims: [
    {
      text: 'Full jitter, a random wait from zero to the limit, is the best kind.',
      says: [
        'Full jitter is best',
        'Use full jitter, from zero up.',
        'Full jitter spreads clients best.',
        'Roll the dice over the whole wait: that is full jitter.',
      ],
      contradicts: ['I prefer equal jitter, where half of the pause is fixed', 'half of the wait should be fixed'],
      settles: {
        says: 'Under load what matters is that clients spread, and a wait from zero on spreads them furthest.',
        contradicts: 'A wait near zero sends the next attempt into the same outage; a fixed half keeps a distance.',
      },
    },
    {
      text: 'The wait should double with each attempt.',
      says: [
        'wait for a random time below a limit that doubles with each attempt',
        'The limit doubles each time.',
        'The longest wait grows exponentially.',
        'Each pause is about twice as long as the one before.',
        'The guest waits longer every time, up to twice as long.',
      ],
      contradicts: ['I keep the wait constant on purpose: doubling it only hides an outage.'],
      settles: {
        says: 'A constant wait keeps the load up just while the server cannot carry it.',
        contradicts: 'A constant wait shows an outage at once.',
        yields: {
          words: 'I keep the wait constant on purpose: doubling it only hides an outage.',
          reason:
            'With a constant wait every client comes back at the same rate for as long as the outage lasts, which keeps an overloaded server down.',
        },
      },
    },
    {
      text: 'What is not idempotent must never be retried.',
      says: [
        'It must never retry a request that is not idempotent.',
        'Never retry what is not idempotent.',
        'Repeat an operation that is not safe to repeat.',
        'It must never repeat something that cannot be repeated safely',
        'only what is idempotent may be repeated',
        'It must never repeat what is not idempotent.',
      ],
    },
    {
      text: 'A retry must have an end.',
      says: [
        'It must never retry for ever',
        'Never retry without end.',
        'Go on without a limit.',
        'It must never try without end.',
        'Never ring for ever.',
        'It must never loop without a bound.',
      ],
    },
    {
      text: 'After the last attempt the error is thrown.',
      says: [
        'attempts and throw the last error',
        'rethrow the last error',
        'the last error is thrown',
        'the last error reaches the caller',
        'After five rings the guest leaves and says why.',
        'The second error is thrown as it is.',
      ],
    },
    {
      text: 'Errors of the caller, such as 400, must not be retried.',
      says: ['Retry errors of the caller, such as 400.'],
    },
  ],
} as const satisfies Suggested;
