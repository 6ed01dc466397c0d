import type { Suggested } from './suggested-question.js';

export const locking = {
  question: 'Explain optimistic and pessimistic locking, and when to pick each.',
  replies: {
    'demo-sage': `Let me take it step by step.

1. **Pessimistic locking** takes the lock before it reads, and everyone else waits until the transaction ends. In SQL this is \`SELECT … FOR UPDATE\`.
2. **Optimistic locking** takes no lock at all. Each row carries a version; the update only succeeds if the version is still the one that was read.
3. When the version has changed, the update touches no row, and your code has to retry or tell the user about the conflict.
4. Pick optimistic locking when conflicts are rare, pick pessimistic locking when many writers want the same row.
5. Pessimistic locks can deadlock: take them in the same order everywhere.

For a web application optimistic locking is the better default. Never hold a pessimistic lock while a user fills in a form.`,
    'demo-brief': `Pessimistic: lock first, then read; others wait. Optimistic: no lock; the write fails if the row's version changed.

- Optimistic fits when conflicts are rare.
- Pessimistic fits hot rows, such as the last seat of a flight. Two such locks in opposite order make a deadlock.
- A failed optimistic write is yours to handle: retry it or show the conflict.

Start with optimistic locking. Do not keep a row locked while somebody edits a form.`,
    'demo-scribe': `## Two ways to keep writers apart

### Pessimistic

A transaction locks the row before it reads it. Other writers wait.

\`\`\`sql
SELECT * FROM seats WHERE id = 7 FOR UPDATE;
\`\`\`

### Optimistic

Nothing is locked. The update names the version it expects, and changes no row if somebody was faster.

\`\`\`sql
UPDATE seats SET taken = true, version = 4 WHERE id = 7 AND version = 3;
\`\`\`

### When to pick which

- **Rare conflicts:** optimistic locking wins, because nobody ever waits.
- **Hot rows:** pessimistic locking wins, because failed work is not repeated. Guard against deadlocks with a fixed order.
- **Conflicts:** the application must retry, or ask the user to merge.

> Optimistic locking is a sound default for the web. A database lock must never be held across a user's think time.`,
    'demo-tortoise': `Slowly, then. With pessimistic locking you lock the record before you read it, and whoever comes second waits for you. With optimistic locking nobody waits: every record has a version number, and a write is refused when that number has moved on.

Where conflicts are rare, optimistic locking costs next to nothing. Where they are frequent, most of its work is thrown away. Pessimistic locking has dangers of its own: two transactions can wait for each other for ever, which is a deadlock.

I would begin with pessimistic locking, since waiting is easier to understand than failing. It is quite all right to hold a lock while a user edits a form, provided that it expires.`,
    'demo-spark': `Picture a bathroom. 🚪 **Pessimistic locking** bolts the door before you look inside, so everyone else queues. **Optimistic locking** leaves the door open, and only checks on the way out whether somebody changed the towels: if the version is not the one you saw, your write bounces.

A bounced write is no drama. You retry it, or you confess to the user.

- Quiet house, few visitors: optimistic. It shines when conflicts are rare. ✨
- New Year's party: pessimistic. Just mind the deadlock, where two guests each hold the door the other one needs.

For most web apps I would go optimistic first.`,
    'demo-contrarian': `Most answers will tell you that optimistic locking is the modern choice. I disagree: optimistic locking is a poor default, because hardly anyone writes the code for the conflict.

**What they are.** Pessimistic locking acquires the lock before reading and makes other writers wait. Optimistic locking compares a version at write time and rejects the write if it differs.

**What goes wrong.** Optimistic locking needs a retry or a merge, and that code is usually missing. Pessimistic locking can deadlock, but the database notices and tells you.

Pick optimistic locking only where conflicts are rare and you have tested the conflict. Otherwise lock the row.`,
  },
  claims: [
    {
      text: 'Optimistic locking is the better default for web applications.',
      says: [
        'For a web application optimistic locking is the better default.',
        'Start with optimistic locking.',
        'Optimistic locking is a sound default for the web.',
        'For most web apps I would go optimistic first.',
      ],
      contradicts: ['I would begin with pessimistic locking', 'optimistic locking is a poor default'],
      settles: {
        says: 'Most requests of a web application touch rows that nobody else edits, so a retry is rarer than a wait.',
        contradicts: 'The code for the conflict is rarely written and hardly ever tested; a wait needs none.',
      },
    },
    {
      text: 'A lock may be held while a user edits a form.',
      says: ['It is quite all right to hold a lock while a user edits a form'],
      contradicts: [
        'Never hold a pessimistic lock while a user fills in a form.',
        'Do not keep a row locked while somebody edits a form.',
        "A database lock must never be held across a user's think time.",
      ],
      settles: {
        says: 'A lock that expires frees the row by itself.',
        contradicts: 'A user may leave the form open over lunch, and everyone else waits for a row that nobody writes.',
        yields: {
          words: 'It is quite all right to hold a lock while a user edits a form',
          reason:
            'A lock that expires is taken by the next writer while the form is still open, so the first save has to check for a conflict all the same.',
        },
      },
    },
    {
      text: 'Pessimistic locking locks before reading, and other writers wait.',
      says: [
        'takes the lock before it reads, and everyone else waits until the transaction ends',
        'lock first, then read; others wait',
        'A transaction locks the row before it reads it.',
        'you lock the record before you read it, and whoever comes second waits for you',
        'bolts the door before you look inside, so everyone else queues',
        'Pessimistic locking acquires the lock before reading and makes other writers wait.',
      ],
    },
    {
      text: 'Optimistic locking takes no lock and refuses a write whose version has changed.',
      says: [
        'the update only succeeds if the version is still the one that was read',
        "the write fails if the row's version changed",
        'The update names the version it expects, and changes no row if somebody was faster.',
        'a write is refused when that number has moved on',
        'if the version is not the one you saw, your write bounces',
        'Optimistic locking compares a version at write time and rejects the write if it differs.',
      ],
    },
    {
      text: 'Optimistic locking suits work in which conflicts are rare.',
      says: [
        'Pick optimistic locking when conflicts are rare',
        'Optimistic fits when conflicts are rare.',
        'optimistic locking wins, because nobody ever waits',
        'Where conflicts are rare, optimistic locking costs next to nothing.',
        'It shines when conflicts are rare.',
        'Pick optimistic locking only where conflicts are rare',
      ],
    },
    {
      text: 'Pessimistic locking can end in a deadlock.',
      says: [
        'Pessimistic locks can deadlock',
        'Two such locks in opposite order make a deadlock.',
        'Guard against deadlocks with a fixed order.',
        'two transactions can wait for each other for ever, which is a deadlock',
        'Just mind the deadlock',
        'Pessimistic locking can deadlock',
      ],
    },
    {
      text: 'After a conflict the application has to retry or tell the user.',
      says: [
        'your code has to retry or tell the user about the conflict',
        'A failed optimistic write is yours to handle',
        'the application must retry, or ask the user to merge',
        'You retry it, or you confess to the user.',
        'Optimistic locking needs a retry or a merge',
      ],
    },
  ],
} as const satisfies Suggested;
