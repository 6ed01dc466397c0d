import type { ChatCompletionBody } from '@polylogue/api-contract';
import { ReplyStatus, type Reply } from '@polylogue/proto';

type Author = { name: string; displayName: string };

/** The replies as JSON, for programs that read each by itself; undefined where text is wanted. */
export function toJsonContent(
  format: ChatCompletionBody['response_format'],
  authors: readonly Author[],
  replies: readonly Reply[],
): string | undefined {
  const ofAll = authors.map((author) => ({
    author,
    reply: replies.find(({ aiService }) => aiService === author.name),
  }));
  if (format?.type === 'json_object') {
    return JSON.stringify({ replies: ofAll.map(({ author, reply }) => toReply(author, reply)) });
  }
  if (format?.type !== 'json_schema') return undefined;
  return JSON.stringify({ answers: ofAll.map(({ author, reply }) => toAnswer(author, reply)) });
}

function toReply({ name, displayName }: Author, reply: Reply | undefined) {
  return { aiService: name, displayName, content: reply?.content ?? '', ...errorOf(reply) };
}

/** What is not known is null: every answer has all fields but `error`, as the schema says. */
function toAnswer({ name }: Author, reply: Reply | undefined) {
  const { responseModel, model } = reply?.generation ?? {};
  return {
    service: name,
    text: reply?.content ?? '',
    model: responseModel ?? model ?? null,
    cost: reply?.cost?.amount ?? null,
    ...errorOf(reply),
  };
}

const errorOf = (reply: Reply | undefined) =>
  reply?.status === ReplyStatus.COMPLETED ? {} : { error: reply?.error ?? 'The reply broke off.' };
