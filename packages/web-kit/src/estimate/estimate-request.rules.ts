import type { BodyOf, estimateMessage } from '@polylogue/api-contract';
import { bytesIn } from './bytes-in.js';

export type EstimateRequest = BodyOf<typeof estimateMessage>;

/** What services are given of the files of a message, at most. */
export interface FileContent {
  fileBytes: number;
  /** Pages of documents among them. */
  pictures: number;
}

interface RequestOptions {
  files?: FileContent | undefined;
  /** Of a message that continues this conversation; otherwise it goes into the threads of the dashboard. */
  conversationId?: string | undefined;
  /** Of what goes along in place of any thread: a summary and its question. */
  contextBytes?: number | undefined;
  /** Of how services are to answer, where that goes with the message; otherwise its comparison says it. */
  settings?: EstimateRequest['settings'];
}

/** What is to be estimated; undefined where there is nothing to send. */
export function requestOf(
  message: string,
  selectedAIs: readonly string[],
  { files, conversationId, contextBytes, settings }: RequestOptions = {},
): EstimateRequest | undefined {
  const isEmpty = message.trim() === '' && files === undefined && conversationId === undefined;
  if (selectedAIs.length === 0 || isEmpty) return undefined;
  const messageBytes = bytesIn(message);
  return {
    selectedAIs: [...selectedAIs],
    messageBytes,
    ...files,
    ...(conversationId !== undefined && { conversationId }),
    ...(contextBytes !== undefined && { contextBytes }),
    ...(settings && { settings }),
  };
}
