import type { AiScript } from '@polylogue/test-kit';

interface Data {
  known: { claim: number; text: string }[];
  replies: { reply: string; text: string }[];
  furtherClaimsWanted: boolean;
}

const sentencesOf = (text: string) => text.match(/[^.!?]+[.!?]/g)?.map((each) => each.trim()) ?? [];
/** Sentences about the same begin alike. */
const topicOf = (sentence: string) => sentence.split(' ').slice(0, 3).join(' ');

/** A vendor's model that reads what replies claim: every sentence is a claim, and another one about the same contradicts it. */
export const readsClaims = answersAs((body) => readingOf(body) ?? { claims: [] });

/** A vendor's model that answers what is made of the body it was sent, as JSON. */
export function answersAs(make: (body: string) => unknown): AiScript {
  return {
    chunks: [],
    raw: (_request, response, body) => {
      const content = JSON.stringify(make(body));
      const isStream = (JSON.parse(body) as { stream?: boolean }).stream === true;
      const message = { role: 'assistant', content };
      const ended = { index: 0, finish_reason: 'stop' };
      if (!isStream) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ ...ended, message }] }));
        return;
      }
      response.setHeader('content-type', 'text/event-stream');
      for (const choice of [
        { index: 0, delta: message, finish_reason: null },
        { ...ended, delta: {} },
      ])
        response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [choice] })}\n\n`);
      response.end('data: [DONE]\n\n');
    },
  };
}

/** What the user's message of a request holds as data; undefined in a request that holds none. */
export function dataOf<Data>(body: string): Data | undefined {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  const asked = messages.find(({ role }) => role === 'user')?.content ?? '';
  const json = /^<replies-[0-9a-f]{32}>\n(.*)\n<\/replies-/s.exec(asked)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as Data);
}

function readingOf(body: string) {
  const data = dataOf<Data>(body);
  if (data === undefined) return undefined;
  const { known, replies, furtherClaimsWanted } = data;
  const all = replies.flatMap(({ text }) => sentencesOf(text));
  const texts = known.map(({ text }) => text);
  const further = furtherClaimsWanted ? [...new Set(all)].filter((sentence) => !texts.includes(sentence)) : [];
  const said = (claim: string) =>
    replies.flatMap(({ reply, text }) => {
      const quote = sentencesOf(text).find((sentence) => topicOf(sentence) === topicOf(claim));
      if (quote === undefined) return [];
      return [{ reply, stance: quote === claim ? 'says' : 'contradicts', quote }];
    });
  return {
    known: known.map(({ claim, text }) => ({ claim, replies: said(text) })),
    claims: further.map((claim) => ({ claim, replies: said(claim) })),
  };
}
