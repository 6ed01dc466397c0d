import { ChatRole, type ChatMessage } from '@polylogue/proto';
import { z } from 'zod';
import { suiteLimits } from '../suite-request.rules.js';
import type { LeftOut } from './left-out.js';
import { templateOf, type Template, type Vars } from './template.rules.js';

/** A prompt whose variables are not filled in. */
export type Prompt = readonly ChatMessage[];

const roles: Readonly<Record<string, ChatRole>> = {
  system: ChatRole.SYSTEM,
  developer: ChatRole.SYSTEM,
  user: ChatRole.USER,
  assistant: ChatRole.ASSISTANT,
};
const chat = z.array(z.object({ role: z.string(), content: z.string() })).min(1);
const withRaw = z.looseObject({ raw: z.string() });
const file = /^(file|exec|package):\/\/|^\S+\.(txt|md|json|ya?ml|jsonl|csv|js|cjs|mjs|ts|py|j2)(:\w+)?$/;

/** The prompts that stand in the configuration itself. */
export function promptsIn(value: unknown, leftOut: LeftOut): Prompt[] {
  const list = Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
  return list.flatMap((each) => {
    const text = typeof each === 'string' ? each : withRaw.safeParse(each).data?.raw;
    if (text === undefined) leftOut.add('prompts', 'A prompt that is no text.');
    else if (file.test(text.trim())) leftOut.add(`prompts: ${text.trim()}`, 'Files are not read.');
    else return [promptOf(text, leftOut)].filter((prompt) => prompt !== undefined);
    return [];
  });
}

function promptOf(text: string, leftOut: LeftOut): Prompt | undefined {
  if (!/^\s*\[\s*\{/.test(text)) return [{ role: ChatRole.USER, content: text }];
  const messages = chat.safeParse(parsed(text)).data?.map(({ role, content }) => ({ role: roles[role], content }));
  if (messages?.every((each): each is ChatMessage => each.role !== undefined)) return messages;
  leftOut.add('prompts', 'A list of messages that are not plain texts of system, user and assistant.');
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A prompt that can be filled in. */
export type PromptTemplate = readonly { role: ChatRole; content: Template }[];

/** Undefined where one of its templates cannot be filled in, or a user does not have the last word. */
export function promptTemplate(prompt: Prompt): PromptTemplate | undefined {
  const messages = prompt.map(({ role, content }) => ({ role, content: templateOf(content) }));
  const isWhole = messages.every((each): each is PromptTemplate[number] => each.content !== undefined);
  return isWhole && messages.at(-1)?.role === ChatRole.USER ? messages : undefined;
}

/** What is sent; together hardly longer than the messages of a case may be. */
export function messagesOf(prompt: PromptTemplate, vars: Vars): ChatMessage[] {
  let left: number = suiteLimits.caseText;
  return prompt.map(({ role, content }) => {
    const text = content(vars, left);
    left = Math.max(0, left - text.length);
    return { role, content: text };
  });
}
