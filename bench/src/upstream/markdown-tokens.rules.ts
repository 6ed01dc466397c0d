// What a model writes when it explains something: headings, prose, lists, a table, code. Repeated without end.
const sample = `## When to lock, and how

Pick **optimistic** locking when most bookings never meet: read the row with its \`version\`, write it back only if
nobody was faster, and ask again when somebody was. It costs one column and one condition, and nothing waits.

1. Measure how often two people want the same seat.
2. Keep the hold apart from the purchase, with an expiry.
3. Retry at most twice, with jitter, and only for a *lost race*.

| Situation | Locking | On conflict |
| --- | --- | --- |
| Few clashes | Optimistic | Offer the next seat |
| On-sale rush | Pessimistic | Skip to a free row |
| Nightly batch | Neither | Run alone |

\`\`\`sql
UPDATE seats SET held_by = $1, version = version + 1
WHERE id = $2 AND version = $3
RETURNING version; -- no row: someone was first
\`\`\`

- \`SELECT … FOR UPDATE\` makes a queue nobody sees.
- [Measure](https://example.org/locks) before you choose, then measure again.

`;

const tokens = sample.split(/(?<=\s)(?=\S)/).map((token) => JSON.stringify(token).slice(1, -1));

/** Token `index` of a reply in markdown, as it stands within a string of JSON. */
export const markdownToken = (index: number): string => tokens[index % tokens.length] ?? '';
