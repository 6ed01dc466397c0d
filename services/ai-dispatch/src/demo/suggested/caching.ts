import type { Suggested } from './suggested-question.js';

export const caching = {
  question: 'Compare three ways to cache an API, as a table.',
  replies: {
    'demo-sage': `Three ways, from the client to the server:

| way | where | stale for |
| --- | --- | --- |
| HTTP caching | browser | as long as max-age says |
| CDN | edge | until it is purged |
| Redis | beside the API | until the entry expires |

1. HTTP caching costs nothing to run, and \`ETag\` saves the body of an answer that has not changed.
2. A CDN also takes load off the server, and is close to the users.
3. A shared cache such as Redis is the only one of the three that all your servers can empty at once.

Never put private answers into a shared cache without the user in the key. Begin with HTTP caching. The hard part is invalidation, in all three.`,
    'demo-brief': `| | HTTP headers | CDN | Redis |
| --- | --- | --- | --- |
| Effort | low | medium | high |
| Speed | best | good | fair |

HTTP caching needs no extra server. A CDN answers near the user. Redis can be emptied at once by your own code.

Start with HTTP headers. Private data does not belong in a CDN. Invalidation is the hard part.`,
    'demo-scribe': `## Caching an API

| | HTTP cache | CDN | Redis |
| :-- | :-- | :-- | :-- |
| Lives in | the browser | the network's edge | your data centre |
| Extra parts | none | a provider | a server |
| Emptied by | time | a purge | your code |

### Notes

- **HTTP caching** comes with every browser and needs nothing to be run.
- **A CDN** serves users from a place near them.
- **Redis** entries can be deleted the moment the data changes.

### Advice

Start with \`Cache-Control\` and \`ETag\`. Answers for one user must never reach a shared cache. Whatever you choose, invalidation stays the difficult part.`,
    'demo-tortoise': `Let me set them side by side, without hurry.

| way | strength | weakness |
| --- | --- | --- |
| HTTP caching | free | cannot be taken back |
| CDN | near the users | purges take time |
| Redis | under your control | one more server |

HTTP caching is part of every browser, so there is nothing to operate. A CDN keeps copies near the users. What lies in Redis your own code can delete at any moment.

I would begin with Redis, because a wrong entry in a browser cannot be taken back. With care even private answers may be kept in a CDN, when the key holds the user. Knowing when to delete is the hardest part of all.`,
    'demo-spark': `Three fridges! 🧊

| fridge | whose kitchen | fills up |
| --- | --- | --- |
| HTTP cache | the guest's | by itself |
| CDN | the corner shop's | by itself |
| Redis | yours | when you fill it |

The HTTP cache is a fridge you neither buy nor plug in. The CDN is the corner shop: close to every guest. Redis is your own: throw things out the second they smell.

Go for HTTP caching first. Do not leave anyone's private lunch in the corner shop. The eternal riddle remains when to throw things away.`,
    'demo-contrarian': `The usual advice is to begin with headers. I would begin with Redis: it is the one cache you can correct.

| way | the trap |
| --- | --- |
| HTTP caching | a mistake lives on in browsers you cannot reach |
| CDN | it hides how slow your API is |
| Redis | you now run a second database |

To be fair: HTTP caching needs no server of its own, and a CDN does bring answers nearer to users. Redis does what your code tells it, deletion included.

Keep private answers out of every shared cache. And measure first: many APIs need an index, not a cache. Invalidation is where all three hurt.`,
  },
  claims: [
    {
      text: 'HTTP caching is what to begin with.',
      says: [
        'Begin with HTTP caching.',
        'Start with HTTP headers.',
        'Start with Cache-Control and ETag.',
        'Go for HTTP caching first.',
      ],
      contradicts: [
        'I would begin with Redis, because a wrong entry in a browser cannot be taken back.',
        'I would begin with Redis: it is the one cache you can correct.',
      ],
      settles: {
        says: 'It needs no new component, and a short max-age bounds what can go wrong.',
        contradicts: 'What is wrong in a browser stays until it expires; an entry of your own cache can be deleted.',
      },
    },
    {
      text: 'Private answers must be kept out of a shared cache such as a CDN.',
      says: [
        'Private data does not belong in a CDN.',
        'Answers for one user must never reach a shared cache.',
        "Do not leave anyone's private lunch in the corner shop.",
        'Keep private answers out of every shared cache.',
      ],
      contradicts: ['With care even private answers may be kept in a CDN'],
      settles: {
        says: 'One missing header is enough to show a user what belongs to another.',
        contradicts: 'A CDN keeps private answers apart when each carries the right header.',
        yields: {
          words: 'With care even private answers may be kept in a CDN',
          reason:
            'Care would mean the right header on each answer, every time; the first one that lacks it shows a user what belongs to another.',
        },
      },
    },
    {
      text: 'HTTP caching needs no server of its own.',
      says: [
        'HTTP caching costs nothing to run',
        'HTTP caching needs no extra server.',
        'comes with every browser and needs nothing to be run',
        'HTTP caching is part of every browser, so there is nothing to operate.',
        'The HTTP cache is a fridge you neither buy nor plug in.',
        'HTTP caching needs no server of its own',
      ],
    },
    {
      text: 'A CDN answers close to the users.',
      says: [
        'A CDN also takes load off the server, and is close to the users.',
        'A CDN answers near the user.',
        'serves users from a place near them',
        'A CDN keeps copies near the users.',
        'The CDN is the corner shop: close to every guest.',
        'a CDN does bring answers nearer to users',
      ],
    },
    {
      text: 'What is cached in Redis can be deleted at once by one’s own code.',
      says: [
        'is the only one of the three that all your servers can empty at once',
        'Redis can be emptied at once by your own code.',
        'entries can be deleted the moment the data changes',
        'What lies in Redis your own code can delete at any moment.',
        'throw things out the second they smell',
        'Redis does what your code tells it, deletion included.',
      ],
    },
    {
      text: 'Invalidation is the hard part of caching.',
      says: [
        'The hard part is invalidation, in all three.',
        'Invalidation is the hard part.',
        'invalidation stays the difficult part',
        'Knowing when to delete is the hardest part of all.',
        'The eternal riddle remains when to throw things away.',
        'Invalidation is where all three hurt.',
      ],
    },
    {
      text: 'One should measure before caching at all.',
      says: ['And measure first'],
    },
  ],
} as const satisfies Suggested;
